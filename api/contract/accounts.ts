import * as v from 'valibot';
import { AuthUser } from './auth.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { lengthOf } from './text.ts';

const accountOutcomes = [
  'Banned',
  'Deleted',
  'EmailAlreadyConfirmed',
  'EmailNotConfirmed',
  'LockedOut',
  'LoginFailed',
  'LoginSucceeded',
  'NotFound',
  'Suspended',
] as const;
const AccountOutcome = v.picklist(accountOutcomes);

const passwordLimits = { least: 10, most: 128 } as const;

/** Characters of a line that somebody typed, spaces around it counted. */
const longestLine = 254;

const nameLength = 'Enter a username of 3 to 20 characters.';
const Username = v.pipe(
  atMost(v.string(nameLength), longestLine, nameLength),
  v.trim(),
  v.minLength(3, nameLength),
  v.maxLength(20, nameLength),
  v.regex(/^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+){0,2}$/, 'Use letters, numbers and single . _ - inside the name.'),
);
const emailWords = 'Enter a valid e-mail address.';
// As the HTML standard checks a field of type email: a browser sends such an address, also for `anna@bücher.example`.
const emailShape =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
export const Email = v.pipe(
  atMost(v.string(emailWords), longestLine, emailWords),
  v.trim(),
  v.regex(emailShape, emailWords),
);
const shortPassword = 'Use at least 10 characters.';
const longPassword = 'Use at most 128 characters.';
export const NewPassword = v.pipe(
  atMost(v.string(shortPassword), 2 * passwordLimits.most, longPassword),
  v.check((text) => lengthOf(text) >= passwordLimits.least, shortPassword),
  v.check((text) => lengthOf(text) <= passwordLimits.most, longPassword),
);

/** A sign-up carries an id of its own, so that a repeated one is the same account, whose public id is another. */
export const Signup = v.object({
  id: Id,
  username: Username,
  email: Email,
  password: NewPassword,
  terms: v.literal(true, 'Agree to the terms to go on.'),
});
export type Signup = v.InferOutput<typeof Signup>;

export const Password = v.pipe(v.string(), v.minLength(1, 'Enter your password.'), v.maxLength(1000));
export const Login = v.object({
  identifier: v.pipe(atMost(v.string(), longestLine), v.trim(), v.minLength(1, 'Enter your username or e-mail.')),
  password: Password,
});
export type Login = v.InferOutput<typeof Login>;

/** Typing one's own name shows that it is meant. */
export const DeleteAccount = v.object({
  username: v.pipe(atMost(v.string(), longestLine), v.trim(), v.minLength(1, 'Enter your username.')),
  password: Password,
});
export type DeleteAccount = v.InferOutput<typeof DeleteAccount>;
/** For so many days a deleted account can be restored; so many days a sign-up waits to be confirmed. */
export const daysToErasure = 30;

export const LoginResult = v.object({ login: AccountOutcome, authUser: AuthUser });
export type LoginResult = v.InferOutput<typeof LoginResult>;

/** What a mailed link carries. */
const ReadLink = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) });
/** The link shows whose address it is, the password whose sign-up. */
export const ConfirmEmail = v.object({ ...ReadLink.entries, password: Password });
export type ConfirmEmail = v.InferOutput<typeof ConfirmEmail>;
/** Where a link is to be mailed. */
export const ByAddress = v.object({ email: Email });
export const ResetPassword = v.object({ ...ReadLink.entries, password: NewPassword });
export type ResetPassword = v.InferOutput<typeof ResetPassword>;
/** Whose account a link is for. */
const Addressee = v.object({ username: v.string(), email: v.string() });

export const signup = endpoint('POST', '/account/signup', {
  body: Signup,
  reply: v.null(),
  challenge: 'signup',
});
/** Whose account a confirmation link is for, without using it. */
export const readConfirmation = endpoint('POST', '/account/read-confirmation', {
  body: ReadLink,
  reply: Addressee,
});
/** Confirms the address and logs in. */
export const confirmEmail = endpoint('POST', '/account/confirm-email', { body: ConfirmEmail, reply: LoginResult });
export const sendEmailConfirmation = endpoint('POST', '/account/send-email-confirmation', {
  body: ByAddress,
  reply: v.null(),
});
export const forgotPassword = endpoint('POST', '/account/forgot-password', {
  body: ByAddress,
  reply: v.null(),
  challenge: 'forgot-password',
});
/** Whose password a link changes, without using it. */
export const readReset = endpoint('POST', '/account/read-reset', { body: ReadLink, reply: Addressee });
/** Gives the account of a link a new password, and signs it out everywhere. */
export const resetPassword = endpoint('POST', '/account/reset-password', { body: ResetPassword, reply: v.null() });
export const login = endpoint('POST', '/account/login', { body: Login, reply: LoginResult });
/** Logs in to an account that its member has deleted, and brings back what was theirs, until it is erased. */
export const restoreAccount = endpoint('POST', '/account/restore', { body: Login, reply: LoginResult });
/** Takes the account away with everything that is theirs. `until`: ISO 8601, when it is erased for good. */
export const deleteAccount = endpoint('POST', '/user/delete', {
  body: DeleteAccount,
  reply: v.object({ until: v.string() }),
  private: true,
});
