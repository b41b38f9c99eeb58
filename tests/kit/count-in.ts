import type { Page } from 'playwright-core';

/**
 * How many rows a table of a page's device has: `bikes` of the `cache`, `outbox` of the `vault`. What a screen shows may
 * have come with the page, or be behind.
 * @param key counts that row alone
 */
export const countIn = (page: Page, database: 'cache' | 'vault', table: string, key?: string): Promise<number> =>
  page.evaluate(
    ([name, store, only]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        // One that is not there yet is for the page to make.
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
