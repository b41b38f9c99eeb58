import type { SiteLanguage } from '#contract/languages.ts';

const oneAndOther = ['one', 'other'] as const;

/**
 * The plural categories (unicode.org/cldr) that the texts of a language have a form for, in the order of its catalog;
 * the last one serves all other numbers.
 */
export const pluralForms: Readonly<Record<SiteLanguage, readonly Intl.LDMLPluralRule[]>> = {
  en: oneAndOther,
  de: oneAndOther,
  fr: oneAndOther,
  es: oneAndOther,
  it: oneAndOther,
  nl: oneAndOther,
  'pt-BR': oneAndOther,
  pl: ['one', 'few', 'many'],
  ja: ['other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
};

/** The direction that a language is written in. */
export const directionOf = (language: SiteLanguage): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
