import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

const key = 'turn';
const lists = cacheTable<{ key: string; value: number }>('lists', 'key');
const currentGeneration = async (): Promise<number> => (await lists.get(key))?.value ?? 0;

/**
 * Changes the cache in one transaction and increments the cache generation, so that answers to earlier requests are
 * discarded. For mutations that the server has carried out and for sign-outs.
 */
export const applyServerChange = (work: () => Promise<void>): Promise<void> =>
  writeCache(async () => {
    await lists.put({ key, value: (await currentGeneration()) + 1 });
    await work();
  });

/**
 * Fetches and caches an answer. An answer from before a change of the generation is outdated: it is not cached, and the
 * request is repeated.
 * @param save writes the answer into the cache; it runs inside a transaction
 */
export async function fetchIntoCache<T>(request: () => Promise<T>, save: (answer: T) => Promise<void>): Promise<T> {
  for (;;) {
    const generation = await currentGeneration();
    const answer = await request();
    let isOutdated = false;
    await writeCache(async () => {
      isOutdated = (await currentGeneration()) !== generation;
      if (!isOutdated) await save(answer);
    });
    if (!isOutdated) return answer;
  }
}
