import type { GetTextTranslation } from 'gettext-parser';
import type { SiteLanguage } from '#contract/languages.ts';
import { pluralForms } from './grammar.ts';

/** Returns the values and elements of a text: `{0}`, and `<0>` with its end. */
const insertsOf = (text: string): string[] => (text.match(/\{\d+\}|<\/?\d+>/g) ?? []).sort();
const withoutElements = (text: string): string => text.replace(/<\/?\d+>/g, '');

function problemsOfForm(form: string, sources: readonly string[], isPlural: boolean): string[] {
  const found = insertsOf(form);
  const fits = sources.some((source) => {
    const wanted = insertsOf(source);
    // "A bike of {0}" needs the name, but the form of one may leave it out, as it may leave out the number.
    return isPlural ? found.every((insert) => wanted.includes(insert)) : found.join() === wanted.join();
  });
  return [
    ...(fits
      ? []
      : [
          `inserts ${found.join(' ') || 'nothing'}, not ${insertsOf(sources[0] ?? '').join(' ') || 'nothing'}: ${form}`,
        ]),
    ...(isPlural && form.includes('|') ? ['has a | in a form.'] : []),
    ...(/[<>]/.test(withoutElements(form)) !== /[<>]/.test(withoutElements(sources[0] ?? ''))
      ? [`has another < or >: ${form}`]
      : []),
    ...(form !== form.trim() ? ['begins or ends with a space.'] : []),
  ];
}

/** Returns what is wrong with a translation, as ends of a sentence; nothing if it can be shown. */
export function problemsOf(
  { msgid, msgid_plural, msgstr }: Pick<GetTextTranslation, 'msgid' | 'msgid_plural' | 'msgstr'>,
  language: SiteLanguage,
): string[] {
  const isPlural = msgid_plural !== undefined;
  const forms = isPlural ? pluralForms[language].length : 1;
  if (msgstr.length !== forms) return [`needs ${forms} forms and has ${msgstr.length}.`];
  const sources = isPlural ? [msgid, msgid_plural] : [msgid];
  return msgstr.flatMap((form) => problemsOfForm(form, sources, isPlural));
}
