import type { FolderBike, SharedFolder } from '#contract/favorites.ts';
import type { Page } from '#contract/paging.ts';
import type { Cached } from '#src/cache/cached.ts';
import { changed, extended, nextOf, type Pages, refreshed } from '#src/cache/pages.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

type Head = Omit<SharedFolder, 'items' | 'next'>;
/** A shared folder. Its bikes are stored like a feed, so that changes and removals of bikes reach them. */
type CachedShared = Pages<FolderBike> & { key: `shared:${string}`; userId: ''; head: Head; savedAt: number };

/** Maximum number of cached shared folders: the last opened. */
const maxEntries = 30;
const maxBikes = 500;
const prefix = 'shared:';
const table = cacheTable<CachedShared>('feeds', 'key');
const keyOf = (shareId: string) => `${prefix}${shareId}` as const;

/** Caches the first page of a shared folder, and keeps the further pages that still join it. */
export const saveShared = (shareId: string, { items, next, ...head }: SharedFolder, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    const key = keyOf(shareId);
    const pages = refreshed(await table.get(key), { items, next }, maxBikes);
    await table.put({ key, userId: '', head, ...pages, savedAt: now });
    const all = (await table.all()).filter((one) => one.key.startsWith(prefix));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(maxEntries);
    await table.remove(...old.map((one) => one.key));
  });

/** Adds a further page. */
export const extendShared = (shareId: string, page: Page<FolderBike>): Promise<void> =>
  writeCache(async () => {
    const cached = await table.get(keyOf(shareId));
    if (cached) await table.put({ ...cached, ...extended(cached, page) });
  });

/** The cached folder with the bikes of all cached pages. */
export async function sharedAs(shareId: string): Promise<{ folder: SharedFolder; savedAt: number } | null> {
  const cached = await table.get(keyOf(shareId));
  return cached
    ? { folder: { ...cached.head, items: cached.items, next: nextOf(cached) }, savedAt: cached.savedAt }
    : null;
}

/** The text and the cached bikes of a shared folder, by the id of its link. */
export const sharedContent: Cached<{ text: string; items: FolderBike[] }> = {
  read: async (_, shareId) => {
    const cached = await table.get(keyOf(shareId));
    return cached ? { text: cached.head.text, items: cached.items } : null;
  },
  empty: () => ({ text: '', items: [] }),
  change: (_, shareId, to) =>
    writeCache(async () => {
      const cached = await table.get(keyOf(shareId));
      if (!cached) return;
      const { text, items } = to({ text: cached.head.text, items: cached.items });
      await table.put({ ...cached, head: { ...cached.head, text }, ...changed(cached, () => items) });
    }),
};

/** Deletes a folder that is no longer shared. Call it inside a transaction. */
export const forgetShared = (shareId: string): Promise<void> => table.remove(keyOf(shareId));
