import { mailKind } from '#api/platform/letter.ts';
import type { ContactMessage } from '#contract/contact.ts';

type Facts = Omit<ContactMessage, 'id'> & { operator: string };

export const contactMail = mailKind<Facts>({
  name: 'contact',
  when: 'Somebody wrote by the contact page; it goes to the operator.',
  sample: {
    operator: 'operator@headbadge.example',
    topic: 'Problem',
    name: 'Ann Rider',
    email: 'ann@example.org',
    subject: 'A photo of mine is upside down',
    message:
      'Hello,\n\nsince yesterday the second photo of my Ogre stands on its head.\nOn the phone it was right.\n\nAnn',
  },
  write: ({ operator, topic, name, email, subject, message }) => ({
    to: operator,
    replyTo: email,
    subject: `${topic}: ${subject}`,
    body: [
      {
        facts: [
          ['Topic', topic],
          ['Name', name],
          ['E-mail', email],
          ['Subject', subject],
        ],
      },
      { quote: message },
    ],
  }),
});

/** Contains nothing but choices from a list, as anybody can enter anybody's address. */
export const contactReceiptMail = mailKind<Pick<ContactMessage, 'topic' | 'email'>>({
  name: 'contact-receipt',
  when: 'Somebody wrote by the contact page; it goes to the address that they gave.',
  sample: { topic: 'Problem', email: 'ann@example.org' },
  write: ({ topic, email }) => ({
    to: email,
    subject: 'Your message to Headbadge has arrived',
    body: [
      `We have your message. Its topic is ${topic}. A person reads it and writes back to this address.`,
      { small: 'If you wrote nothing to us, somebody else typed your address. Ignore this mail then.' },
    ],
  }),
});
