/**
 * Texts that people read are written in English where they are used: in JSX plain, elsewhere t`Liked by`. The page's
 * build replaces each by the text of one language (`api/build/mark-texts.ts`), so a page has no catalog; only the
 * server, which runs these files as they are, looks texts up.
 */

import type { SiteLanguage } from './languages.ts';

/** Returns the translation of a text, or the forms of a plural; undefined if the catalog has none. */
type Translate = (key: string) => string | undefined;
/** The place in the list of plural forms for a number. */
type PluralForm = (count: number) => number;
type FormatCount = (count: number) => string;
type TextTag = (parts: TemplateStringsArray, ...values: readonly unknown[]) => string;

let translator: Translate = () => undefined;
let pluralForm: PluralForm = (count) => (count === 1 ? 0 : 1);
let formatCount: FormatCount = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
let formatOwnCount: FormatCount | undefined;

/** Sets how this process translates, and how it writes `#` in plurals: the server does so at its start. */
export function setTranslator(translate: Translate, form: PluralForm, format: FormatCount): void {
  translator = translate;
  pluralForm = form;
  formatOwnCount = format;
}

/** Sets how a page writes `#` in plurals. */
export function setCountFormat(format: FormatCount): void {
  formatCount = format;
}

/**
 * The English of a text with `{0}` for its first value, and white space folded. Each form of a plural has the same
 * values in the same order, so their numbers begin again after each `|`.
 */
export function textOfTemplate(parts: readonly string[], isPlural: boolean): string {
  let at = 0;
  const text = parts.reduce((all, part) => {
    if (isPlural && all.includes('|') && !all.slice(all.lastIndexOf('|')).includes('{')) at = 0;
    at += 1;
    return `${all}{${at - 1}}${part}`;
  });
  return text.replace(/[ \t\r\n]+/g, ' ');
}
/** The key of a text in a catalog: its English after its context. */
const keyOf = (parts: readonly string[], context?: string): string => {
  const text = textOfTemplate(parts, false);
  return context ? `${context}\u0004${text}` : text;
};
const withoutContext = (key: string): string => key.slice(key.indexOf('\u0004') + 1);
const insert = (text: string, values: readonly unknown[]): string =>
  text.replace(/\{(\d+)\}/g, (_, at) => String(values[at]));

const tagOf =
  (context?: string): TextTag =>
  (parts, ...values) =>
    insert(translate(keyOf(parts, context)), values);

/** A text in the reader's language. `t.as('verb')` tells apart what English writes alike. */
export const t: TextTag & { as(context: string): TextTag } = Object.assign(tagOf(), { as: tagOf });

/** The text that agrees with a number: many(3)`# bike of ${owner}|# bikes of ${owner}`. */
export const many =
  (count: number): TextTag =>
  (parts, ...values) => {
    const forms = translate(textOfTemplate(parts, true)).split('|');
    const form = forms[pluralForm(count)] ?? forms.at(-1) ?? '';
    return form.replace(/#|\{(\d+)\}/g, (_, at) => (at ? String(values[at]) : (formatOwnCount ?? formatCount)(count)));
  };

/** Translates a text that was written before the reader was known, such as the message of a problem. */
export const translate = (key: string): string => translator(key) ?? withoutContext(key);

/** Returns the function that names the values of a set of `option-sets.ts`, which are stored in English. */
export const labelsOf =
  (set: string) =>
  (value: string): string =>
    translate(`${set}\u0004${value}`);

/** The language of this page; the build replaces it, and the path below. */
export const pageLanguage: SiteLanguage = 'en';
/** The first part of the addresses in this page's language: empty for English, else `/de`. */
export const languagePath: string = '';
