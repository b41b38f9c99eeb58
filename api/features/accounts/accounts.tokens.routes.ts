import { Hono } from 'hono';
import { networksOf } from '#api/platform/addresses/network.ts';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { senderOf } from '#api/platform/sessions/sender.ts';
import { ok } from '#contract/envelope.ts';
import { listTokens, makeToken, revokeToken } from '#contract/personal-tokens.ts';
import type { TokenService } from './accounts.tokens.ts';

/** Routes for personal tokens, which programs cannot use. */
export const tokenRoutes = (tokens: TokenService, { signedIn, proved, provedStrongly, limit }: Guards) => {
  const pace = limit({ name: 'personal-tokens', points: 60, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(listTokens.path, describe(listTokens, 'List the personal tokens'), signedIn, async (c) =>
      c.json(ok(await tokens.list(c.var.user.id))),
    )
    .post(
      makeToken.path,
      describe(makeToken, 'Make a personal token'),
      signedIn,
      pace,
      proved(),
      bodyOf(makeToken),
      (c, next) => (c.req.valid('json').scopes.includes('moderate') ? provedStrongly(c, next) : next()),
      // No idempotency key: the stored answer would hold the secret.
      async (c) => {
        const { user, session, moderator } = c.var;
        const made = await tokens.make(user.id, session, c.req.valid('json'), moderator, senderOf(c));
        const logFields = { accountId: user.id, network: networksOf(c)[0], scopes: made.token.scopes };
        c.var.log.info({ event: 'token.made', ...logFields }, 'personal token made');
        return c.json(ok(made), 201);
      },
    )
    .delete(revokeToken.path, describe(revokeToken, 'Revoke a personal token'), signedIn, pace, async (c) => {
      const { user } = c.var;
      if (await tokens.revoke(user.id, c.req.param('tokenId'), senderOf(c)))
        c.var.log.info(
          { event: 'token.revoked', accountId: user.id, network: networksOf(c)[0] },
          'personal token revoked',
        );
      return c.json(ok(null));
    });
};
