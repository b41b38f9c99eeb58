import { challengeFrame } from '#contract/challenge.ts';
import { apiBase } from '#contract/endpoint.ts';
import { sharePhotosPath } from '#contract/install.ts';
import { languagePathOf, siteLanguageTags } from '#contract/languages.ts';
import { changePasswordPath, mailboxPage } from '#contract/pages.ts';
import { sitemapPath } from '#contract/sharing.ts';

/**
 * Prefixes of the paths that the API server answers during development. Vite serves everything else, including the
 * source files in `api/contract/` that the page imports.
 */
export const serverPaths: readonly string[] = [
  apiBase,
  challengeFrame,
  changePasswordPath,
  mailboxPage(),
  sharePhotosPath,
  sitemapPath(),
  '/sitemaps/',
  ...siteLanguageTags.map((language) => `${languagePathOf(language)}/feeds/`),
  '/images/',
  '/robots.txt',
  '/manifest',
  '/metrics',
  '/healthz',
  '/readyz',
];
