import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import type { SessionCookies } from '#api/platform/sessions/cookies.ts';
import { ok } from '#contract/envelope.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  challengeMinutes,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
  restoreWithPasskey,
} from '#contract/passkeys.ts';
import type { DepartureService } from './accounts.departure.ts';
import type { LoginService } from './accounts.login.ts';
import type { PasskeyService } from './accounts.passkeys.ts';
import type { SignIns } from './accounts.sign-in.routes.ts';

interface Deps {
  passkeys: PasskeyService;
  logins: LoginService;
  departures: DepartureService;
  cookies: SessionCookies;
  signIns: SignIns;
}

const hour = 3600;

/** Routes by which members manage their passkeys and log in with one. */
export const passkeyRoutes = (
  { passkeys, logins, departures, cookies, signIns }: Deps,
  { signedIn, proved, limit }: Guards,
) => {
  const beginning = limit({ name: 'passkey-begin', points: 1200, seconds: hour });
  const logging = limit({ name: 'passkey-login', points: 1200, seconds: hour });
  const changing = limit({ name: 'passkey', points: 120, seconds: hour, by: 'user' });

  /** A secret of the browser, the same in each of its tabs. */
  const holderOf = (c: Context): string => {
    const holder = cookies.passkey(c) || randomBytes(16).toString('base64url');
    cookies.setPasskey(c, holder, challengeMinutes * 60);
    return holder;
  };

  return new Hono<SignedIn>()
    .get(listPasskeys.path, describe(listPasskeys, 'List the passkeys'), signedIn, async (c) =>
      c.json(ok(await passkeys.list(c.var.user.id))),
    )
    .post(
      beginPasskey.path,
      describe(beginPasskey, 'Begin to add a passkey'),
      signedIn,
      proved(),
      changing,
      async (c) => c.json(ok(await passkeys.begin(c.var.user, c.var.session.id))),
    )
    .post(
      addPasskey.path,
      describe(addPasskey, 'Add a passkey'),
      signedIn,
      proved(),
      changing,
      bodyOf(addPasskey),
      async (c) => {
        const { user, session } = c.var;
        return c.json(ok(await passkeys.add(c.req.valid('json'), user.id, session.id, signIns.visitOf(c))));
      },
    )
    .put(
      renamePasskey.path,
      describe(renamePasskey, 'Rename a passkey'),
      signedIn,
      changing,
      bodyOf(renamePasskey),
      async (c) => {
        await passkeys.rename(c.var.user.id, c.req.param('passkeyId'), c.req.valid('json').name);
        return c.json(ok(null));
      },
    )
    .delete(
      removePasskey.path,
      describe(removePasskey, 'Remove a passkey'),
      signedIn,
      proved(),
      changing,
      async (c) => {
        await passkeys.remove(c.var.user.id, c.req.param('passkeyId'), signIns.visitOf(c));
        return c.json(ok(null));
      },
    )
    .post(
      beginPasskeyProof.path,
      describe(beginPasskeyProof, 'Begin to prove that it is you by a passkey'),
      signedIn,
      changing,
      async (c) => c.json(ok(await passkeys.beginProof(c.var.user.id, c.var.session.id))),
    )
    .post(
      beginPasskeyLogin.path,
      describe(beginPasskeyLogin, 'Begin to log in with a passkey'),
      beginning,
      async (c) => {
        c.header('Cache-Control', 'no-store');
        return c.json(ok(await passkeys.beginLogin(holderOf(c))));
      },
    )
    .post(
      loginWithPasskey.path,
      describe(loginWithPasskey, 'Log in with a passkey'),
      logging,
      bodyOf(loginWithPasskey),
      async (c) => {
        c.header('Cache-Control', 'no-store');
        const visit = signIns.visitOf(c);
        const account = await passkeys.login(c.req.valid('json').credential, cookies.passkey(c) ?? '', visit);
        return signIns.complete(c, await logins.admit(account, visit), 'passkey');
      },
    )
    .post(
      restoreWithPasskey.path,
      describe(restoreWithPasskey, 'Restore a deleted account with a passkey'),
      logging,
      bodyOf(restoreWithPasskey),
      async (c) => {
        c.header('Cache-Control', 'no-store');
        const visit = signIns.visitOf(c);
        const proved = await passkeys.login(c.req.valid('json').credential, cookies.passkey(c) ?? '', visit);
        const account = await departures.restore(() => passkeys.accountOf(proved.id), visit);
        return signIns.complete(c, account, 'passkey');
      },
    );
};
