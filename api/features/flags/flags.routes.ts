import { Hono } from 'hono';
import { widestNetworkOf } from '#api/platform/addresses/network.ts';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { listFlagCases } from '#contract/flag-queue.ts';
import { listFlaggedMembers } from '#contract/flagged-members.ts';
import { addFlag, addMemberFlag } from '#contract/flags.ts';
import type { FlagQueue } from './flags.queue.ts';
import type { FlagService } from './flags.service.ts';

export const flagRoutes = (flags: FlagService, queue: FlagQueue, { signedIn, moderator, once, limit }: Guards) => {
  const pace = limit({ name: 'flags', points: 60, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      listFlagCases.path,
      describe(listFlagCases, 'What members have flagged'),
      signedIn,
      moderator,
      queryOf(listFlagCases),
      async (c) => {
        const { state, ...page } = c.req.valid('query');
        return c.json(ok(await queue.list(state, page)));
      },
    )
    .post(
      addFlag.path,
      describe(addFlag, 'Flag a bike, a comment or a list'),
      signedIn,
      pace,
      once,
      bodyOf(addFlag),
      async (c) => {
        await flags.add(c.var.user, { ...c.req.valid('json'), network: widestNetworkOf(c) });
        return c.json(ok(null), 201);
      },
    )
    .post(
      addMemberFlag.path,
      describe(addMemberFlag, 'Flag a member or a message from them'),
      signedIn,
      pace,
      once,
      bodyOf(addMemberFlag),
      async (c) => {
        const flag = { ...c.req.valid('json'), network: widestNetworkOf(c) };
        await flags.addAbout(c.var.user, idParam(c, 'userId'), flag);
        return c.json(ok(null), 201);
      },
    )
    .get(
      listFlaggedMembers.path,
      describe(listFlaggedMembers, 'The members that the member has flagged'),
      signedIn,
      async (c) => c.json(ok({ userIds: await flags.membersBy(c.var.user) })),
    );
};
