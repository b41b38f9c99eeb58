import {
  type ConfirmEmail,
  forgotPassword,
  type ResetPassword,
  readConfirmation,
  readReset,
  resetPassword,
  type Signup,
  sendEmailConfirmation,
  signup,
} from '#contract/accounts.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { confirmAndSignIn } from '#src/session/sign-in.ts';

/**
 * Signs somebody up; the confirmation link goes out by mail.
 * @throws ApiFailure
 */
export async function signUp(member: Signup): Promise<void> {
  await runAction('Signup', (call) => call(signup, { body: member }));
}

/**
 * Asks for the confirmation link once more. The answer is the same whether or not the account exists.
 * @throws ApiFailure
 */
export async function resendConfirmation(email: string): Promise<void> {
  await runAction('ResendConfirmationEmail', (call) => call(sendEmailConfirmation, { body: { email } }));
}

/**
 * Asks for a link that changes the password. The answer is the same whether or not the account exists.
 * @throws ApiFailure
 */
export async function askForReset(email: string): Promise<void> {
  await runAction('ForgotPassword', (call) => call(forgotPassword, { body: { email } }));
}

/** A mailed link that is of no use, for good or for now. */
export type UselessLink = { is: 'invalid'; message: string } | { is: 'unreached'; message: string };
type UsefulLink = { is: 'asked'; username: string; email: string };

/** What is known of a confirmation link. */
export type Confirmation = UsefulLink | { is: 'confirmed'; username: string } | { is: 'already' } | UselessLink;
/** What is known of a link that changes the password. */
export type Reset = UsefulLink | UselessLink;

/** The link cannot be used, or not any more. */
export const invalidLink: UselessLink = {
  is: 'invalid',
  message: 'This link is no longer valid. Ask for a new one.',
};

const invalid = /^(?:confirm|reset)\.invalid$/;

function uselessBy(error: unknown): UselessLink {
  if (!(error instanceof ApiFailure)) throw error;
  const known = invalid.test(error.code ?? '') || error.kind === 'validation';
  if (known) return invalidLink;
  return { is: 'unreached', message: error.message };
}

function refusalOf(error: unknown): Confirmation {
  const already = error instanceof ApiFailure && error.code === 'EmailAlreadyConfirmed';
  return already ? { is: 'already' } : uselessBy(error);
}

/** Asks whose account the link with this token is for. Nothing is confirmed by it. */
export const askConfirmation = (token: string): Promise<Confirmation> =>
  runAction('ReadConfirmation', (call) => call(readConfirmation, { body: { token } })).then(
    (account) => ({ is: 'asked', ...account }),
    refusalOf,
  );

/**
 * Confirms an e-mail by the token of its link and the password of the sign-up, and logs in.
 * @throws ApiFailure while the link can still be used
 */
export async function confirm(proof: ConfirmEmail): Promise<Confirmation> {
  try {
    const { authUser } = await confirmAndSignIn(proof);
    return { is: 'confirmed', username: authUser.username };
  } catch (error) {
    const spent = error instanceof ApiFailure && /^(EmailAlreadyConfirmed|confirm\.invalid)$/.test(error.code ?? '');
    if (spent) return refusalOf(error);
    throw error;
  }
}

/** Asks whose password the link with this token changes. Nothing is changed by it. */
export const askReset = (token: string): Promise<Reset> =>
  runAction('ReadReset', (call) => call(readReset, { body: { token } })).then(
    (account) => ({ is: 'asked', ...account }),
    uselessBy,
  );

/**
 * Gives the account of a link a new password. It is signed out everywhere.
 * @returns why the link is of no use; null when the password is changed
 * @throws ApiFailure while the link can still be used
 */
export async function reset(proof: ResetPassword): Promise<UselessLink | null> {
  try {
    await runAction('ResetPassword', (call) => call(resetPassword, { body: proof }));
    return null;
  } catch (error) {
    if (error instanceof ApiFailure && invalid.test(error.code ?? '')) return uselessBy(error);
    throw error;
  }
}
