/**
 * A part of a letter; a plain text is a paragraph. An action is a link to a page of this site, shown as a button. A quote
 * keeps its lines, everything else is one line.
 */
export type Block =
  | string
  | { action: string; page: string }
  | { facts: readonly (readonly [name: string, value: string])[] }
  | { quote: string }
  | { small: string };

/** What one mail says, before it is written as text and as HTML. */
export type Letter = {
  to: string;
  /** Who reads an answer to it; nobody when not given. */
  replyTo?: string;
  subject: string;
  /** Whom it greets by name. */
  hello?: string;
  body: readonly Block[];
};

interface Spec<Facts> {
  /** A word of its own among all mails. */
  name: string;
  /** When it is sent. */
  when: string;
  /** Facts to show it with. */
  sample: Facts;
  write: (facts: Facts) => Letter;
}

/** One kind of mail. A feature exports each from its `<feature>.mails.ts`, and so joins the list of all. */
export interface MailKind<Facts> extends Pick<Spec<Facts>, 'name' | 'when' | 'write'> {
  /** The letter that its sample makes. */
  preview: () => Letter;
}

/** Any kind of mail, to be listed and shown. */
export type AnyMail = MailKind<never>;

export const mailKind = <Facts>({ sample, ...kind }: Spec<Facts>): MailKind<Facts> => ({
  ...kind,
  preview: () => kind.write(sample),
});

/** A text on one line, so that no value makes lines of its own in a header or a mail. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const mailbox = /^[^\s<>()[\]\\,;:"\p{Cc}@]+@(?:[^\s<>()[\]\\,;:"\p{Cc}@]+|\[[\da-f:.]+\])$/iu;

/** The same address. @throws for what could be several, or another header */
export function oneAddress(text: string): string {
  if (!mailbox.test(text)) throw new Error('This is not one mail address.');
  return text;
}

/** Where an answer to a letter goes, in front of the address of the page where people write to us if it is to nobody. */
export const answerWords = ({ replyTo }: Letter): string =>
  replyTo ? `An answer goes to ${oneLine(replyTo)}.` : 'Nobody reads answers to this mail. Write to us:';

/** Who sends every letter. */
export const sentBy = 'Headbadge, the bicycle showcase';

/** What mail programs make a link of, however it is written. */
const likeAnAddress = /[\p{L}\p{N}][.@:/][\p{L}\p{N}/]/u;

/** Greets by name, unless a stranger could advertise by it: anybody signs up with anybody's address. */
export const greeting = (name: string): string => (likeAnAddress.test(name) ? 'Hello,' : `Hello ${oneLine(name)},`);
