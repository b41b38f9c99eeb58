import type { Id } from '#contract/ids.ts';
import { pageSize } from '#contract/list-sizes.ts';
import type { SearchAnswer } from '#contract/search/calls.ts';
import type { Cached } from '#src/cache/cached.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** The first page of a followed search. A row with a member's id is deleted when they sign out. */
type KeptSearch = { key: string; userId: Id; answer: SearchAnswer; savedAt: number };

/** Maximum searches of a member that are kept; the one that was saved longest ago makes room. */
export const maxKeptSearches = 50;

const table = cacheTable<KeptSearch>('lists', 'key');
const prefixOf = (userId: Id) => `kept-search ${userId} `;

/** @param query the key of the search */
export const keptSearchOf = (userId: Id, query: string): Promise<KeptSearch | undefined> =>
  table.get(prefixOf(userId) + query);

/** Keeps the first page of a followed search, to be shown without signal. */
export const saveKeptSearch = (userId: Id, query: string, answer: SearchAnswer, now: number): Promise<void> =>
  writeCache(async () => {
    const key = prefixOf(userId) + query;
    const first = { ...answer, items: answer.items.slice(0, pageSize), next: null };
    await table.put({ key, userId, answer: first, savedAt: now });
    const keys = (await table.keys()).filter((one) => one.startsWith(prefixOf(userId)));
    if (keys.length <= maxKeptSearches) return;
    const rows = (await Promise.all(keys.map((one) => table.get(one)))).filter((row) => row !== undefined);
    const oldest = rows.toSorted((a, b) => a.savedAt - b.savedAt).slice(0, keys.length - maxKeptSearches);
    await table.remove(...oldest.map((row) => row.key));
  });

/** The kept page as a cached value, which mutations only remove. */
export const keptSearch: Cached<SearchAnswer | null> = {
  read: async (userId, query) => (await keptSearchOf(userId, query))?.answer ?? null,
  empty: () => null,
  change: async () => undefined,
  remove: (userId, query) => writeCache(() => table.remove(prefixOf(userId) + query)),
};
