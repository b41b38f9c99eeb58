import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

type Row<T> = { key: string; value: T; savedAt: number };

const lists = cacheTable<Row<unknown>>('lists', 'key');

/** A value with a row of its own in the `lists` table. Keys that begin with `own-` are deleted at sign-out. */
export const listRow = <T>(key: string) => ({
  get: () => lists.get(key) as Promise<Row<T> | undefined>,
  save: (value: T, now = serverNow()): Promise<void> => writeCache(() => lists.put({ key, value, savedAt: now })),
  remove: (): Promise<void> => writeCache(() => lists.remove(key)),
});
