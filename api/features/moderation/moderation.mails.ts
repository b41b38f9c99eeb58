import { dateWords } from '#api/platform/date-words.ts';
import { mailKind } from '#api/platform/letter.ts';
import { contactPage, loginPage } from '#contract/pages.ts';

type Facts = { username: string; email: string; reason: string };

const ann = { username: 'ann', email: 'ann@example.org' };
const appeal = { action: 'Write to us', page: contactPage() };
const because = (reason: string) => `The reason: ${reason}`;

export const suspendedMail = mailKind<Facts & { until: Date }>({
  name: 'suspended',
  when: 'A moderator suspended an account.',
  sample: { ...ann, reason: 'Insults under three bikes.', until: new Date('2026-12-31T12:00:00Z') },
  write: ({ username, email, reason, until }) => ({
    to: email,
    subject: 'Your account at Headbadge is suspended',
    hello: username,
    body: [
      `Your account is suspended until ${dateWords.format(until)}. Until then you can read, but not post. Your bikes stay.`,
      because(reason),
      'If you think that this is wrong, write to us. The topic is Appeal.',
      appeal,
    ],
  }),
});

export const bannedMail = mailKind<Facts>({
  name: 'banned',
  when: 'A moderator closed an account.',
  sample: { ...ann, reason: 'Adverts in every comment.' },
  write: ({ username, email, reason }) => ({
    to: email,
    subject: 'Your account at Headbadge has been closed',
    hello: username,
    body: [
      'The moderators have closed your account, and your bikes are no longer shown.',
      because(reason),
      'If you think that this is wrong, write to us. The topic is Appeal.',
      appeal,
    ],
  }),
});

export const letInMail = mailKind<Omit<Facts, 'reason'>>({
  name: 'let-in',
  when: 'A moderator ended a suspension, or opened a closed account again.',
  sample: ann,
  write: ({ username, email }) => ({
    to: email,
    subject: 'Your account at Headbadge is open again',
    hello: username,
    body: ['You can log in again. Your bikes are where they were.', { action: 'Log in', page: loginPage() }],
  }),
});
