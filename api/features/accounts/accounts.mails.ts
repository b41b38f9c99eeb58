import { dateWords } from '#api/platform/date-words.ts';
import { mailKind } from '#api/platform/letter.ts';
import { confirmEmailPage, forgotPasswordPage, loginPage, resetPasswordPage, signupPage } from '#contract/pages.ts';
import type { Account } from './accounts.store.ts';

type Addressee = Pick<Account, 'username' | 'email'>;
type Linked = Addressee & { token: string };

const ann: Addressee = { username: 'ann', email: 'ann@example.org' };
const annLinked: Linked = { ...ann, token: 'a-token-of-43-characters-that-works-only-once' };

export const confirmationMail = mailKind<Linked>({
  name: 'confirmation',
  when: 'Somebody signed up, or asked for the link again.',
  sample: annLinked,
  write: ({ username, email, token }) => ({
    to: email,
    subject: 'Confirm your e-mail for Headbadge',
    hello: username,
    body: [
      'Confirm your e-mail to show your bikes, like and comment. You need the password that you chose.',
      { action: 'Confirm your e-mail', page: confirmEmailPage(token) },
      { small: 'The link works for 48 hours. If you did not sign up, ignore this mail and nothing happens.' },
    ],
  }),
});

export const alreadyMemberMail = mailKind<Addressee>({
  name: 'already-member',
  when: "Somebody signed up with a member's address.",
  sample: ann,
  write: ({ username, email }) => ({
    to: email,
    subject: 'You already have an account at Headbadge',
    hello: username,
    body: [
      'Somebody, probably you, signed up with this e-mail again. You already have an account.',
      { action: `Log in as ${username}`, page: loginPage() },
      { small: 'If it was not you, there is nothing to do.' },
    ],
  }),
});

export const resetMail = mailKind<Linked>({
  name: 'reset',
  when: 'A member forgot the password.',
  sample: annLinked,
  write: ({ username, email, token }) => ({
    to: email,
    subject: 'A new password for Headbadge',
    hello: username,
    body: [
      'Here you choose a new password.',
      { action: 'Choose a new password', page: resetPasswordPage(token) },
      {
        small: 'The link works for an hour. If you did not ask for it, ignore this mail: your password stays as it is.',
      },
    ],
  }),
});

export const neverConfirmedMail = mailKind<Addressee>({
  name: 'never-confirmed',
  when: 'Somebody forgot the password of a sign-up that was never confirmed.',
  sample: ann,
  write: ({ username, email }) => ({
    to: email,
    subject: 'No password to forget at Headbadge',
    hello: username,
    body: [
      'Somebody, probably you, asked for a new password. The sign-up with this e-mail was never confirmed, so there is ' +
        'no account yet. Sign up again, with any password.',
      { action: 'Sign up', page: signupPage() },
      { small: 'If it was not you, there is nothing to do.' },
    ],
  }),
});

export const passwordChangedMail = mailKind<Addressee & { ended: 'all devices' | 'all other devices' }>({
  name: 'password-changed',
  when: 'A password was changed, by a mailed link or by its member.',
  sample: { ...ann, ended: 'all other devices' },
  write: ({ username, email, ended }) => ({
    to: email,
    subject: 'Your password at Headbadge was changed',
    hello: username,
    body: [
      `Your password was changed, and ${ended} were signed out. If it was not you, take your account back.`,
      { action: 'Choose another password', page: forgotPasswordPage() },
    ],
  }),
});

export const lockedOutMail = mailKind<Addressee>({
  name: 'locked-out',
  when: 'Log-in to an account was paused after too many wrong passwords.',
  sample: ann,
  write: ({ username, email }) => ({
    to: email,
    subject: 'Too many log-in attempts at Headbadge',
    hello: username,
    body: [
      'Somebody tried to log in to your account with a wrong password too often, so log-in is paused for a while. ' +
        'Devices that you have logged in with before go on working.',
      'If it was not you: your account is safe as long as nobody else knows your password.',
    ],
  }),
});

export const deletedMail = mailKind<Addressee & { until: Date }>({
  name: 'deleted',
  when: 'A member deleted the account.',
  sample: { ...ann, until: new Date('2026-12-31T12:00:00Z') },
  write: ({ username, email, until }) => ({
    to: email,
    subject: 'You deleted your account at Headbadge',
    hello: username,
    body: [
      'Your account is deleted, and your bikes are gone from Headbadge. Everything that is yours will be erased on ' +
        `${dateWords.format(until)}. Until then you can log in and restore it, as it was.`,
      { action: 'Log in and restore it', page: loginPage() },
      { small: 'If it was not you, restore it and change your password.' },
    ],
  }),
});
