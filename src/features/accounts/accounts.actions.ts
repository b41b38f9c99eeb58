import { confirmEmail, type Signup, sendEmailConfirmation, signup } from '#contract/accounts.ts';
import { ApiFailure } from '#src/ground/failure.ts';
import { call } from '#src/http/api.ts';

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

/** What came of opening a confirmation link. */
export type Confirmation =
  | { is: 'confirmed'; username: string }
  | { is: 'already' }
  | { is: 'invalid'; message: string }
  | { is: 'unreached'; message: string };

const running = new Map<string, Promise<Confirmation>>();

async function confirm(token: string): Promise<Confirmation> {
  try {
    return { is: 'confirmed', username: (await call(confirmEmail, { body: { token } })).username };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === 'EmailAlreadyConfirmed') return { is: 'already' };
    const known = error.code === 'confirm.invalid' || error.kind === 'validation';
    if (known) return { is: 'invalid', message: 'This link is no longer valid. Ask for a new one.' };
    return { is: 'unreached', message: error.message };
  }
}

/** Confirms an e-mail by the token of its link. A link is used once, however often its page is drawn. */
export function confirmOnce(token: string): Promise<Confirmation> {
  const known = running.get(token);
  if (known) return known;
  const answer = confirm(token).then((outcome) => {
    if (outcome.is === 'unreached') running.delete(token);
    return outcome;
  });
  running.set(token, answer);
  return answer;
}
