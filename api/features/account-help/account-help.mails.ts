import { longDay } from '#api/platform/date-format.ts';
import { mailKind } from '#api/platform/mail/letter.ts';
import { contactPage, loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';

type Addressee = { username: string; email: string };

const ann: Addressee = { username: 'ann', email: 'ann@example.org' };
const ask = { action: t`Write to us`, page: contactPage() };

export const emailChangedMail = mailKind<Addressee & { masked: string }>({
  name: 'email-changed-by-operator',
  when: t`An operator changed the address of an account. The mail goes to the old one.`,
  sample: { ...ann, masked: 'a***@example.net' },
  write: ({ username, email, masked }, site) => ({
    to: email,
    subject: t`Your ${site} e-mail was changed`,
    hello: username,
    body: [
      t`The people who run ${site} changed the e-mail of your account to ${masked}, and all devices were signed out.`,
      t`Didn't ask for it? Write to us at once.`,
      ask,
    ],
  }),
});

export const newEmailMail = mailKind<Addressee>({
  name: 'new-email-by-operator',
  when: t`An operator changed the address of an account. The mail goes to the new one.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`This is your new e-mail at ${site}`,
    hello: username,
    body: [
      t`The people who run ${site} made this the e-mail of your account. Your password stays the same.`,
      { action: t`Log in as ${username}`, page: loginPage() },
      { small: t`Not your account? Write to us, and we take your address out of it.` },
    ],
  }),
});

export const erasedMail = mailKind<Addressee>({
  name: 'erased',
  when: t`An account was erased at once, by an operator or on request of a banned member.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`Your ${site} account is erased`,
    hello: username,
    body: [t`Your account is erased, with everything that belongs to it. This cannot be undone.`, ask],
  }),
});

export const erasureMail = mailKind<Addressee & { until: Date }>({
  name: 'erasure-by-operator',
  when: t`An operator deleted an account for a member who cannot log in.`,
  sample: { ...ann, until: new Date('2026-12-31T12:00:00Z') },
  write: ({ username, email, until }, site) => ({
    to: email,
    subject: t`Your ${site} account will be erased`,
    hello: username,
    body: [
      t`The people who run ${site} deleted your account. We will erase everything of yours on ${longDay(until)}.`,
      t`Didn't ask for it? Write to us at once.`,
      ask,
    ],
  }),
});
