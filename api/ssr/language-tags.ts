import { alternatesOf } from '#api/platform/alternates.ts';
import { languagePathOf, type SiteLanguage, siteLanguageTags } from '#contract/languages.ts';

const canonical = /<link rel="canonical" href="([^"]+)"/;

/** The name of a language in Open Graph: `de_DE`. Its readers know Arabic as `ar_AR` only. */
const localeOf = (language: SiteLanguage): string => {
  if (language === 'ar') return 'ar_AR';
  const { language: tag, region } = new Intl.Locale(language).maximize();
  return `${tag}_${region}`;
};

/**
 * Returns the tags that name a page's language and its other languages; none for a page without a canonical address.
 * @param head the page's tags as HTML
 */
export function languageTags(
  head: string,
  language: SiteLanguage,
  { origin, offered = siteLanguageTags }: { origin: string; offered?: readonly SiteLanguage[] },
): string {
  const address = canonical.exec(head)?.[1];
  if (!address || offered.length < 2) return '';
  const path = address.slice((origin + languagePathOf(language)).length);
  const links = alternatesOf(path, origin, offered).map(
    ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${href}" />`,
  );
  const others = offered.filter((tag) => tag !== language);
  const locales = [
    `<meta property="og:locale" content="${localeOf(language)}" />`,
    ...others.map((tag) => `<meta property="og:locale:alternate" content="${localeOf(tag)}" />`),
  ];
  return [...links, ...locales].join('');
}
