import type { Plugin } from 'vite';
import { languageParameter } from '#contract/language-choice.ts';
import { ownLanguage, type SiteLanguage, siteLanguages, siteLanguageTags } from '#contract/languages.ts';

/** The name of the links for screen readers; a key of the catalogs. */
export const languageNavLabel = 'Language';

/** The links to the page's other languages; nothing if there is no other. They are no part of the app: they cost no script and work without one. */
export function languageNav(language: SiteLanguage, label: string): string {
  if (siteLanguageTags.length < 2) return '';
  const links = siteLanguageTags.map((tag) => {
    const current = tag === language ? ' aria-current="true"' : '';
    return `<a href="?${languageParameter}=${tag}" hreflang="${tag}" lang="${tag}" rel="nofollow"${current}>${siteLanguages[tag].name}</a>`;
  });
  return `<nav id="languages" translate="no" aria-label="${label}">${links.join(' ')}</nav>`;
}

/** Puts the links to other languages into the page. */
export const languageLinks = (): Plugin => ({
  name: 'language-links',
  transformIndexHtml: (html) => html.replace('<nav id="languages"></nav>', languageNav(ownLanguage, languageNavLabel)),
});
