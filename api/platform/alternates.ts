import { languagePathOf, ownLanguage, type SiteLanguage, siteLanguageTags } from '#contract/languages.ts';

/**
 * Returns a page's addresses in all languages, each with its `hreflang`; none if the site has one language. English is
 * for readers of all others.
 * @param path the page's path without a language
 */
export function alternatesOf(
  path: string,
  origin: string,
  offered: readonly SiteLanguage[] = siteLanguageTags,
): { hreflang: string; href: string }[] {
  if (offered.length < 2) return [];
  const inLanguage = (hreflang: string, language: SiteLanguage) => ({
    hreflang,
    href: origin + languagePathOf(language) + path,
  });
  return [...offered.map((language) => inLanguage(language, language)), inLanguage('x-default', ownLanguage)];
}
