import type { ListCard } from '#contract/lists.ts';
import type { Page } from '#contract/paging.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** Lists of others: those of a bike, or those that a search found. Stored without bikes, whose feeds share the table. */
type CachedLists = {
  key: `lists:${string}`;
  userId: '';
  items: [];
  ends: [];
  page: Page<ListCard>;
  savedAt: number;
};

/** Maximum number of cached pages: the last opened. */
const maxEntries = 60;
const prefix = 'lists:';
const table = cacheTable<CachedLists>('feeds', 'key');

export const listsOf = (name: string): Promise<CachedLists | undefined> => table.get(`${prefix}${name}`);

export const saveLists = (name: string, page: Page<ListCard>, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    await table.put({ key: `${prefix}${name}`, userId: '', items: [], ends: [], page, savedAt: now });
    const all = (await table.all()).filter(({ key }) => key.startsWith(prefix));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(maxEntries);
    await table.remove(...old.map(({ key }) => key));
  });

/** Adds a further page. */
export async function extendLists(name: string, { items, next }: Page<ListCard>): Promise<void> {
  const cached = await listsOf(name);
  if (cached) await saveLists(name, { items: [...cached.page.items, ...items], next }, cached.savedAt);
}
