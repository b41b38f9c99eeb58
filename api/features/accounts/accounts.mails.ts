import type { Mail } from '#api/platform/mail.ts';
import { confirmEmailPage, forgotPasswordPage, loginPage, resetPasswordPage, signupPage } from '#contract/pages.ts';
import type { Account } from './accounts.store.ts';

type Addressee = Pick<Account, 'username' | 'email'>;

const goodbye = '\n\nHeadbadge, the bicycle showcase\n';

/** @param origin what visitors type, without a path */
export const confirmationMail = (origin: string, { username, email }: Addressee, token: string): Mail => ({
  to: email,
  subject: 'Confirm your e-mail for Headbadge',
  text:
    `Hello ${username},\n\nconfirm your e-mail to show your bikes, like and comment. You need the password that you chose:\n\n` +
    `${origin}${confirmEmailPage(token)}\n\n` +
    `The link works for 48 hours. If you did not sign up, ignore this mail and nothing happens.${goodbye}`,
});

export const alreadyMemberMail = (origin: string, { username, email }: Addressee): Mail => ({
  to: email,
  subject: 'You already have an account at Headbadge',
  text:
    `Hello ${username},\n\nsomebody, probably you, signed up with this e-mail again. You already have an account.\n` +
    `Log in as ${username}:\n\n${origin}${loginPage()}\n\nIf it was not you, there is nothing to do.${goodbye}`,
});

export const resetMail = (origin: string, { username, email }: Addressee, token: string): Mail => ({
  to: email,
  subject: 'A new password for Headbadge',
  text:
    `Hello ${username},\n\nchoose a new password here:\n\n${origin}${resetPasswordPage(token)}\n\n` +
    'The link works for an hour. If you did not ask for it, ignore this mail: your password stays as it ' +
    `is.${goodbye}`,
});

export const neverConfirmedMail = (origin: string, { username, email }: Addressee): Mail => ({
  to: email,
  subject: 'No password to forget at Headbadge',
  text:
    `Hello ${username},\n\nsomebody, probably you, asked for a new password. The sign-up with this e-mail was never ` +
    `confirmed, so there is no account yet. Sign up again, with any password:\n\n${origin}${signupPage()}\n\n` +
    `If it was not you, there is nothing to do.${goodbye}`,
});

export const passwordChangedMail = (origin: string, { username, email }: Addressee): Mail => ({
  to: email,
  subject: 'Your password at Headbadge was changed',
  text:
    `Hello ${username},\n\nyour password was changed, and all devices were signed out. If it was not you, take your ` +
    `account back:\n\n${origin}${forgotPasswordPage()}${goodbye}`,
});

export const lockedOutMail = ({ username, email }: Addressee): Mail => ({
  to: email,
  subject: 'Too many log-in attempts at Headbadge',
  text:
    `Hello ${username},\n\nsomebody tried to log in to your account with a wrong password too often, so log-in is ` +
    'paused for a while. Devices that you have logged in with before go on working. If it was not you: your account ' +
    `is safe as long as nobody else knows your password.${goodbye}`,
});
