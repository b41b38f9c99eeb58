/**
 * The languages of the site. `name`: in the language itself. `isOffered`: its catalog is whole, so that readers can
 * choose it. What its texts need is in `api/languages/grammar.ts`.
 */
const table = {
  en: { name: 'English', isOffered: true },
  de: { name: 'Deutsch', isOffered: true },
  fr: { name: 'Français', isOffered: true },
  es: { name: 'Español', isOffered: true },
  it: { name: 'Italiano', isOffered: true },
  nl: { name: 'Nederlands', isOffered: true },
  'pt-BR': { name: 'Português (Brasil)', isOffered: true },
  pl: { name: 'Polski', isOffered: true },
  ja: { name: '日本語', isOffered: true },
  ar: { name: 'العربية', isOffered: true },
} as const satisfies Record<string, SiteLanguageInfo>;

type SiteLanguageInfo = { name: string; isOffered: boolean };
export type SiteLanguage = keyof typeof table;

export const siteLanguages: Readonly<Record<SiteLanguage, SiteLanguageInfo>> = table;
/** All languages that have a catalog. */
export const catalogLanguages = Object.keys(table) as SiteLanguage[];
/** The languages that readers can choose. */
export const siteLanguageTags = catalogLanguages.filter((tag) => siteLanguages[tag].isOffered);
/** The language that texts are written in. */
export const ownLanguage = 'en' satisfies SiteLanguage;

type Offered = readonly SiteLanguage[];

export const isSiteLanguage = (tag: unknown, offered: Offered = siteLanguageTags): tag is SiteLanguage =>
  offered.includes(tag as SiteLanguage);

/** The first part of the addresses in a language: empty for English, else `/de`. */
export const languagePathOf = (language: SiteLanguage): string =>
  language === ownLanguage ? '' : `/${language.toLowerCase()}`;

/** Splits a path into its language and the path without it: `/de/about` into `de` and `/about`. */
export function splitLanguage(
  pathname: string,
  offered: Offered = siteLanguageTags,
): { language: SiteLanguage; path: string } {
  // The rest of `/de//example.org` would be another site's address.
  const [start = ''] = /^\/[a-z-]{2,5}(?=\/(?!\/)|$)/i.exec(pathname) ?? [];
  const language = start && offered.find((tag) => languagePathOf(tag) === start.toLowerCase());
  return language ? { language, path: pathname.slice(start.length) || '/' } : { language: ownLanguage, path: pathname };
}
