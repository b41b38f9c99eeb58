import type { Page } from 'playwright-core';

/**
 * Counts the rows in a table of the page's IndexedDB: `bikes` in `cache`, `outbox` in `vault`. What a screen shows may
 * be server-rendered or out of date.
 * @param key counts this row alone
 */
export const countRows = (page: Page, database: 'cache' | 'vault', table: string, key?: string): Promise<number> =>
  page.evaluate(
    ([name, store, only]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        // The page creates the database, not this function.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction(store).objectStore(store).count(only);
          counting.onsuccess = () => resolve(counting.result);
          opening.result.close();
        };
      }),
    [database, table, key] as const,
  );
