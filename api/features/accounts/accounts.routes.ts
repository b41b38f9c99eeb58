import { Hono, type MiddlewareHandler } from 'hono';
import { networksOf } from '#api/platform/addresses/network.ts';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import type { SessionCookies } from '#api/platform/sessions/cookies.ts';
import { deviceLabel } from '#api/platform/sessions/device-label.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import {
  confirmEmail,
  forgotPassword,
  login,
  readConfirmation,
  readReset,
  resetPassword,
  sendEmailConfirmation,
  signup,
} from '#contract/accounts.ts';
import { getAuthUser, refreshTokens, signout, validateToken } from '#contract/auth.ts';
import { ok, refused } from '#contract/envelope.ts';
import { Problem, problems } from '#contract/problems.ts';
import type { ConfirmationService } from './accounts.confirmation.ts';
import type { ConfirmationMails } from './accounts.confirmation-mails.ts';
import type { LoginService } from './accounts.login.ts';
import type { ResetService } from './accounts.reset.ts';
import type { AccountService } from './accounts.service.ts';
import type { SignIns } from './accounts.sign-in.routes.ts';
import { roleOf } from './accounts.states.ts';

interface Deps {
  accounts: AccountService;
  logins: LoginService;
  confirmations: ConfirmationService;
  resets: ResetService;
  mails: ConfirmationMails;
  sessions: Sessions;
  cookies: SessionCookies;
  signIns: SignIns;
}

const hour = 3600;

const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
};

// This GET sets cookies, so it refuses requests from other sites, and navigation. @throws cross_origin
const ownPages: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  if (site !== 'same-origin' || c.req.header('sec-fetch-mode') === 'navigate') throw new Problem('cross_origin');
  await next();
};

export const accountRoutes = (
  { accounts, logins, confirmations, resets, mails, sessions, cookies, signIns }: Deps,
  { signedIn, challenged, limit }: Guards,
) => {
  const signups = limit({ name: 'signup', points: 30, seconds: hour });
  const links = limit({ name: 'links', points: 60, seconds: hour });
  // Guesses at passwords have stricter limits of their own.
  const logging = limit({ name: 'login', points: 1200, seconds: hour });
  const leaving = limit({ name: 'signout', points: 1200, seconds: hour });
  return new Hono<SignedIn>()
    .post(signup.path, noStore, describe(signup, 'Sign up'), signups, bodyOf(signup), challenged(signup), async (c) => {
      await accounts.signup(c.req.valid('json'), c.var.client);
      return c.json(ok(null));
    })
    .post(
      readConfirmation.path,
      noStore,
      describe(readConfirmation, 'Read a confirmation link'),
      links,
      bodyOf(readConfirmation),
      async (c) => c.json(ok(await confirmations.read(c.req.valid('json').token))),
    )
    .post(
      confirmEmail.path,
      noStore,
      describe(confirmEmail, 'Confirm an e-mail and log in'),
      links,
      bodyOf(confirmEmail),
      async (c) => {
        const account = await confirmations.confirm(c.req.valid('json'), signIns.visitOf(c));
        return signIns.complete(c, account, 'password', true);
      },
    )
    .post(
      sendEmailConfirmation.path,
      noStore,
      describe(sendEmailConfirmation, 'Send the confirmation link again'),
      links,
      bodyOf(sendEmailConfirmation),
      async (c) => {
        await mails.resend(c.req.valid('json').email);
        return c.json(ok(null));
      },
    )
    .post(
      forgotPassword.path,
      noStore,
      describe(forgotPassword, 'Send a link to reset the password'),
      links,
      bodyOf(forgotPassword),
      challenged(forgotPassword),
      async (c) => {
        await resets.ask(c.req.valid('json').email);
        return c.json(ok(null));
      },
    )
    .post(readReset.path, noStore, describe(readReset, 'Read a password link'), links, bodyOf(readReset), async (c) =>
      c.json(ok(await resets.read(c.req.valid('json').token))),
    )
    .post(
      resetPassword.path,
      noStore,
      describe(resetPassword, 'Set a new password with a link'),
      links,
      bodyOf(resetPassword),
      async (c) => {
        await resets.reset(c.req.valid('json'), signIns.visitOf(c));
        return c.json(ok(null));
      },
    )
    .post(login.path, noStore, describe(login, 'Log in'), logging, bodyOf(login), async (c) => {
      return signIns.complete(c, await logins.check(c.req.valid('json'), signIns.visitOf(c)), 'password');
    })
    .post(signout.path, noStore, describe(signout, 'Sign out'), leaving, async (c) => {
      await signIns.signOut(c);
      cookies.clear(c);
      return c.json(ok(null));
    })
    .get(getAuthUser.path, describe(getAuthUser, 'The current user'), signedIn, (c) => {
      const { user, writer } = c.var;
      const { newUntil } = writer;
      return c.json(ok({ ...user, ...roleOf(c.var), ...(newUntil && { newUntil }) }));
    })
    .get(refreshTokens.path, noStore, describe(refreshTokens, 'Renew the access token'), ownPages, async (c) => {
      const result = await sessions.refresh(cookies.refresh(c), deviceLabel(c.req.header('user-agent')));
      if ('refused' in result) {
        const logFields = { event: 'session.refused', reason: result.refused, network: networksOf(c)[0] };
        c.var.log.info(logFields, 'refresh refused');
        const shut = result.userId ? await accounts.shutProblem(result.userId) : null;
        if (shut) return c.json(refused({ code: shut.code, message: shut.message, details: shut.details }));
        return c.json(refused({ code: 'unauthenticated', message: problems.unauthenticated.message }));
      }
      cookies.set(c, result.bearers);
      // The member's mails follow the page that they use.
      await accounts.followLanguage(result.userId);
      return c.json(ok({ accessExpires: result.bearers.accessExpires.toISOString() }));
    })
    .get(validateToken.path, noStore, describe(validateToken, 'Check the access token'), async (c) => {
      const user = await sessions.userOf(cookies.access(c));
      return c.json(ok(user && { id: user.id, username: user.username, avatar: user.avatar }));
    });
};
