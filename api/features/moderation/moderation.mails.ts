import { longDay } from '#api/platform/date-format.ts';
import { mailKind } from '#api/platform/mail/letter.ts';
import { contactPage, loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';

type AccountData = { username: string; email: string; reason: string };

const ann = { username: 'ann', email: 'ann@example.org' };
const appeal = () => ({ action: t`Write to us`, page: contactPage() });
const because = (reason: string) => t`Reason: ${reason}`;

export const suspendedMail = mailKind<AccountData & { until: Date }>({
  name: 'suspended',
  when: t`A moderator suspended an account.`,
  sample: { ...ann, reason: 'Insults under three bikes.', until: new Date('2026-12-31T12:00:00Z') },
  write: ({ username, email, reason, until }, site) => ({
    to: email,
    subject: t`Your ${site} account is suspended`,
    hello: username,
    body: [
      t`Your account is suspended until ${longDay(until)}. Until then you can read but not post. Your bikes stay online.`,
      because(reason),
      t`Think this is wrong? Write to us and choose the topic Appeal.`,
      appeal(),
    ],
  }),
});

export const bannedMail = mailKind<AccountData>({
  name: 'banned',
  when: t`A moderator closed an account.`,
  sample: { ...ann, reason: 'Adverts in every comment.' },
  write: ({ username, email, reason }, site) => ({
    to: email,
    subject: t`Your ${site} account was closed`,
    hello: username,
    body: [
      t`The moderators have closed your account, and your bikes are no longer shown.`,
      because(reason),
      t`Think this is wrong? Write to us and choose the topic Appeal.`,
      appeal(),
    ],
  }),
});

export const letInMail = mailKind<Omit<AccountData, 'reason'>>({
  name: 'let-in',
  when: t`A moderator ended a suspension, or opened a closed account again.`,
  sample: ann,
  write: ({ username, email }, site) => ({
    to: email,
    subject: t`Your ${site} account is open again`,
    hello: username,
    body: [t`You can log in again. Your bikes are all here.`, { action: t`Log in`, page: loginPage() }],
  }),
});
