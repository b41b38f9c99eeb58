import type { BikeCard } from '#contract/bikes.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import type { Pages } from './pages.ts';
import { type FeedKey, feeds } from './values/feeds.ts';

type Entry<T, B> = T & Pages<B>;
type Opened<T, B> = Entry<T, B> & { key: string; userId: ''; savedAt: number };

/**
 * The cached pages of one kind, of which the last opened are kept. They are stored like feeds, so that changes and
 * removals of bikes reach the bikes on them.
 * @param kind the start of their keys
 * @param max number of kept pages
 * @param listsOf further lists of bikes that belong to a page and are removed with it
 */
export function openedPages<T extends object, B extends BikeCard = BikeCard>(
  kind: string,
  max: number,
  listsOf: (id: string) => readonly FeedKey[] = () => [],
) {
  const prefix = `${kind}:`;
  const table = cacheTable<Opened<T, B>>('feeds', 'key');
  const get = (id: string): Promise<Opened<T, B> | undefined> => table.get(prefix + id);
  /** The stored pages whose ids begin with `start`. */
  const all = async (start: string) => (await table.all()).filter(({ key }) => key.startsWith(prefix + start));
  /** Deletes pages. Call it inside a transaction. */
  const remove = async (...ids: string[]): Promise<void> => {
    await table.remove(...ids.map((id) => prefix + id));
    await feeds.remove(...ids.flatMap(listsOf));
  };
  const removeAll = (pages: readonly Opened<T, B>[]) => remove(...pages.map(({ key }) => key.slice(prefix.length)));
  return {
    get,
    remove,
    /** Deletes the pages whose ids begin with `start`. Call it inside a transaction. */
    removeOf: async (start: string): Promise<void> => removeAll(await all(start)),
    /** Stores a page as the last opened. `of` makes it of what is stored, if that matters. */
    save: (id: string, of: Entry<T, B> | ((before?: Pages<B>) => Entry<T, B>), savedAt = serverNow()): Promise<void> =>
      writeCache(async () => {
        const entry = typeof of === 'function' ? of(await get(id)) : of;
        await table.put({ ...entry, key: prefix + id, userId: '', savedAt });
        await removeAll((await all('')).sort((a, b) => b.savedAt - a.savedAt).slice(max));
      }),
    /** Changes a stored page. */
    change: (id: string, to: (page: Entry<T, B>) => Entry<T, B>): Promise<void> =>
      writeCache(async () => {
        const page = await get(id);
        if (page) await table.put({ ...page, ...to(page) });
      }),
  };
}
