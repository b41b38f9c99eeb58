import { longDay } from '#api/platform/date-format.ts';
import { mailKind } from '#api/platform/mail/letter.ts';
import { confirmNewEmailPage, forgotPasswordPage, loginPage, passwordPage, undoEmailPage } from '#contract/pages.ts';
import { daysNameHeld, daysToUndoEmail, hoursToConfirmEmail } from '#contract/periods.ts';
import { many, t } from '#contract/texts.ts';
import type { Account } from './accounts.store.ts';

/** `email`: where the mail goes to. */
type Addressee = Pick<Account, 'username' | 'email'>;
type Linked = Addressee & { token: string };
/** `masked`: the new address, of which the former one's owner sees the beginning only. */
type Undoable = Linked & { masked: string };

const ann: Addressee = { username: 'ann', email: 'ann@example.org' };
const token = 'a-token-of-43-characters-that-works-only-once';

export const newEmailMail = mailKind<Linked>({
  name: 'new-email',
  when: t`A member wants to have a new e-mail address. The mail goes there.`,
  sample: { username: 'ann', email: 'ann@new.example.org', token },
  write: ({ username, email, token }, site) => ({
    to: email,
    subject: t`Confirm your new e-mail for ${site}`,
    hello: username,
    body: [
      t`You want to use this e-mail for your ${site} account. Confirm that it is yours. Until then your former e-mail stays.`,
      { action: t`Confirm the new e-mail`, page: confirmNewEmailPage(token) },
      {
        small: t`The link works for ${hoursToConfirmEmail} hours. Didn't ask for it? Ignore this mail and nothing happens.`,
      },
    ],
  }),
});

export const emailInUseMail = mailKind<Addressee>({
  name: 'email-in-use',
  when: t`A member wants to have another member's e-mail address. The mail goes to the member who has it.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`You already have a ${site} account`,
    hello: username,
    body: [
      t`Someone, probably you, wants to use this e-mail for another account. It belongs to your account already, so nothing has changed.`,
      { action: t`Log in as ${username}`, page: loginPage() },
      { small: t`Wasn't you? You don't need to do anything.` },
    ],
  }),
});

export const emailChangeAskedMail = mailKind<Undoable>({
  name: 'email-change-asked',
  when: t`A member wants to have a new e-mail address. The mail goes to the present one.`,
  sample: { ...ann, masked: 'b***@new.example.org', token },
  write: ({ username, email, masked, token }, site) => ({
    to: email,
    subject: t`Someone wants to change the e-mail of your ${site} account`,
    hello: username,
    body: [
      t`Someone, probably you, asked to change the e-mail of your account to ${masked}. It changes when the new e-mail is confirmed.`,
      t`Wasn't you? Then someone uses your account. Stop the change and choose a new password, which signs out all devices.`,
      { action: t`Stop the change`, page: undoEmailPage(token) },
    ],
  }),
});

export const emailChangedMail = mailKind<Undoable>({
  name: 'email-changed',
  when: t`A member's e-mail address has changed. The mail goes to the former one.`,
  sample: { ...ann, masked: 'b***@new.example.org', token },
  write: ({ username, email, masked, token }, site) => ({
    to: email,
    subject: t`The e-mail of your ${site} account was changed`,
    hello: username,
    body: [
      t`The e-mail of your account is now ${masked}. We write there from now on.`,
      many(
        daysToUndoEmail,
      )`Wasn't you? For # day you can undo it here and choose a new password, which signs out all devices.|Wasn't you? For # days you can undo it here and choose a new password, which signs out all devices.`,
      { action: t`Undo the change`, page: undoEmailPage(token) },
    ],
  }),
});

export const nameChangedMail = mailKind<Addressee & { former: string; heldUntil: Date }>({
  name: 'name-changed',
  when: t`A member changed the username.`,
  sample: {
    username: 'ann.rides',
    email: 'ann@example.org',
    former: 'ann',
    heldUntil: new Date('2027-03-01T12:00:00Z'),
  },
  write: ({ username, email, former, heldUntil }, site) => ({
    to: email,
    subject: t`Your ${site} username is now ${username}`,
    hello: username,
    body: [
      many(
        daysNameHeld,
      )`Your username was ${former}. For # day, until ${longDay(heldUntil)}, nobody else can take it, you can log in with it, and you can go back to it.|Your username was ${former}. For # days, until ${longDay(heldUntil)}, nobody else can take it, you can log in with it, and you can go back to it.`,
      { action: t`See your username`, page: passwordPage() },
      t`Wasn't you? Then someone uses your account. Choose another password, which signs out all devices.`,
      { action: t`Choose another password`, page: forgotPasswordPage() },
    ],
  }),
});
