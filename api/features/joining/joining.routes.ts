import { type Context, Hono } from 'hono';
import {
  bodyOf,
  describe,
  type Guards,
  idParam,
  queryOf,
  type SignedIn,
  type Visitor,
} from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import {
  createInvitation,
  listAllInvitations,
  listInvitations,
  readInvitation,
  revokeInvitation,
} from '#contract/invitations.ts';
import { getJoining } from '#contract/joining.ts';
import type { Invitations } from './joining.invitations.ts';
import type { JoinService } from './joining.service.ts';

const inviterOf = (c: Context<SignedIn>) => ({ ...c.var.writer, operator: c.var.operator });

export const joiningRoutes = (
  joining: JoinService,
  invitations: Invitations,
  { signedIn, operator, once, limit, cached }: Guards,
) => {
  const links = limit({ name: 'invitation-links', points: 60, seconds: 3600 });
  const pace = limit({ name: 'invitations', points: 60, seconds: 3600, by: 'user' });
  const members = new Hono<SignedIn>()
    .get(
      listInvitations.path,
      describe(listInvitations, "The member's own invitations to the site, newest first"),
      signedIn,
      queryOf(listInvitations),
      async (c) => c.json(ok(await invitations.own(inviterOf(c), c.req.valid('query')))),
    )
    .put(
      createInvitation.path,
      describe(createInvitation, 'Make an invitation to the site'),
      signedIn,
      pace,
      once,
      bodyOf(createInvitation),
      async (c) => c.json(ok(await invitations.create(inviterOf(c), idParam(c, 'invitationId'), c.req.valid('json')))),
    )
    .delete(
      revokeInvitation.path,
      describe(revokeInvitation, 'Revoke an invitation'),
      signedIn,
      pace,
      once,
      async (c) => c.json(ok(await invitations.revoke(inviterOf(c), idParam(c, 'invitationId')))),
    )
    .get(
      listAllInvitations.path,
      describe(listAllInvitations, 'All invitations to the site, newest first'),
      signedIn,
      operator,
      queryOf(listAllInvitations),
      async (c) => c.json(ok(await invitations.all(c.req.valid('query')))),
    );
  return new Hono<Visitor>()
    .get(getJoining.path, describe(getJoining, 'How one may join the site'), cached, async (c) =>
      c.json(ok(await joining.read())),
    )
    .post(
      readInvitation.path,
      describe(readInvitation, 'Read an invitation, without using it'),
      links,
      bodyOf(readInvitation),
      async (c) => {
        c.header('Cache-Control', 'no-store');
        return c.json(ok(await invitations.read(c.req.valid('json').token)));
      },
    )
    .route('/', members);
};
