import { pageLanguage } from '#contract/texts.ts';

/** Joins things for a sentence: `Story, Weight, and Color`. */
export const listOf = (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat(pageLanguage, { type }).format(items);

/** The same in parts, for a list of elements. */
export const listParts = (items: readonly string[]) => new Intl.ListFormat(pageLanguage).formatToParts(items);
