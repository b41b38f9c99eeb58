import { mailKind } from '#api/platform/mail/letter.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { t } from '#contract/texts.ts';

type ContactData = Omit<ContactMessage, 'id'> & { operator: string };

export const contactMail = mailKind<ContactData>({
  name: 'contact',
  when: t`Someone used the contact form; goes to the operator.`,
  sample: {
    operator: 'operator@headbadge.example',
    topic: 'Problem',
    name: 'Ann Rider',
    email: 'ann@example.org',
    subject: 'A photo of mine is upside down',
    message: `Hello,

since yesterday the second photo of my Ogre stands on its head.
On the phone it was right.

Ann`,
  },
  write: ({ operator, topic, name, email, subject, message }) => ({
    to: operator,
    replyTo: email,
    subject: `${topic}: ${subject}`,
    body: [
      {
        fields: [
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
  when: t`Someone used the contact form; goes to the address they entered.`,
  sample: { topic: 'Problem', email: 'ann@example.org' },
  write: ({ topic, email }, site) => ({
    to: email,
    subject: t`We got your message`,
    body: [
      t`Thank you for writing to ${site}. The topic is ${topic}. A person will read your message and reply to this address.`,
      { small: t`Didn't write to us? Someone else entered your address. Ignore this mail.` },
    ],
  }),
});
