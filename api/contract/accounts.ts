import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { AuthUser } from './auth.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { InvitationToken } from './invitations.ts';
import { maxAnswerLength } from './joining.ts';
import { parseUrl } from './parse-url.ts';
import { defineProblems } from './problems.ts';
import { lengthOf, optionalText } from './text.ts';

const accountProblems = defineProblems({
  LoginFailed: { status: 403, isLogged: true, message: t`That username or e-mail and password don't match.` },
  EmailNotConfirmed: { status: 403, isLogged: true, remedy: 'later', message: t`Confirm your e-mail first.` },
  EmailAlreadyConfirmed: { status: 409, message: t`This e-mail is already confirmed. You can log in.` },
  LockedOut: { status: 429, message: t`Too many attempts. Try again in a few minutes, or reset your password.` },
  Suspended: { status: 403, isLogged: true, remedy: 'later', message: t`Your account is suspended.` },
  Banned: { status: 403, isLogged: true, message: t`This account has been closed by the moderators.` },
  Deleted: { status: 403, isLogged: true, message: t`You deleted this account.` },
  /** Older than the list of common passwords, or made of a name that was chosen later. */
  'password.common': {
    status: 403,
    isLogged: true,
    message: t`Attackers try this password first, so it no longer lets you in. We mailed you a link to choose another.`,
  },
  'confirm.invalid': { status: 410, message: t`This link is no longer valid. Ask for a new one.` },
  'reset.invalid': { status: 410, message: t`This link is no longer valid. Ask for a new one.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    account: typeof accountProblems;
  }
}

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

/** Characters of a new password. Shorter ones from before still log in. */
export const passwordLimits = { min: 12, max: 128 } as const;

/** Maximum characters of a typed line, including the spaces around it. */
const maxLineLength = 254;

const nameLength = t`Enter a username of 3 to 20 characters.`;
export const Username = v.pipe(
  atMost(v.string(nameLength), maxLineLength, nameLength),
  v.trim(),
  v.minLength(3, nameLength),
  v.maxLength(20, nameLength),
  v.regex(
    /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+){0,2}$/,
    t`Use letters and numbers, with at most two . _ or - between them.`,
  ),
);
const emailMessage = t`Enter a valid e-mail address.`;
/** Writes a domain of other letters as Chrome does; Firefox leaves `anna@bücher.example` as typed. */
const withAsciiDomain = (address: string): string =>
  address.replace(
    /(?<=@)[\p{L}\p{M}\p{N}\p{Join_Control}.。-]*[^\p{ASCII}][\p{L}\p{M}\p{N}\p{Join_Control}.。-]*$/u,
    (domain) => parseUrl(`http://${domain}`)?.hostname ?? domain,
  );
// The HTML standard's check for type=email.
const emailShape =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
export const Email = v.pipe(
  atMost(v.string(emailMessage), maxLineLength, emailMessage),
  v.trim(),
  v.transform(withAsciiDomain),
  v.regex(emailShape, emailMessage),
);
const shortPassword = () => t`Use at least ${passwordLimits.min} characters.`;
const longPassword = () => t`Use at most ${passwordLimits.max} characters.`;
/** Several spaces are one, so that they make no password longer (OWASP ASVS 4.0.3, 2.1.1). */
const countedLength = (text: string): number => lengthOf(text.replaceAll(/ +/g, ' '));
export const NewPassword = v.pipe(
  atMost(v.string(shortPassword), 2 * passwordLimits.max, longPassword),
  v.check((text) => countedLength(text) >= passwordLimits.min, shortPassword),
  v.check((text) => lengthOf(text) <= passwordLimits.max, longPassword),
);

/** Sign-up form. `id` makes a repeated sign-up the same account; it is not the account's public id. */
export const Signup = v.object({
  id: Id,
  username: Username,
  email: Email,
  password: NewPassword,
  terms: v.literal(true, t`Agree to the terms to sign up.`),
  /** To the question that applicants are asked. */
  answer: optionalText(maxAnswerLength, t`Use at most 1,000 characters.`),
  /** The token of an invitation. */
  invitation: v.optional(v.nullable(InvitationToken)),
});
export type Signup = v.InferOutput<typeof Signup>;

export const Password = v.pipe(v.string(), v.minLength(1, t`Enter your password.`), v.maxLength(1000));
export const Login = v.object({
  identifier: v.pipe(
    atMost(v.string(), maxLineLength),
    v.trim(),
    v.minLength(1, t`Enter your username or e-mail.`),
    v.transform(withAsciiDomain),
  ),
  password: Password,
});
export type Login = v.InferOutput<typeof Login>;

/** Members type their own name to confirm the deletion. */
export const DeleteAccount = v.object({
  username: v.pipe(atMost(v.string(), maxLineLength), v.trim(), v.minLength(1, t`Enter your username.`)),
});
export type DeleteAccount = v.InferOutput<typeof DeleteAccount>;
/** Days until a deleted account is erased and until an unconfirmed sign-up expires. */
export const daysToErasure = 30;

export const LoginResult = v.object({ login: AccountOutcome, authUser: AuthUser });
export type LoginResult = v.InferOutput<typeof LoginResult>;

/** The token of a mailed link. */
export const ReadLink = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) });
/** Confirmation needs the link's token and the password of the sign-up. */
export const ConfirmEmail = v.object({ ...ReadLink.entries, password: Password });
export type ConfirmEmail = v.InferOutput<typeof ConfirmEmail>;
/** The address that a link is mailed to. */
export const ByAddress = v.object({ email: Email });
export const ResetPassword = v.object({ ...ReadLink.entries, password: NewPassword });
export type ResetPassword = v.InferOutput<typeof ResetPassword>;
/** The account that a link belongs to. */
export const Addressee = v.object({ username: v.string(), email: v.string() });

export const signup = endpoint('POST', '/account/signup', {
  action: 'Signup',
  body: Signup,
  reply: v.null(),
  challenge: 'signup',
});
/** Returns the account of a confirmation link without using the link. */
export const readConfirmation = endpoint('POST', '/account/read-confirmation', {
  body: ReadLink,
  reply: Addressee,
});
/** Confirms the address and logs in. */
export const confirmEmail = endpoint('POST', '/account/confirm-email', {
  action: 'ConfirmEmail',
  body: ConfirmEmail,
  reply: LoginResult,
});
export const sendEmailConfirmation = endpoint('POST', '/account/send-email-confirmation', {
  action: 'ResendConfirmationEmail',
  body: ByAddress,
  reply: v.null(),
});
export const forgotPassword = endpoint('POST', '/account/forgot-password', {
  action: 'ForgotPassword',
  body: ByAddress,
  reply: v.null(),
  challenge: 'forgot-password',
});
/** Returns the account of a password reset link without using the link. */
export const readReset = endpoint('POST', '/account/read-reset', { body: ReadLink, reply: Addressee });
/** Sets a new password by a mailed link and signs the account out everywhere. */
export const resetPassword = endpoint('POST', '/account/reset-password', {
  action: 'ResetPassword',
  body: ResetPassword,
  reply: v.null(),
});
export const login = endpoint('POST', '/account/login', { action: 'Login', body: Login, reply: LoginResult });
/** Logs in to a deleted account and restores its content, until the account is erased. */
export const restoreAccount = endpoint('POST', '/account/restore', { body: Login, reply: LoginResult });
/** Soft-deletes the account and all of its content. `until` (ISO 8601): when it is erased for good. */
export const deleteAccount = endpoint('POST', '/user/delete', {
  action: 'DeleteAccount',
  body: DeleteAccount,
  reply: v.object({ until: v.string() }),
  private: true,
});
