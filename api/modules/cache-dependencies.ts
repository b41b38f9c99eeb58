import type { CacheDependencies } from '#api/platform/response-cache.ts';
import { getBike } from '#contract/bike-whole.ts';
import { popularBikes, randomBike, recentBikes } from '#contract/bikes.ts';
import { listBrands } from '#contract/brands.ts';
import { getComment, listComments } from '#contract/comments.ts';
import { apiBase } from '#contract/endpoint.ts';
import { sharedFolder } from '#contract/favorites.ts';
import { siteFigures } from '#contract/figures.ts';
import { listLikers } from '#contract/likes.ts';
import { getPerson, listMemberBikes } from '#contract/people-page.ts';
import { listCountries, listRegions } from '#contract/places.ts';
import { relatedBikes } from '#contract/related.ts';
import { searchBikes, suggestSearches } from '#contract/search/calls.ts';
import { siteServices } from '#contract/services.ts';
import { recentFeed, sitemapPath } from '#contract/sharing.ts';
import { siteRules } from '#contract/site.ts';
import { listWinners } from '#contract/winners.ts';

const any = (collection: string) => ({ collection });
const those = (collection: string, field: string, param: string) => ({ collection, field, param });
/** Changes may show some seconds late. */
const stale = (collection: string) => ({ collection, mayBeStale: true as const });

const bike = those('bikes', '_id', 'bikeId');
const member = those('users', '_id', 'userId');
const bikesOfMember = those('bikes', 'owner.id', 'userId');
const found = [any('bikes'), any('words')];

/**
 * Documents that the response of each cached route depends on: a write to them drops it from the cache. A route that is
 * missing here is dropped by every write, and a write to a collection that is missing here drops everything.
 */
export const cacheDependencies: CacheDependencies = {
  '/robots.txt': [],
  '/sitemaps/pages.xml': [],
  [apiBase + listBrands.path]: [],
  [apiBase + listCountries.path]: [],
  [apiBase + listRegions.path]: [],
  [apiBase + siteServices.path]: [any('site')],
  [apiBase + siteRules.path]: [any('site')],

  // A bike shows its owner's discipline and place, and the owner is not in its path. Its likes are counted when it is read.
  [apiBase + getBike.path]: [bike, those('likes', 'bikeId', 'bikeId'), any('profiles')],
  [apiBase + listLikers.path]: [bike, those('likes', 'bikeId', 'bikeId'), any('users')],
  [apiBase + listComments.path]: [bike, those('comments', 'bikeId', 'bikeId')],
  [apiBase + getComment.path]: [any('bikes'), those('comments', '_id', 'commentId')],
  [apiBase + relatedBikes.path]: [any('bikes')],

  [apiBase + recentBikes.path]: [any('bikes')],
  [apiBase + popularBikes.path]: [any('bikes')],
  [apiBase + listWinners.path]: [any('bikes')],
  [apiBase + randomBike.path]: [any('bikes')],
  [apiBase + searchBikes.path]: found,
  [apiBase + suggestSearches.path]: [any('words'), any('users')],
  [apiBase + siteFigures.path]: [stale('bikes'), stale('users'), stale('likes'), stale('winners')],

  [apiBase + listMemberBikes.path]: [member, bikesOfMember],
  [apiBase + getPerson.path]: [
    member,
    those('profiles', '_id', 'userId'),
    those('folders', '_id', 'userId'),
    those('folderOrders', 'userId', 'userId'),
    those('favorites', 'userId', 'userId'),
    // Shared folders show bikes of others.
    any('bikes'),
  ],
  [apiBase + sharedFolder.path]: [any('folders'), any('folderOrders'), any('favorites'), any('users'), any('bikes')],

  [recentFeed()]: [any('bikes'), any('site')],
  '/feeds/members/:file{[0-9a-f-]+\\.xml}': [any('bikes'), any('site')],
  '/feeds/search.xml': [...found, any('site')],
  // The stored files, which are made from bikes and members once a day.
  [sitemapPath()]: [any('sitemaps')],
};
