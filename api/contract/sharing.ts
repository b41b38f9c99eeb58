import { type Query, queryString } from './endpoint.ts';

/** The picture of a bike that links to it are shown with: its photo and what it is, as one version of it says. */
export const shareCardPath = (bikeId: string, version: number): string => `/images/cards/${bikeId}/${version}.jpg`;

/** Its size in pixels, which Open Graph readers ask for. */
export const shareCardSize = { width: 1200, height: 630 } as const;

/** Feeds of bikes, newest first (RSS 2.0). */
export const recentFeed = () => '/feeds/recent.xml';
export const memberFeed = (userId: string) => `/feeds/members/${userId}.xml`;
export const searchFeed = (query: Query) => `/feeds/search.xml${queryString(query)}`;

/** What search engines read first. */
export const sitemapPath = () => '/sitemap.xml';
/** @param part its number from 1; 0 for the pages that are neither a bike's nor a member's */
export const sitemapPartPath = (part: number, of: 'bikes' | 'members' = 'bikes') =>
  `/sitemaps/${part === 0 ? 'pages' : `${of}-${part}`}.xml`;
