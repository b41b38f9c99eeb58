import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { Email } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { lengthOf, requiredLine, requiredName, requiredText } from './text.ts';

export const contactTopics = ['Question', 'Problem', 'Appeal', 'Privacy', 'Copyright'] as const;
export type ContactTopic = (typeof contactTopics)[number];
const limits = { name: 80, subject: { min: 3, max: 100 }, message: { min: 10, max: 5000 } } as const;

/** Checks the minimum length. Empty text is refused by another rule with a message of its own. */
const minLengthUnlessEmpty = (length: number, message: () => string) =>
  v.check((text: string) => text === '' || lengthOf(text) >= length, message);

const { subject, message } = limits;
const subjectLength = () => t`Use ${subject.min} to ${subject.max} characters.`;

/** A message to the operator. `id` makes repeated sending idempotent. */
export const ContactMessage = v.object({
  id: Id,
  topic: v.picklist(contactTopics, t`Choose what it is about.`),
  name: requiredName(limits.name, t`Enter your name.`, () => t`Use at most ${limits.name} characters.`),
  email: Email,
  subject: v.pipe(
    requiredLine(subject.max, t`Enter a subject.`, subjectLength),
    minLengthUnlessEmpty(subject.min, subjectLength),
  ),
  message: v.pipe(
    requiredText(message.max, t`Write a message.`, t`Use at most 5,000 characters.`),
    minLengthUnlessEmpty(message.min, () => t`Use at least ${message.min} characters.`),
  ),
});
export type ContactMessage = v.InferOutput<typeof ContactMessage>;

/** Mails a message to the operator and a receipt to the sender. */
export const contactOperator = endpoint('POST', '/contact', {
  action: 'ContactEmail',
  body: ContactMessage,
  reply: v.null(),
  challenge: 'contact',
});
