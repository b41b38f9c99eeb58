import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

const key = 'turn';
const lists = cacheTable<{ key: string; value: number }>('lists', 'key');
const turnNow = async (): Promise<number> => (await lists.get(key))?.value ?? 0;

/**
 * Changes the cache in one transaction by what is newer than anything that was asked for before: what the site has
 * carried out for this device, or that a member went.
 */
export const applyServerChange = (work: () => Promise<void>): Promise<void> =>
  keep(async () => {
    await lists.put({ key, value: (await turnNow()) + 1 });
    await work();
  });

/**
 * Asks the site and keeps what it answers. An answer that was overtaken by news says what is not so any more, so it is
 * not kept and the site is asked again.
 * @param save writes the answer into the cache; it runs inside a transaction
 */
export async function fetchIntoCache<T>(ask: () => Promise<T>, save: (answer: T) => Promise<void>): Promise<T> {
  for (;;) {
    const turn = await turnNow();
    const answer = await ask();
    let late = false;
    await keep(async () => {
      late = (await turnNow()) !== turn;
      if (!late) await save(answer);
    });
    if (!late) return answer;
  }
}
