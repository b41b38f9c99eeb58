import type { BikeCard } from '#contract/bikes.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import type { Pages } from './pages.ts';
import { type FeedKey, feeds } from './values/feeds.ts';

type Opened<T> = T & Pages<BikeCard> & { key: string; userId: ''; savedAt: number };
type Entry<T> = T & Pages<BikeCard>;

/**
 * The cached pages of one kind, of which the last opened are kept. They are stored like feeds, so that changes and
 * removals of bikes reach the bikes on them.
 * @param kind the start of their keys
 * @param max number of kept pages
 * @param listsOf further lists of bikes that belong to a page and are removed with it
 */
export function openedPages<T extends object>(
  kind: string,
  max: number,
  listsOf: (id: string) => readonly FeedKey[] = () => [],
) {
  const prefix = `${kind}:`;
  const table = cacheTable<Opened<T>>('feeds', 'key');
  const get = (id: string): Promise<Opened<T> | undefined> => table.get(prefix + id);
  /** The stored pages whose ids begin with `start`. */
  const all = async (start: string) => (await table.all()).filter(({ key }) => key.startsWith(prefix + start));
  /** Deletes pages. Call it inside a transaction. */
  const remove = async (...ids: string[]): Promise<void> => {
    await table.remove(...ids.map((id) => prefix + id));
    await feeds.remove(...ids.flatMap(listsOf));
  };
  const removeAll = (pages: readonly Opened<T>[]) => remove(...pages.map(({ key }) => key.slice(prefix.length)));
  return {
    get,
    remove,
    /** Deletes the pages whose ids begin with `start`. Call it inside a transaction. */
    removeOf: async (start: string): Promise<void> => removeAll(await all(start)),
    /** Stores a page as the last opened. */
    save: (id: string, entry: Entry<T>, savedAt = serverNow()): Promise<void> =>
      writeCache(async () => {
        await table.put({ ...entry, key: prefix + id, userId: '', savedAt });
        await removeAll((await all('')).sort((a, b) => b.savedAt - a.savedAt).slice(max));
      }),
  };
}
