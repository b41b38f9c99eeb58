import type { Standing } from '#contract/bike-standing.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { type Page, pageSize } from '#contract/paging.ts';
import { extended, type Pages, pagesFrom, refreshed } from '#src/cache/pages.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/**
 * A list of bikes: those of the home page, of which `random` holds one, a member's own, those of a member's folder, or
 * those on a member's public page. Between the first two colons stands whose own it is.
 */
export type FeedKey = Home | `own:${Id}` | `folder:${Id}:${Id}` | `garage::${Id}:${string}`;
type Home = 'winners' | 'recent' | 'popular' | 'random';
/** A bike in a list; in its owner's own with how it stands. */
export type FeedCard = BikeCard & { standing?: Standing };
export type KeptFeed = Pages<FeedCard> & { key: FeedKey; userId: string; savedAt: number };
type OldFeed = { items: BikeCard[]; next: string | null };

/** A list is not cut while its reader may come back to it. */
const mostCards = 20 * pageSize;
const ownerOf = (key: FeedKey): string => key.split(':')[1] ?? '';
export const feeds = cacheTable<KeptFeed>('feeds', 'key', (kept) =>
  kept.ends ? kept : { ...kept, ...pagesFrom(kept.items, (kept as unknown as OldFeed).next) },
);

export const feedOf = (key: FeedKey): Promise<KeptFeed | undefined> => feeds.get(key);

/** Keeps the first page of a list, and of the further ones what still joins it. */
export const saveFeed = (key: FeedKey, page: Page<FeedCard>, now = Date.now()): Promise<void> =>
  keep(async () => {
    const pages = refreshed(await feeds.get(key), page, mostCards);
    await feeds.put({ key, userId: ownerOf(key), ...pages, savedAt: now });
  });

/** Adds a further page to a kept list. */
export const extendFeed = (key: FeedKey, page: Page<FeedCard>): Promise<void> =>
  keep(async () => {
    const kept = await feeds.get(key);
    if (kept) await feeds.put({ ...kept, ...extended(kept, page) });
  });

/** Forgets the lists that are a member's own. */
export async function forgetOwnFeeds(): Promise<void> {
  const own = (await feeds.all()).filter((feed) => feed.userId !== '');
  await feeds.remove(...own.map((feed) => feed.key));
}
