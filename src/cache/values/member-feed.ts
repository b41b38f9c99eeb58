import type { FeedEntry } from '#contract/feed.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import type { Cached } from '#src/cache/cached.ts';
import { changed, extended, nextOf, type Pages, pagesFrom, refreshed, truncate } from '#src/cache/pages.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import type { FeedCard } from './feeds.ts';

type StoredEntry = Omit<FeedEntry, 'bike'> & { bikeId: Id };
/**
 * The feed of a member. Its bikes are stored once, like a list of bikes, so that changes and removals of bikes reach
 * them; its entries name them.
 */
type CachedMemberFeed = Pages<FeedCard> & {
  key: `following:${Id}`;
  userId: Id;
  entries: Pages<StoredEntry>;
  savedAt: number;
};

/** Number of entries that are kept on the device. */
export const keptEntries = 100;
/** Maximum number of entries while somebody reads on. */
const maxEntries = 500;

const table = cacheTable<CachedMemberFeed>('feeds', 'key');
const keyOf = (userId: Id) => `following:${userId}` as const;

const strip = ({ bike, ...entry }: FeedEntry): StoredEntry => ({ ...entry, bikeId: bike.id });

/** The row of these entries, with the bikes that they name. */
function rowOf(userId: Id, entries: Pages<StoredEntry>, bikes: readonly FeedCard[], savedAt: number): CachedMemberFeed {
  const named = new Set(entries.items.map(({ bikeId }) => bikeId));
  const items = [...new Map(bikes.map((bike) => [bike.id, bike])).values()].filter(({ id }) => named.has(id));
  return { key: keyOf(userId), userId, entries, savedAt, ...pagesFrom(items, null) };
}

/** The entries of a row, without those whose bike was removed since. */
function entriesOf({ items, entries }: CachedMemberFeed): FeedEntry[] {
  const bikes = new Map(items.map((bike) => [bike.id, bike]));
  return entries.items.flatMap(({ bikeId, ...entry }) => {
    const bike = bikes.get(bikeId);
    return bike ? [{ ...entry, bike }] : [];
  });
}

/** A member's cached feed, with the cursor of its next page; undefined if there is none. */
export async function memberFeedOf(
  userId: Id,
): Promise<{ entries: FeedEntry[]; next: string | null; savedAt: number } | undefined> {
  const cached = await table.get(keyOf(userId));
  return cached && { entries: entriesOf(cached), next: nextOf(cached.entries), savedAt: cached.savedAt };
}

/** Caches the first page of a member's feed, and keeps the further pages that still join it. */
export const saveMemberFeed = (userId: Id, page: Page<FeedEntry>, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    const cached = await table.get(keyOf(userId));
    const entries = refreshed(cached?.entries, { ...page, items: page.items.map(strip) }, maxEntries);
    await table.put(rowOf(userId, entries, [...(cached?.items ?? []), ...page.items.map(({ bike }) => bike)], now));
  });

/** Appends a page to a member's cached feed. */
export const extendMemberFeed = (userId: Id, page: Page<FeedEntry>): Promise<void> =>
  writeCache(async () => {
    const cached = await table.get(keyOf(userId));
    if (!cached) return;
    const entries = extended(cached.entries, { ...page, items: page.items.map(strip) });
    await table.put(rowOf(userId, entries, [...cached.items, ...page.items.map(({ bike }) => bike)], cached.savedAt));
  });

/** Deletes what a reader has loaded beyond the entries that are kept. */
export const trimMemberFeed = (userId: Id): Promise<void> =>
  writeCache(async () => {
    const cached = await table.get(keyOf(userId));
    if (!cached || cached.entries.items.length <= keptEntries) return;
    const entries = truncate(cached.entries, keptEntries);
    await table.put(rowOf(userId, entries, cached.items, cached.savedAt));
  });

/** The entries of the member's feed, the latest first. */
export const memberFeed: Cached<FeedEntry[], 'all'> = {
  read: async (userId) => (await memberFeedOf(userId))?.entries ?? null,
  empty: () => [],
  change: (userId, _, to) =>
    writeCache(async () => {
      const cached = await table.get(keyOf(userId));
      if (!cached) return;
      const after = changed(cached.entries, (items) =>
        to(entriesOf({ ...cached, entries: { items, ends: [] } })).map(strip),
      );
      await table.put(rowOf(userId, after, cached.items, cached.savedAt));
    }),
};

type Thing = FeedEntry['because'][number];

/** The entries without those that only one thing is the reason of. */
export const withoutReason = (entries: readonly FeedEntry[], { kind, key }: Thing): FeedEntry[] =>
  entries.flatMap((entry) => {
    const because = entry.because.filter((one) => one.kind !== kind || one.key !== key);
    if (because.length === entry.because.length) return [entry];
    return because.length > 0 ? [{ ...entry, because }] : [];
  });

/** Ids of the photos that an entry shows. */
const photosOf = ({ photos, bike }: FeedEntry): Id[] => {
  const [first, ...others] = photos ?? [];
  return first ? [first.id, ...others.map(({ id }) => id)] : bike.cover ? [bike.cover.id] : [];
};

/** Ids of the photos that the kept entries of a member show. */
export const photosOfMemberFeed = async (userId: Id): Promise<Id[]> => [
  ...new Set(((await memberFeedOf(userId))?.entries ?? []).slice(0, keptEntries).flatMap(photosOf)),
];
