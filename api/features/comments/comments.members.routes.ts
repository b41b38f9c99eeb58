import { Hono } from 'hono';
import { describe, type Guards, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { suggestMembers } from '#contract/mentions.ts';
import type { Person } from '#contract/people.ts';

/** Suggestions that fit in a list under a text field. */
const maxSuggestions = 6;

/** Suggests members to mention. @param called finds members whose name begins with `typed` */
export const memberRoutes = (
  called: (typed: string, maxSuggestions: number) => Promise<Person[]>,
  { signedIn, limit }: Guards,
) =>
  new Hono<SignedIn>().get(
    suggestMembers.path,
    describe(suggestMembers, 'Members to mention in a comment'),
    signedIn,
    limit({ name: 'members', points: 120, seconds: 60, by: 'user' }),
    queryOf(suggestMembers),
    async (c) => c.json(ok({ items: await called(c.req.valid('query').q, maxSuggestions) })),
  );
