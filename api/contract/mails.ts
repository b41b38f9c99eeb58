import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { siteLanguageTags } from './languages.ts';
import { PageQuery, pageOf } from './paging.ts';
import { defineProblems } from './problems.ts';
import { requiredLine, requiredText } from './text.ts';

const mailProblems = defineProblems({
  'mails.expired': {
    status: 409,
    message: t`The link in this mail has expired, so it is not sent again. A new link can be asked for.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    mails: typeof mailProblems;
  }
}

/** Why a mail could not be sent. */
const mailFailures = [
  'unreachable',
  'silent',
  'unsafe',
  'login',
  'later',
  'sender',
  'recipient',
  'content',
  'file',
  'other',
] as const;
export type MailFailure = (typeof mailFailures)[number];

/** Mails that wait for their next try, or that were given up. */
const unsentStates = ['waiting', 'given up'] as const;
const UnsentState = v.picklist(unsentStates);
export type UnsentState = (typeof unsentStates)[number];

const nullableString = v.nullable(v.string());

/** A mail that is or was in the queue, without its content. */
const MailItem = v.object({
  id: v.string(),
  state: v.picklist([...unsentStates, 'sent']),
  /** The occasion of this kind of mail; null for a mail of an earlier version. */
  when: nullableString,
  /** The address, of which only the domain is whole. */
  to: v.string(),
  /** ISO 8601, UTC; null for a mail of an earlier version. */
  writtenAt: nullableString,
  /** Failed attempts. */
  attempts: v.number(),
  /** The last failed attempt. `answer`: what the mail server said, shortened and without addresses. */
  failure: v.nullable(v.object({ at: v.string(), reason: v.picklist(mailFailures), answer: v.string() })),
  /** When it is tried next; null unless it waits. */
  nextAt: nullableString,
  /** Whether its link has expired, so that it is not sent any more. */
  expired: v.boolean(),
});
export type MailItem = v.InferOutput<typeof MailItem>;

/** Operators only. Those that wait by their next try, those that were given up latest first. */
export const listMails = endpoint('GET', '/moderation/mails', {
  query: v.object({ ...PageQuery.entries, state: UnsentState }),
  reply: pageOf(MailItem),
  private: true,
});
/** Operators only. Answers when the attempt has ended, or while it goes on after some seconds. */
export const resendMail = endpoint('POST', '/moderation/mails/:mailId/resend', { reply: MailItem, private: true });
/** Operators only. Tries all mails of a state in the background. */
export const resendMails = endpoint('POST', '/moderation/mails/resend', {
  body: v.object({ state: UnsentState }),
  reply: v.object({ count: v.number() }),
  private: true,
});

/** Maximum code points of an operator's text of a mail. */
export const mailTextLimits = { subject: 120, text: 4_000 } as const;

const subjectMessage = () => t`Enter a subject of at most ${mailTextLimits.subject} characters.`;
/** The subject and the paragraphs of a mail, separated by empty lines. A name in braces stands for a value: `{site}`. */
export const MailText = v.object({
  subject: requiredLine(mailTextLimits.subject, subjectMessage, subjectMessage),
  text: requiredText(mailTextLimits.text, t`Enter a text.`, t`Use at most 4,000 characters.`),
});
export type MailText = v.InferOutput<typeof MailText>;

/** The text of one kind of mail in one language. */
const MailTexts = v.object({
  kind: v.string(),
  when: v.string(),
  /** The built-in text. */
  ours: MailText,
  /** The operators' text, which is sent instead. */
  own: v.nullable(MailText),
  /** Names of the values that a text may contain, and of those that it must contain. */
  values: v.array(v.string()),
  required: v.array(v.string()),
  /** Whether the built-in text has changed since the operators' text was saved. */
  changed: v.boolean(),
  /** Why the operators' text is not sent: the values of this mail have changed. */
  fault: nullableString,
});
export type MailTexts = v.InferOutput<typeof MailTexts>;

const language = v.picklist(siteLanguageTags);
const onePath = '/moderation/mails/texts/:kind/:language';

/** Operators only. Every kind of mail whose text can be changed. */
export const listMailTexts = endpoint('GET', '/moderation/mails/texts', {
  query: v.object({ language }),
  reply: v.array(MailTexts),
  private: true,
});
/** Operators only. The built-in text as it is restores it. */
export const changeMailText = endpoint('PUT', onePath, { body: MailText, reply: MailTexts, private: true });
/** Operators only. */
export const restoreMailText = endpoint('DELETE', onePath, { reply: MailTexts, private: true });
/** Operators only. Writes a mail with a text that is not saved, to nobody. */
export const previewMailText = endpoint('POST', `${onePath}/preview`, {
  body: MailText,
  reply: v.object({ subject: v.string(), text: v.string(), html: v.string() }),
  private: true,
});
