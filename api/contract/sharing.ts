import { type Query, queryString } from './endpoint.ts';
import { ownLanguage, type SiteLanguage } from './languages.ts';

/** Path of a bike's share card in a language, for one version of the bike. */
export const shareCardPath = (bikeId: string, version: number, language: SiteLanguage = ownLanguage): string =>
  `/images/cards/${bikeId}/${version}${language === ownLanguage ? '' : `-${language}`}.jpg`;

/**
 * Path of a share card that is not a bike's.
 * @param kind the name of its source, such as `years`
 * @param version changes with whatever the card shows
 */
export const cardPath = (kind: string, id: string, version: string, language: SiteLanguage = ownLanguage): string =>
  `/images/cards/${kind}/${id}/${version}${language === ownLanguage ? '' : `-${language}`}.jpg`;

/** Size in pixels, which Open Graph readers need. */
export const shareCardSize = { width: 1200, height: 630 } as const;

/** RSS 2.0 feeds of bikes, newest first. Each language has its own below its path. */
export const recentFeed = () => '/feeds/recent.xml';
export const memberFeed = (userId: string) => `/feeds/members/${userId}.xml`;
/** Of a maker, or of a model or part of it. */
export const makerFeed = (names: Query) => `/feeds/makers.xml${queryString(names)}`;
export const searchFeed = (query: Query) => `/feeds/search.xml${queryString(query)}`;

/** Sitemap index for search engines. */
export const sitemapPath = () => '/sitemap.xml';
/** @param part number from 1; 0 for the pages that belong to no bike or member */
export const sitemapPartPath = (part: number, of = 'bikes') =>
  `/sitemaps/${part === 0 ? 'pages' : `${of}-${part}`}.xml`;
