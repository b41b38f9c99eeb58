import { longDay, longMoment } from '#api/platform/date-format.ts';
import { mailKind } from '#api/platform/mail/letter.ts';
import type { Sender } from '#api/platform/sessions/sender.ts';
import { nameOfDevice } from '#contract/device-name.ts';
import {
  confirmEmailPage,
  contactPage,
  forgotPasswordPage,
  loginPage,
  passwordPage,
  resetPasswordPage,
  signupPage,
} from '#contract/pages.ts';
import { daysToDecide } from '#contract/periods.ts';
import { codeMinutes } from '#contract/proof.ts';
import { t } from '#contract/texts.ts';
import { linkMs } from './accounts.link-times.ts';
import type { Account } from './accounts.store.ts';

type Addressee = Pick<Account, 'username' | 'email'>;
type Linked = Addressee & { token: string };

const ann: Addressee = { username: 'ann', email: 'ann@example.org' };
const annLinked: Linked = { ...ann, token: 'a-token-of-43-characters-that-works-only-once' };

export const confirmationMail = mailKind<Linked>({
  name: 'confirmation',
  when: t`Someone signed up, or asked for the link again.`,
  sample: annLinked,
  linkMs: linkMs.confirm,
  write: ({ username, email, token }, site) => ({
    to: email,
    subject: t`Confirm your e-mail for ${site}`,
    hello: username,
    body: [
      t`Confirm your e-mail to show your bikes, like and comment. You will need the password you chose.`,
      { action: t`Confirm your e-mail`, page: confirmEmailPage(token) },
      { small: t`The link works for 48 hours. Didn't sign up? Ignore this mail and nothing happens.` },
    ],
  }),
});

export const alreadyMemberMail = mailKind<Addressee>({
  name: 'already-member',
  when: t`Someone signed up with a member's address.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`You already have a ${site} account`,
    hello: username,
    body: [
      t`Someone, probably you, signed up with this e-mail again. You already have an account, so just log in.`,
      { action: t`Log in as ${username}`, page: loginPage() },
      { small: t`Wasn't you? You don't need to do anything.` },
    ],
  }),
});

export const blockedAddressMail = mailKind<Addressee>({
  name: 'blocked-address',
  when: t`Someone signed up with an address that operators have blocked, or wanted to change to it.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`This e-mail can't be used at ${site}`,
    hello: username,
    body: [
      t`Someone, probably you, entered this e-mail at ${site}. The operators don't accept it, so nothing was changed.`,
      t`Think this is wrong? Write to us.`,
      { action: t`Write to us`, page: contactPage() },
      { small: t`Wasn't you? You don't need to do anything.` },
    ],
  }),
});

export const acceptedMail = mailKind<Addressee>({
  name: 'accepted',
  when: t`An operator let an applicant in.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`Welcome to ${site}`,
    hello: username,
    body: [t`You are a member now. Log in and show us what you ride.`, { action: t`Log in`, page: loginPage() }],
  }),
});

export const refusedMail = mailKind<Addressee & { reason: string }>({
  name: 'refused',
  when: t`An operator refused an applicant.`,
  sample: { ...ann, reason: 'This site is for members of the club.' },
  write: ({ username, email, reason }, site) => ({
    to: email,
    subject: t`Your application to ${site}`,
    hello: username,
    body: [
      t`The operators of ${site} have read your application and can't let you in. What you sent us is deleted.`,
      ...(reason ? [t`Reason: ${reason}`] : []),
      t`Think this is wrong? Write to us.`,
      { action: t`Write to us`, page: contactPage() },
    ],
  }),
});

export const bannedBeforeMail = mailKind<Addressee>({
  name: 'banned-before',
  when: t`Someone signed up with the address of a banned account that was erased, or wanted to change to it.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`This e-mail can't be used at ${site}`,
    hello: username,
    body: [
      t`Someone, probably you, entered this e-mail at ${site}. The moderators closed an earlier account with it, so it can't be used again.`,
      t`Think this is wrong? Write to us and choose the topic Appeal.`,
      { action: t`Write to us`, page: contactPage() },
    ],
  }),
});

export const lapsedMail = mailKind<Addressee>({
  name: 'application-lapsed',
  when: t`Nobody decided about an application in time.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`Your application to ${site}`,
    hello: username,
    body: [
      t`Nobody has decided about your application in ${daysToDecide} days, so we have deleted what you sent us. You can sign up again.`,
      { action: t`Sign up`, page: signupPage() },
    ],
  }),
});

export const resetMail = mailKind<Linked>({
  name: 'reset',
  when: t`A member forgot the password.`,
  sample: annLinked,
  linkMs: linkMs.reset,
  write: ({ username, email, token }, site) => ({
    to: email,
    subject: t`Choose a new ${site} password`,
    hello: username,
    body: [
      t`You asked for a new password. Use this link to choose one.`,
      { action: t`Choose a new password`, page: resetPasswordPage(token) },
      {
        small: t`The link works for an hour. Didn't ask for it? Ignore this mail and your password stays the same.`,
      },
    ],
  }),
});

export const neverConfirmedMail = mailKind<Addressee>({
  name: 'never-confirmed',
  when: t`Someone forgot the password of a sign-up that was never confirmed.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`You have no ${site} account yet`,
    hello: username,
    body: [
      t`Someone, probably you, asked for a new password. This e-mail was never confirmed, so there is no account yet. Sign up again with any password.`,
      { action: t`Sign up`, page: signupPage() },
      { small: t`Wasn't you? You don't need to do anything.` },
    ],
  }),
});

type PasswordChange = Addressee & { hasPasskeys: boolean; hasLinks: boolean };
type Kind = { name: string; when: string };

/** A mail that tells of a new password. Operators change the paragraph of each kind separately. */
const passwordMail = (kind: Kind, paragraph: () => string) =>
  mailKind<PasswordChange>({
    ...kind,
    sample: { ...ann, hasPasskeys: true, hasLinks: true },
    write: ({ username, email, hasPasskeys, hasLinks }, site) => ({
      to: email,
      subject: t`Your ${site} password was changed`,
      hello: username,
      body: [
        paragraph(),
        { action: t`Choose another password`, page: forgotPasswordPage() },
        ...(hasPasskeys
          ? [{ small: t`Your passkeys still work. If you don't know one of them, remove it on the Password page.` }]
          : []),
        ...(hasLinks
          ? [
              {
                small: t`Linked accounts on other sites still log in. If you don't know one, unlink it on the Password page.`,
              },
            ]
          : []),
      ],
    }),
  });

export const passwordChangedMail = passwordMail(
  { name: 'password-changed', when: t`A member changed the password while logged in.` },
  () => t`Your password was changed, and all other devices were signed out. Wasn't you? Choose another password now.`,
);

export const passwordResetMail = passwordMail(
  { name: 'password-reset', when: t`A member chose a new password by a mailed link.` },
  () => t`Your password was changed, and all devices were signed out. Wasn't you? Choose another password now.`,
);

export const codeMail = mailKind<Addressee & { code: string }>({
  name: 'code',
  // Its content is deleted once the code is void, whether or not it was sent.
  linkMs: codeMinutes * 60_000,
  when: t`A member has to prove on a signed-in device that it is them.`,
  sample: { ...ann, code: '40128376' },
  write: ({ username, email, code }, site) => ({
    to: email,
    subject: t`Your code for ${site}`,
    hello: username,
    body: [
      t`Enter this code where you were asked for it:`,
      { quote: `${code.slice(0, 4)} ${code.slice(4)}` },
      {
        small: t`The code works for ${codeMinutes} minutes. Didn't ask for it? Then somebody uses a device that you are signed in on. Change your password, which signs the device out.`,
      },
    ],
  }),
});

export const lockedOutMail = mailKind<Addressee>({
  name: 'locked-out',
  when: t`Log-in to an account was paused after too many wrong passwords.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`Too many log-in attempts at ${site}`,
    hello: username,
    body: [
      t`Someone entered a wrong password for your account too many times, so we paused log-in for a while. Devices you have logged in on before still work.`,
      t`Wasn't you? Your account is safe as long as nobody else knows your password.`,
    ],
  }),
});

export const newDeviceMail = mailKind<Addressee & Sender & { at: Date }>({
  name: 'new-device',
  when: t`A member logged in on a device that they had not used before.`,
  sample: { ...ann, device: 'Firefox on Android', network: '203.0.113.x', at: new Date('2026-12-31T12:00:00Z') },
  write: ({ username, email, device, network, at }, site) => ({
    to: email,
    subject: t`A new device logged in to your ${site} account`,
    hello: username,
    body: [
      t`Someone, probably you, logged in to your account on a device that wasn't used for it before.`,
      t`Wasn't you? Sign the device out, then choose another password, which signs all devices out.`,
      {
        fields: [
          [t.as('log-in')`When`, longMoment(at)],
          [t`Device`, nameOfDevice({ device })],
          ...(network ? [[t`Network`, network] as const] : []),
        ],
      },
      { action: t`See your devices`, page: `${passwordPage()}#devices` },
      { action: t`Choose another password`, page: forgotPasswordPage() },
      {
        small: t`Was it you? Then there is nothing to do. A browser whose cookies were deleted counts as a new device.`,
      },
    ],
  }),
});

export const deletedMail = mailKind<Addressee & { until: Date }>({
  name: 'deleted',
  when: t`A member deleted the account.`,
  sample: { ...ann, until: new Date('2026-12-31T12:00:00Z') },
  write: ({ username, email, until }, site) => ({
    to: email,
    subject: t`You deleted your ${site} account`,
    hello: username,
    body: [
      t`Your account is deleted, and your bikes are no longer on ${site}. We will erase everything of yours on ${longDay(until)}. Until then you can log in and restore your account.`,
      { action: t`Restore my account`, page: loginPage() },
      { small: t`Wasn't you? Restore your account and change your password.` },
    ],
  }),
});
