import {
  type ConfirmEmail,
  confirmEmail,
  type Login,
  type LoginResult,
  login,
  restoreAccount,
} from '#contract/accounts.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { enterByOpenId, joinByOpenId, restoreByOpenId } from '#contract/openid.ts';
import type { Assertion, loginWithPasskey, restoreWithPasskey } from '#contract/passkeys.ts';
import { t } from '#contract/texts.ts';
import { runAction } from '#src/actions/run-action.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { sessionMark } from '#src/lib/refresh.ts';
import { withSignInLock } from '#src/outbox/pending-sign-out.ts';
import { dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import { letIn, showShut } from './session.ts';

const noCookies = t`Logging in needs cookies, and your browser blocks them. Allow cookies for this site, then try again.`;

async function arrive(result: LoginResult): Promise<LoginResult> {
  if ((await sessionMark()) === null) throw new ApiFailure('refused', { code: 'no_cookies', message: noCookies });
  await dropCachedHomePage();
  await letIn(result);
  return result;
}

/** Shows the outbox of a suspended or banned member after a refused log-in; the password or passkey was right. */
function noteShut(username: string, cause: unknown): void {
  if (!(cause instanceof ApiFailure)) return;
  const { code, message, details } = cause;
  if ((code !== 'Suspended' && code !== 'Banned') || typeof details.userId !== 'string') return;
  const member = { id: details.userId, username: String(details.username ?? username), avatar: '' };
  showShut(member, { code, message, details });
}

/**
 * Logs in.
 * @throws ApiFailure; its code is the account's status, its message the sentence to show
 */
export const signIn = async (credentials: Login): Promise<LoginResult> =>
  runAction(login.action, (call) => withSignInLock(async () => arrive(await call(login, { body: credentials })))).catch(
    (cause: unknown) => {
      noteShut(credentials.identifier, cause);
      throw cause;
    },
  );

/**
 * Confirms an e-mail address by the token of its link and the password of the sign-up, and logs in.
 * @throws ApiFailure
 */
export const confirmAndSignIn = async (proof: ConfirmEmail): Promise<LoginResult> =>
  runAction(confirmEmail.action, (call) =>
    withSignInLock(async () => arrive(await call(confirmEmail, { body: proof }))),
  );

/**
 * Restores a deleted account with the credentials of a refused log-in, and logs in.
 * @throws ApiFailure
 */
export const restoreAndSignIn = async (credentials: Login): Promise<LoginResult> =>
  runAction(restoreAccount.action, (call) =>
    withSignInLock(async () => arrive(await call(restoreAccount, { body: credentials }))),
  );

/**
 * Logs in with a passkey.
 * @param endpoint whether a deleted account is restored
 * @param ask has the browser use a passkey
 * @throws ApiFailure, and what `ask` throws
 */
export const signInWithPasskey = async (
  endpoint: typeof loginWithPasskey | typeof restoreWithPasskey,
  ask: () => Promise<Assertion>,
): Promise<LoginResult> =>
  runAction(endpoint.action, async (call) => {
    const credential = await ask();
    return withSignInLock(async () => arrive(await call(endpoint, { body: { credential } })));
  }).catch((cause: unknown) => {
    noteShut('', cause);
    throw cause;
  });

/**
 * Logs in with the account that another site named, if somebody has one here.
 * @throws ApiFailure
 */
export const signInElsewhere = async <E extends typeof enterByOpenId | typeof joinByOpenId | typeof restoreByOpenId>(
  endpoint: E,
  body: Body<E>,
): Promise<Reply<E>> =>
  runAction(endpoint.action, (call) =>
    withSignInLock(async () => {
      const answer = (await call(endpoint as never, { body } as never)) as Reply<E>;
      if (answer.login === 'LoginSucceeded') await arrive(answer as LoginResult);
      return answer;
    }),
  ).catch((cause: unknown) => {
    noteShut('', cause);
    throw cause;
  });
