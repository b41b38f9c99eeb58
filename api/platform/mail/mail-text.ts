import type { MailText } from '#contract/mails.ts';
import { t } from '#contract/texts.ts';
import { longDay } from '../date-format.ts';
import type { Letter } from './letter.ts';

/**
 * Operators may replace the subject and the paragraphs of a mail, for each language. The greeting, buttons with their
 * links, tables, quotes and small print stay ours: no text can lose the link, and none needs HTML. A value has its
 * name in braces, `{site}`. Our own text with such names is not written a second time: it is the mail, written with the
 * names in place of the values, so it follows the code and its translations. The text that was replaced is stored with
 * the operators', so that a later change of ours can be noticed; theirs is sent nevertheless, as long as it fits the
 * values that the mail has.
 */
export type BuiltInText = MailText & {
  /** Names of all values that a text may contain. */
  values: string[];
  /** Names of the values that it must contain: facts that only our paragraphs tell. */
  required: string[];
};

type Values = Readonly<Record<string, string>>;

const named = /\{(\w+)\}/g;
const nameMark = (name: string): string => `{${name}}`;
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(named)].map(([, name = '']) => name))];
const siteValue = 'site';

/** Matches text that mail programs turn into a link. */
export const likeAnAddress = /[\p{L}\p{N}][.@:/][\p{L}\p{N}/]/u;
/** Matches what looks like a tag of HTML. */
const tag = /<\/?[a-z][^<>]*>?/i;
const paragraphBreak = /\n[^\S\n]*\n\s*/;

/** A day that no mail is about, another one for each place. */
const markDay = (place: number): Date => new Date(Date.UTC(1801 + place, 6, 7 + place, 12));

/** Returns a copy of the details of a mail in which each text is its own name, and each day can be told apart. */
export function markValues<Data extends object>(sample: Data): Data {
  const marked = Object.entries(sample).map(([name, value], place) => {
    if (typeof value === 'string') return [name, nameMark(name)];
    return [name, value instanceof Date ? markDay(place) : value];
  });
  return Object.fromEntries(marked) as Data;
}

/** Returns the values of a mail as they are written in it. @param sample has the names; others are no values */
export function valuesOf<Data extends object>(sample: Data, data: Data, site: string): Values {
  const all = data as Record<string, unknown>;
  const texts = Object.keys(sample).flatMap((name) => {
    const value = all[name];
    if (typeof value === 'string') return [[name, value]];
    return value instanceof Date ? [[name, longDay(value)]] : [];
  });
  return { ...Object.fromEntries(texts), [siteValue]: site };
}

const isParagraph = (block: unknown): block is string => typeof block === 'string';

/** Returns our text with names for its values. @param marked from {@link markValues} */
export function textWithNames<Data extends object>(
  marked: Data,
  write: (data: Data, site: string) => Letter,
): BuiltInText {
  const days = Object.entries(marked).filter(([, value]) => value instanceof Date);
  const withDays = (text: string): string =>
    days.reduce((all, [name, day]) => all.replaceAll(longDay(day as Date), nameMark(name)), text);
  const { subject, hello = '', body } = write(marked, nameMark(siteValue));
  const small = body.flatMap((block) => (typeof block === 'object' && 'small' in block ? [block.small] : []));
  const text = withDays(body.filter(isParagraph).join('\n\n'));
  const all = [subject, text, hello, ...small].map(withDays).join('\n');
  return {
    subject: withDays(subject),
    text,
    values: [...new Set([siteValue, ...namesIn(all)])],
    required: namesIn(text).filter((name) => name !== siteValue),
  };
}

/** Says what is wrong with an operator's text, by field; empty if nothing is. */
export function mailTextFaults(
  { subject, text }: MailText,
  { values, required }: BuiltInText,
): Record<string, string[]> {
  const list = values.map(nameMark).join(', ');
  const faultsOf = (written: string): string[] => {
    const [unknown] = namesIn(written).filter((name) => !values.includes(name));
    const [tagged] = tag.exec(written) ?? [];
    return [
      ...(unknown ? [t`This mail has no value ${nameMark(unknown)}. It has: ${list}.`] : []),
      ...(tagged ? [t`Write plain text: ${tagged} would be read as it is.`] : []),
    ];
  };
  const missing = required.filter((name) => !namesIn(text).includes(name));
  const all = {
    subject: faultsOf(subject),
    text: [
      ...faultsOf(text),
      ...(missing.length > 0 ? [t`Say also ${missing.map(nameMark).join(', ')}: nothing else in this mail does.`] : []),
    ],
  };
  return Object.fromEntries(Object.entries(all).filter(([, faults]) => faults.length > 0));
}

/**
 * Puts an operator's text into a letter. The letter stays as it is if the text does not fit its values any more, or if
 * it would show a name that mail programs turn into a link: strangers could advertise with it.
 */
export function replaceText(letter: Letter, own: MailText, values: Values, builtIn: BuiltInText): Letter {
  const used = namesIn(`${own.subject}\n${own.text}`);
  const advertises = used.includes('username') && likeAnAddress.test(values.username ?? '');
  if (advertises || Object.keys(mailTextFaults(own, builtIn)).length > 0) return letter;
  const fill = (text: string): string => text.replace(named, (mark, name: string) => values[name] ?? mark);
  const paragraphs = own.text.split(paragraphBreak).map(fill);
  const place = letter.body.findIndex(isParagraph);
  const rest = (from: number, to?: number) => letter.body.slice(from, to).filter((block) => !isParagraph(block));
  return {
    ...letter,
    subject: fill(own.subject),
    body: [...rest(0, place), ...paragraphs, ...rest(place)],
  };
}
