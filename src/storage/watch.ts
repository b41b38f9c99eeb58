import Dexie, { liveQuery } from 'dexie';
import { getDefaultStore } from 'jotai/vanilla';
import { memoryVersionAtom } from './storage-state.ts';

export { liveQuery };

const store = getDefaultStore();

/** Awaits something other than the database inside a live query. Reads after it are still watched. */
export const inLiveQuery = <T>(work: Promise<T>): PromiseLike<T> => Dexie.Promise.resolve(work);

/**
 * Calls `onResult` with the result of a query over the local databases, now and after each change, including changes in
 * memory. Returns an unsubscribe function.
 */
export function watch<T>(query: () => Promise<T>, onResult: (result: T) => void): () => void {
  let isStopped = false;
  const emit = (result: T) => isStopped || onResult(result);
  const rerun = () => void query().then(emit, () => undefined);
  // Dexie watches only the first read of a function that is not itself async.
  const subscription = liveQuery(async () => query()).subscribe({ next: emit, error: rerun });
  const stop = store.sub(memoryVersionAtom, rerun);
  return () => {
    isStopped = true;
    subscription.unsubscribe();
    stop();
  };
}
