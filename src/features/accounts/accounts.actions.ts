import { type ConfirmEmail, readConfirmation, type Signup, sendEmailConfirmation, signup } from '#contract/accounts.ts';
import { ApiFailure } from '#src/ground/failure.ts';
import { call } from '#src/http/api.ts';
import { confirmAndSignIn } from '#src/session/session.ts';

/**
 * Signs somebody up; the confirmation link goes out by mail.
 * @throws ApiFailure
 */
export async function signUp(member: Signup): Promise<void> {
  await call(signup, { body: member });
}

/**
 * Asks for the confirmation link once more. The answer is the same whether or not the account exists.
 * @throws ApiFailure
 */
export async function resendConfirmation(email: string): Promise<void> {
  await call(sendEmailConfirmation, { body: { email } });
}

/** What is known of a confirmation link. */
export type Confirmation =
  | { is: 'asked'; username: string; email: string }
  | { is: 'confirmed'; username: string }
  | { is: 'already' }
  | { is: 'invalid'; message: string }
  | { is: 'unreached'; message: string };

/** The link cannot be used, or not any more. */
export const invalidLink: Confirmation = {
  is: 'invalid',
  message: 'This link is no longer valid. Ask for a new one.',
};

function refusalOf(error: unknown): Confirmation {
  if (!(error instanceof ApiFailure)) throw error;
  if (error.code === 'EmailAlreadyConfirmed') return { is: 'already' };
  const known = error.code === 'confirm.invalid' || error.kind === 'validation';
  if (known) return invalidLink;
  return { is: 'unreached', message: error.message };
}

/** Asks whose account the link with this token is for. Nothing is confirmed by it. */
export const askConfirmation = (token: string): Promise<Confirmation> =>
  call(readConfirmation, { body: { token } }).then((account) => ({ is: 'asked', ...account }), refusalOf);

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
