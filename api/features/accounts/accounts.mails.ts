import { dateFormat } from '#api/platform/date-format.ts';
import { mailKind } from '#api/platform/mail/letter.ts';
import { confirmEmailPage, forgotPasswordPage, loginPage, resetPasswordPage, signupPage } from '#contract/pages.ts';
import type { Account } from './accounts.store.ts';

type Addressee = Pick<Account, 'username' | 'email'>;
type Linked = Addressee & { token: string };

const ann: Addressee = { username: 'ann', email: 'ann@example.org' };
const annLinked: Linked = { ...ann, token: 'a-token-of-43-characters-that-works-only-once' };

export const confirmationMail = mailKind<Linked>({
  name: 'confirmation',
  when: 'Someone signed up, or asked for the link again.',
  sample: annLinked,
  write: ({ username, email, token }, site) => ({
    to: email,
    subject: `Confirm your e-mail for ${site}`,
    hello: username,
    body: [
      'Confirm your e-mail to show your bikes, like and comment. You will need the password you chose.',
      { action: 'Confirm your e-mail', page: confirmEmailPage(token) },
      { small: "The link works for 48 hours. Didn't sign up? Ignore this mail and nothing happens." },
    ],
  }),
});

export const alreadyMemberMail = mailKind<Addressee>({
  name: 'already-member',
  when: "Someone signed up with a member's address.",
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: `You already have a ${site} account`,
    hello: username,
    body: [
      'Someone, probably you, signed up with this e-mail again. You already have an account, so just log in.',
      { action: `Log in as ${username}`, page: loginPage() },
      { small: "Wasn't you? You don't need to do anything." },
    ],
  }),
});

export const resetMail = mailKind<Linked>({
  name: 'reset',
  when: 'A member forgot the password.',
  sample: annLinked,
  write: ({ username, email, token }, site) => ({
    to: email,
    subject: `Choose a new ${site} password`,
    hello: username,
    body: [
      'You asked for a new password. Use this link to choose one.',
      { action: 'Choose a new password', page: resetPasswordPage(token) },
      {
        small: "The link works for an hour. Didn't ask for it? Ignore this mail and your password stays the same.",
      },
    ],
  }),
});

export const neverConfirmedMail = mailKind<Addressee>({
  name: 'never-confirmed',
  when: 'Someone forgot the password of a sign-up that was never confirmed.',
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: `You have no ${site} account yet`,
    hello: username,
    body: [
      'Someone, probably you, asked for a new password. This e-mail was never confirmed, so there is no account yet. ' +
        'Sign up again with any password.',
      { action: 'Sign up', page: signupPage() },
      { small: "Wasn't you? You don't need to do anything." },
    ],
  }),
});

export const passwordChangedMail = mailKind<Addressee & { ended: 'all devices' | 'all other devices' }>({
  name: 'password-changed',
  when: 'A member changed the password, by a mailed link or while logged in.',
  sample: { ...ann, ended: 'all other devices' },
  write: ({ username, email, ended }, site) => ({
    to: email,
    subject: `Your ${site} password was changed`,
    hello: username,
    body: [
      `Your password was changed, and ${ended} were signed out. Wasn't you? Choose another password now.`,
      { action: 'Choose another password', page: forgotPasswordPage() },
    ],
  }),
});

export const lockedOutMail = mailKind<Addressee>({
  name: 'locked-out',
  when: 'Log-in to an account was paused after too many wrong passwords.',
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: `Too many log-in attempts at ${site}`,
    hello: username,
    body: [
      'Someone entered a wrong password for your account too many times, so we paused log-in for a while. ' +
        'Devices you have logged in on before still work.',
      "Wasn't you? Your account is safe as long as nobody else knows your password.",
    ],
  }),
});

export const deletedMail = mailKind<Addressee & { until: Date }>({
  name: 'deleted',
  when: 'A member deleted the account.',
  sample: { ...ann, until: new Date('2026-12-31T12:00:00Z') },
  write: ({ username, email, until }, site) => ({
    to: email,
    subject: `You deleted your ${site} account`,
    hello: username,
    body: [
      `Your account is deleted, and your bikes are no longer on ${site}. We will erase everything of yours on ` +
        `${dateFormat.format(until)}. Until then you can log in and restore your account.`,
      { action: 'Restore my account', page: loginPage() },
      { small: "Wasn't you? Restore your account and change your password." },
    ],
  }),
});
