import type { MailText } from '#contract/mails.ts';
import { defaultSiteName } from '#contract/site-color.ts';
import { t } from '#contract/texts.ts';
import { type BuiltInText, likeAnAddress, markValues, replaceText, textWithNames, valuesOf } from './mail-text.ts';

/** Something with a page of its own on this site, such as a bike. */
export type MailCard = {
  title: string;
  page: string;
  /** Each is a sentence or a short line. */
  lines: readonly string[];
  /** The path of a picture on this site, its text alternative, and its size in pixels. */
  picture?: { path: string; alt: string; width: number; height: number };
};

/**
 * A block of a letter; a string is a paragraph. An action is a link to a page of this site, shown as a button. Only a
 * quote keeps its line breaks.
 */
export type Block =
  | string
  | { action: string; page: string }
  | { heading: string }
  | { cards: readonly MailCard[] /** Whether pictures are as wide as the mail. */; isLarge?: true }
  | { links: readonly (readonly [label: string, page: string])[] }
  | { fields: readonly (readonly [name: string, value: string])[] }
  | { quote: string }
  | { small: string };

/** The content of a mail, before it is written as text and as HTML. */
export type Letter = {
  to: string;
  /** The address for answers; missing if nobody reads them. */
  replyTo?: string;
  subject: string;
  /** The name to greet. */
  hello?: string;
  body: readonly Block[];
  /**
   * Of mails that come regularly: the first part of the list's id (RFC 2919), and the path that ends them, also by a
   * request of the mail program (RFC 8058).
   */
  list?: { name: string; unsubscribe: string };
};

interface Spec<Data> {
  /** Unique among all mails. */
  name: string;
  /** The occasion on which it is sent. */
  when: string;
  /** Details for the preview. Its texts and days are the values that operators may use in their text of this mail. */
  sample: Data;
  /** Milliseconds for which the link or the code in it works: the mail is not sent later. */
  linkMs?: number;
  /** @param site the site's name */
  write: (data: Data, site: string) => Letter;
}

/** One kind of mail. A feature exports its kinds from `<feature>.mails.ts`, which puts them into the list of all. */
export interface MailKind<Data> extends Pick<Spec<Data>, 'name' | 'when' | 'linkMs'> {
  /** @param own the operators' text, if they have one */
  write: (data: Data, site?: string, own?: MailText | null) => Letter;
  /** Writes the letter of the sample. */
  preview: (site?: string, own?: MailText | null) => Letter;
  /** The text that operators may replace, in the current language. */
  builtIn: () => BuiltInText;
}

/** Any kind of mail, for listing and preview. */
export type AnyMail = MailKind<never>;

export function mailKind<Data extends object>({ sample, write, ...kind }: Spec<Data>): MailKind<Data> {
  const builtIn = () => textWithNames(markValues(sample), write);
  const letter = (data: Data, site = defaultSiteName, own: MailText | null = null): Letter => {
    const ours = write(data, site);
    return own ? replaceText(ours, own, valuesOf(sample, data, site), builtIn()) : ours;
  };
  return { ...kind, write: letter, preview: (site, own) => letter(sample, site, own), builtIn };
}

/** Puts a text on one line, so that no value can add lines to a header or a mail. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const mailbox = /^[^\s<>()[\]\\,;:"\p{Cc}@]+@(?:[^\s<>()[\]\\,;:"\p{Cc}@]+|\[[\da-f:.]+\])$/iu;

/** Returns the address unchanged. @throws for a text that could be several addresses or another header */
export function oneAddress(text: string): string {
  if (!mailbox.test(text)) throw new Error('This is not one mail address.');
  return text;
}

/** Says where answers go. If nobody reads them, the URL of the contact page must follow. */
export const replyMessage = ({ replyTo }: Letter): string =>
  replyTo ? t`Your reply goes to ${oneLine(replyTo)}.` : t`Replies to this address aren't read. Write to us:`;

/** The last line of a mail: who sent it. */
export const sentBy = (site: string): string => t`${oneLine(site)}, the bicycle showcase`;

/**
 * Greets by name, unless the name looks like a link: a stranger who signs up with somebody else's address could
 * advertise with it.
 */
export const greeting = (name: string): string => (likeAnAddress.test(name) ? t`Hello,` : t`Hello ${oneLine(name)},`);
