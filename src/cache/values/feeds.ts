import type { BikeNotice } from '#contract/bike-notice.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { pageSize } from '#contract/list-sizes.ts';
import type { Page } from '#contract/paging.ts';
import type { MemberBikesPart } from '#contract/people-page.ts';
import { changed, extended, type Pages, pagesFrom, refreshed, withoutItem } from '#src/cache/pages.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/**
 * Key of a list of bikes: a list of the home page (`random` holds one bike), the list of a maker, model or part, a
 * member's own bikes, a folder, or the bikes on a member's public page. The part between the first two colons is the id of the member who owns the list,
 * empty for a public one.
 */
export type FeedKey =
  | (Home | AllWinners | OfMaker | PlaceKey)
  | (`own:${Id}` | `folder:${Id}:${Id}` | `garage::${Id}:${string}`);
type Home = 'winners' | 'recent' | 'popular' | 'random';
/** The path of the page of a maker, model or part. */
type OfMaker = `/${'brand' | 'model' | 'part'}/${string}`;
/** The list of the page of all winners, which is longer than home's. */
type AllWinners = 'all-winners';
/** The list of a place's bikes, by its code. */
type PlaceKey = `place-${string}`;
/** A bike in a list; `standing` and `complete` are set in its owner's own list, `note` in a folder. */
export type FeedCard = BikeCard & { standing?: BikeNotice; complete?: number; note?: string | undefined };
export type CachedFeed = Pages<FeedCard> & { key: FeedKey; userId: string; savedAt: number };
type OldFeed = { items: BikeCard[]; next: string | null };

/** Maximum number of cards, large enough that a reader can come back to a long list. */
const maxCards = 20 * pageSize;
const ownerOf = (key: FeedKey): string => key.split(':')[1] ?? '';
export const feeds = cacheTable<CachedFeed>('feeds', 'key', (cached) =>
  cached.ends ? cached : { ...cached, ...pagesFrom(cached.items, (cached as unknown as OldFeed).next) },
);

export const feedOf = (key: FeedKey): Promise<CachedFeed | undefined> => feeds.get(key);

/** Caches the first page of a list, and keeps the further pages that still join it. */
export const saveFeed = (key: FeedKey, page: Page<FeedCard>, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    const pages = refreshed(await feeds.get(key), page, maxCards);
    await feeds.put({ key, userId: ownerOf(key), ...pages, savedAt: now });
  });

/** Appends a page to a cached list. */
export const extendFeed = (key: FeedKey, page: Page<FeedCard>): Promise<void> =>
  writeCache(async () => {
    const cached = await feeds.get(key);
    if (cached) await feeds.put({ ...cached, ...extended(cached, page) });
  });

const isOwn = (key: FeedKey): boolean => key.startsWith('own:');

/** Changes the cards of a cached feed. */
export const changeFeed = (key: FeedKey, to: (cards: FeedCard[]) => FeedCard[]): Promise<void> =>
  writeCache(async () => {
    const cached = await feeds.get(key);
    if (cached) await feeds.put({ ...cached, ...changed(cached, to) });
  });

/** Changes the cards of every cached feed except members' own bikes. */
export const changeFeeds = (to: (cards: FeedCard[]) => FeedCard[]): Promise<void> =>
  writeCache(async () => {
    for (const feed of await feeds.all()) {
      if (isOwn(feed.key)) continue;
      const after = changed(feed, to);
      if (after.items.some((card, at) => card !== feed.items[at])) await feeds.put({ ...feed, ...after });
    }
  });

/** Changes a bike in every cached feed that shows it. Call it inside a transaction. */
export async function changeInFeeds(id: Id, change: (card: FeedCard) => FeedCard): Promise<void> {
  for (const feed of await feeds.all()) {
    const shows = feed.items.some((one) => one.id === id);
    if (shows) await feeds.put({ ...feed, items: feed.items.map((one) => (one.id === id ? change(one) : one)) });
  }
}

/** Removes a bike from every cached feed but its owner's own, which shows its status. Call it inside a transaction. */
export async function leaveFeeds(id: Id): Promise<void> {
  for (const feed of await feeds.all()) {
    const shows = !isOwn(feed.key) && feed.items.some((one) => one.id === id);
    if (shows) await feeds.put({ ...feed, ...withoutItem(feed, id) });
  }
}

/** Key of a member's public list of bikes. It belongs to no member, so it survives a log-out. */
export const memberBikesKey = (id: Id, part: MemberBikesPart): FeedKey => `garage::${id}:${part}`;
/** Key of the list of a place's bikes. */
export const placeBikesKey = (code: string): FeedKey => `place-${code}`;
