import * as v from 'valibot';
import { Email } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { lengthOf, requiredLine, requiredName, requiredText } from './text.ts';

export const contactTopics = ['Question', 'Problem', 'Appeal', 'Privacy', 'Copyright'] as const;
const limits = { name: 80, subject: { least: 3, most: 100 }, message: { least: 10, most: 5000 } } as const;

/** Checks the minimum length. Empty text is refused by another rule with a message of its own. */
const minLengthUnlessEmpty = (length: number, message: string) =>
  v.check((text: string) => text === '' || lengthOf(text) >= length, message);

const { subject, message } = limits;
const subjectLength = `Use ${subject.least} to ${subject.most} characters.`;

/** A message to the operator. `id` makes repeated sending idempotent. */
export const ContactMessage = v.object({
  id: Id,
  topic: v.picklist(contactTopics, 'Choose what it is about.'),
  name: requiredName(limits.name, 'Enter your name.', `Use at most ${limits.name} characters.`),
  email: Email,
  subject: v.pipe(
    requiredLine(subject.most, 'Enter a subject.', subjectLength),
    minLengthUnlessEmpty(subject.least, subjectLength),
  ),
  message: v.pipe(
    requiredText(message.most, 'Write a message.', 'Use at most 5,000 characters.'),
    minLengthUnlessEmpty(message.least, `Use at least ${message.least} characters.`),
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
