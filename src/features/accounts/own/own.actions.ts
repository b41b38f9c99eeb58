import type { Id } from '#contract/ids.ts';
import {
  type ChangeEmail,
  type ChangeUsername,
  type ConfirmNewEmail,
  cancelEmailChange,
  changeEmail,
  changeUsername,
  confirmNewEmail,
  getOwnAccount,
  type OwnAccount,
  readEmailUndo,
  readNewEmail,
  type UndoEmail,
  undoEmailChange,
} from '#contract/own-account.ts';
import { t } from '#contract/texts.ts';
import { runAction } from '#src/actions/run-action.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { storePerson } from '#src/session/store-person.ts';
import { type UselessLink, uselessBy } from '../accounts.actions.ts';

/** @throws ApiFailure */
export const ownAccount = (as: Id): Promise<OwnAccount> => runAction(getOwnAccount, { as });

/**
 * Changes the member's name, on this device at once.
 * @throws ApiFailure
 */
export async function changeOwnName(as: Id, body: ChangeUsername): Promise<void> {
  const { username } = await runAction(changeUsername, { as, body });
  await storePerson(as, { username });
}

/** Has a link mailed to a new address. @throws ApiFailure */
export async function changeOwnEmail(as: Id, body: ChangeEmail): Promise<void> {
  await runAction(changeEmail, { as, body });
}

/** Takes back a new address that is not confirmed. @throws ApiFailure */
export async function cancelOwnEmail(as: Id): Promise<void> {
  await runAction(cancelEmailChange, { as });
}

/** State of the link to a new address. */
export type NewEmail =
  | { is: 'asked'; username: string; email: string; needsPassword: boolean }
  | { is: 'login'; message: string }
  | { is: 'already' | 'confirmed' }
  | UselessLink;

const logInFirst: NewEmail = { is: 'login', message: t`Log in first, then open the link again.` };

function newEmailBy(error: unknown): NewEmail {
  const { code = '' } = error instanceof ApiFailure ? error : {};
  if (code === 'EmailAlreadyConfirmed') return { is: 'already' };
  if (code === 'email.logIn' || code === 'unauthenticated') return logInFirst;
  return uselessBy(error);
}

/** Reads a link to a new address, without changing anything. */
export const askNewEmail = (token: string): Promise<NewEmail> =>
  runAction(readNewEmail, { body: { token } }).then(
    ({ username, email, needs }) =>
      needs === 'login' ? logInFirst : { is: 'asked', username, email, needsPassword: needs === 'password' },
    newEmailBy,
  );

/**
 * Changes the address by the link to it.
 * @throws ApiFailure while the link is still valid
 */
export async function confirmOwnEmail(proof: ConfirmNewEmail): Promise<NewEmail> {
  try {
    await runAction(confirmNewEmail, { body: proof });
    return { is: 'confirmed' };
  } catch (error) {
    const spent =
      error instanceof ApiFailure && /^(EmailAlreadyConfirmed|confirm\.invalid|email\.logIn)$/.test(error.code ?? '');
    if (!spent) throw error;
    return newEmailBy(error);
  }
}

/** State of the link by which a former address undoes its change. */
export type EmailUndo =
  | { is: 'asked'; username: string; email: string; changed: boolean }
  | { is: 'undone' }
  | UselessLink;

/** Reads a link that undoes a change of the address, without changing anything. */
export const askEmailUndo = (token: string): Promise<EmailUndo> =>
  runAction(readEmailUndo, { body: { token } }).then((account) => ({ is: 'asked', ...account }), uselessBy);

/**
 * Undoes a change of the address, sets a new password and signs the account out everywhere.
 * @throws ApiFailure while the link is still valid
 */
export async function undoEmail(proof: UndoEmail): Promise<EmailUndo> {
  try {
    await runAction(undoEmailChange, { body: proof });
    return { is: 'undone' };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'undo.invalid') throw error;
    return uselessBy(error);
  }
}
