import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { Addressee, Email, NewPassword, ReadLink, Username } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Person } from './people.ts';
import { defineProblems } from './problems.ts';

const ownAccountProblems = defineProblems({
  'email.taken': { status: 409, message: t`Another account has this e-mail by now. Yours stays as it is.` },
  'email.logIn': { status: 403, message: t`Log in first, then open the link again.` },
  'undo.invalid': {
    status: 410,
    message: t`This link is no longer valid. The change was taken back, or it is too long ago.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    ownAccount: typeof ownAccountProblems;
  }
}

const Until = { until: v.string() };

/** The private data of a member's account. Times are in ISO 8601. */
export const OwnAccount = v.object({
  username: v.string(),
  email: v.string(),
  /** The new address that waits for its confirmation, and until when. */
  pending: v.nullable(v.object({ email: v.string(), ...Until })),
  /** Names that are held for the member, latest first. */
  formerNames: v.array(v.object({ name: v.string(), ...Until })),
  /** When another name can be chosen; null if it can now. */
  renameAt: v.nullable(v.string()),
});
export type OwnAccount = v.InferOutput<typeof OwnAccount>;

export const ChangeUsername = v.object({ username: Username });
export type ChangeUsername = v.InferOutput<typeof ChangeUsername>;
export const ChangeEmail = v.object({ email: Email });
export type ChangeEmail = v.InferOutput<typeof ChangeEmail>;
/** `password` is needed where the member is not logged in. */
export const ConfirmNewEmail = v.object({
  ...ReadLink.entries,
  password: v.optional(v.pipe(v.string(), v.maxLength(1000))),
});
export type ConfirmNewEmail = v.InferOutput<typeof ConfirmNewEmail>;
export const UndoEmail = v.object({ ...ReadLink.entries, password: NewPassword });
export type UndoEmail = v.InferOutput<typeof UndoEmail>;

export const getOwnAccount = endpoint('GET', '/user/account', { reply: OwnAccount, private: true });
/** Changes the username at once. The former one is held for the member. */
export const changeUsername = endpoint('POST', '/user/username', {
  action: 'ChangeUsername',
  body: ChangeUsername,
  reply: Person,
  private: true,
});
/** Mails a link to a new address, which replaces an earlier one. The address changes once the link is used. */
export const changeEmail = endpoint('POST', '/user/email', {
  action: 'ChangeEmail',
  body: ChangeEmail,
  reply: v.null(),
  private: true,
});
/** Takes back a change of the address that is not confirmed. */
export const cancelEmailChange = endpoint('DELETE', '/user/email', {
  action: 'CancelEmailChange',
  reply: v.null(),
  private: true,
});
/**
 * Returns what the link to a new address would do, without using it. `needs`: what the sender has to do besides, who is
 * the member, or somebody else whose address it is.
 */
export const readNewEmail = endpoint('POST', '/account/read-new-email', {
  body: ReadLink,
  reply: v.object({ ...Addressee.entries, needs: v.nullable(v.picklist(['password', 'login'])) }),
});
/** Changes the address. Repeating it is `EmailAlreadyConfirmed`. */
export const confirmNewEmail = endpoint('POST', '/account/confirm-new-email', {
  action: 'ConfirmNewEmail',
  body: ConfirmNewEmail,
  reply: v.null(),
});
/** Returns the account and the address that a link would give back. `changed`: whether the new address was confirmed. */
export const readEmailUndo = endpoint('POST', '/account/read-email-undo', {
  body: ReadLink,
  reply: v.object({ ...Addressee.entries, changed: v.boolean() }),
});
/**
 * Undoes a change of the address, confirmed or not, and all later ones, sets a new password, and ends all sessions:
 * somebody else may hold the account.
 */
export const undoEmailChange = endpoint('POST', '/account/undo-email-change', {
  action: 'UndoEmailChange',
  body: UndoEmail,
  reply: v.null(),
});
