import type { PlacePage } from '#contract/place-page.ts';
import { type Pages, pagesFrom } from '#src/cache/pages.ts';
import { feeds, placeBikesKey } from '#src/cache/values/feeds.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** The page of a place. Its bikes are a list of their own. */
type CachedPlace = Pages<never> & { key: `place:${string}`; userId: ''; place: PlacePage; savedAt: number };

/** Maximum number of cached places: the last opened. */
const maxEntries = 30;
const prefix = 'place:';
const table = cacheTable<CachedPlace>('feeds', 'key');
const keyOf = (code: string) => `${prefix}${code}` as const;

/** Caches a place's page as the server sent it. */
export const savePlace = (place: PlacePage, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    await table.put({ key: keyOf(place.code), userId: '', place, ...pagesFrom<never>([], null), savedAt: now });
    const all = (await table.all()).filter(({ key }) => key.startsWith(prefix));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(maxEntries);
    await table.remove(...old.map(({ key }) => key));
    await feeds.remove(...old.map(({ place: { code } }) => placeBikesKey(code)));
  });

/** The cached page. */
export async function placeOf(code: string): Promise<{ place: PlacePage; savedAt: number } | null> {
  return (await table.get(keyOf(code))) ?? null;
}
