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
import { readInvitation } from '#contract/invitations.ts';
import { t } from '#contract/texts.ts';
import { runAction } from '#src/actions/run-action.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { confirmAndSignIn } from '#src/session/sign-in.ts';

/**
 * Signs a member up; the confirmation link is sent by e-mail.
 * @throws ApiFailure
 */
export async function signUp(member: Signup): Promise<void> {
  await runAction(signup, { body: member });
}

/**
 * Requests the confirmation link again. The answer does not reveal whether the account exists.
 * @throws ApiFailure
 */
export async function resendConfirmation(email: string): Promise<void> {
  await runAction(sendEmailConfirmation, { body: { email } });
}

/**
 * Requests a link to reset the password. The answer does not reveal whether the account exists.
 * @throws ApiFailure
 */
export async function askForReset(email: string): Promise<void> {
  await runAction(forgotPassword, { body: { email } });
}

/** Link from an e-mail that is invalid, or that could not be checked. */
export type UselessLink = { is: 'invalid'; message: string } | { is: 'unreached'; message: string };
type UsefulLink = { is: 'asked'; username: string; email: string };

/** State of a confirmation link. */
export type Confirmation =
  | UsefulLink
  | { is: 'confirmed'; username: string }
  /** Operators have yet to let the account in. */
  | { is: 'applied' }
  | { is: 'already' }
  | UselessLink;
/** State of an invitation. `by`: the member who invites. */
export type Invitation = { is: 'invited'; by: string | null } | UselessLink;
/** State of a link to reset the password. */
export type Reset = UsefulLink | UselessLink;

/** The link is invalid, used or expired. */
export const invalidLink: UselessLink = {
  is: 'invalid',
  message: t`This link is no longer valid. Ask for a new one.`,
};

const invalid = /^(?:confirm|reset)\.invalid$/;

/** Why a link from an e-mail cannot be used. */
export function uselessBy(error: unknown): UselessLink {
  if (!(error instanceof ApiFailure)) throw error;
  const known = invalid.test(error.code ?? '') || error.kind === 'validation';
  if (known) return invalidLink;
  if (error.code === 'undo.invalid') return { is: 'invalid', message: error.message };
  return { is: 'unreached', message: error.message };
}

function refusalOf(error: unknown): Confirmation {
  const already = error instanceof ApiFailure && error.code === 'EmailAlreadyConfirmed';
  return already ? { is: 'already' } : uselessBy(error);
}

/** Reads the account of a confirmation link, without confirming anything. */
export const askConfirmation = (token: string): Promise<Confirmation> =>
  runAction(readConfirmation, { body: { token } }).then((account) => ({ is: 'asked', ...account }), refusalOf);

/**
 * Confirms an e-mail address with the link's token and the password chosen at sign-up, and logs in.
 * @throws ApiFailure while the link is still valid
 */
export async function confirm(proof: ConfirmEmail): Promise<Confirmation> {
  try {
    const { authUser } = await confirmAndSignIn(proof);
    return { is: 'confirmed', username: authUser.username };
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'Applied') return { is: 'applied' };
    const spent = error instanceof ApiFailure && /^(EmailAlreadyConfirmed|confirm\.invalid)$/.test(error.code ?? '');
    if (spent) return refusalOf(error);
    throw error;
  }
}

/** Reads an invitation, without using it. */
export const askInvitation = (token: string): Promise<Invitation> =>
  runAction(readInvitation, { body: { token } }).then(
    ({ by }) => ({ is: 'invited', by }),
    (error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error;
      const isUseless = error.code?.startsWith('invitation.') || error.kind === 'validation';
      return { is: isUseless ? 'invalid' : 'unreached', message: error.message };
    },
  );

/** Reads the account of a reset link, without changing anything. */
export const askReset = (token: string): Promise<Reset> =>
  runAction(readReset, { body: { token } }).then((account) => ({ is: 'asked', ...account }), uselessBy);

/**
 * Sets a new password through a reset link. This ends all sessions of the account.
 * @returns why the link is invalid; null if the password was changed
 * @throws ApiFailure while the link is still valid
 */
export async function reset(proof: ResetPassword): Promise<UselessLink | null> {
  try {
    await runAction(resetPassword, { body: proof });
    return null;
  } catch (error) {
    if (error instanceof ApiFailure && invalid.test(error.code ?? '')) return uselessBy(error);
    throw error;
  }
}
