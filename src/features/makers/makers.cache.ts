import type { BikeCard } from '#contract/bikes.ts';
import type { MakerPage } from '#contract/makers.ts';
import { type Pages, pagesFrom } from '#src/cache/pages.ts';
import { type FeedKey, feeds } from '#src/cache/values/feeds.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** The path of a page, such as `/part/brooks/b17`. */
export type MakerPath = FeedKey & `/${string}`;

/** A page; its bikes are stored like a feed, so that changes and removals of bikes reach them. */
type CachedMaker = Pages<BikeCard> & {
  key: `maker:${MakerPath}`;
  userId: '';
  page: Omit<MakerPage, 'liked'>;
  savedAt: number;
};

/** Maximum number of cached pages: the last opened. */
const maxEntries = 60;
const prefix = 'maker:';
const table = cacheTable<CachedMaker>('feeds', 'key');
const keyOf = (path: MakerPath) => `${prefix}${path}` as const;

/** Deletes pages, each with its list of bikes. Call it inside a transaction. */
export async function forgetMaker(...paths: MakerPath[]): Promise<void> {
  await table.remove(...paths.map(keyOf));
  await feeds.remove(...paths);
}

/** Caches a page as the server sent it. */
export const saveMaker = (path: MakerPath, { liked, ...page }: MakerPage, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    await table.put({ key: keyOf(path), userId: '', page, ...pagesFrom(liked, null), savedAt: now });
    const all = (await table.all()).filter(({ key }) => key.startsWith(prefix));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(maxEntries);
    await forgetMaker(...old.map(({ key }) => key.slice(prefix.length) as MakerPath));
  });

/** The cached page. */
export async function makerFor(path: MakerPath): Promise<{ page: MakerPage; savedAt: number } | null> {
  const cached = await table.get(keyOf(path));
  return cached ? { page: { ...cached.page, liked: cached.items }, savedAt: cached.savedAt } : null;
}
