import { Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import type { SessionCookies } from '#api/platform/sessions/cookies.ts';
import { deleteAccount, restoreAccount } from '#contract/accounts.ts';
import { ok } from '#contract/envelope.ts';
import type { DepartureService } from './accounts.departure.ts';
import type { LoginService } from './accounts.login.ts';
import type { SignIns } from './accounts.sign-in.routes.ts';

interface Deps {
  departures: DepartureService;
  logins: LoginService;
  cookies: SessionCookies;
  signIns: SignIns;
}

export const departureRoutes = (
  { departures, logins, cookies, signIns }: Deps,
  { signedIn, proved, limit }: Guards,
) => {
  const leaving = limit({ name: 'departure', points: 60, seconds: 3600, by: 'user' });
  const returning = limit({ name: 'return', points: 300, seconds: 3600 });
  return new Hono<SignedIn>()
    .post(
      deleteAccount.path,
      describe(deleteAccount, 'Delete the account'),
      signedIn,
      proved(),
      leaving,
      bodyOf(deleteAccount),
      async (c) => {
        const until = await departures.leave(c.var.user, c.req.valid('json'), c.var.session, signIns.visitOf(c));
        await signIns.ended(c.var.user.id);
        cookies.clear(c);
        return c.json(ok({ until: until.toISOString() }));
      },
    )
    .post(
      restoreAccount.path,
      describe(restoreAccount, 'Restore a deleted account'),
      returning,
      bodyOf(restoreAccount),
      async (c) => {
        c.header('Cache-Control', 'no-store');
        const visit = signIns.visitOf(c);
        const account = await departures.restore(() => logins.proveForLogin(c.req.valid('json'), visit), visit);
        return signIns.complete(c, account, 'password');
      },
    );
};
