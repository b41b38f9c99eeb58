import Dexie, { liveQuery } from 'dexie';
import { memoryTurn } from './storage-state.ts';

/** Awaits what is no database: what a live query reads after it is still watched. */
export const inLiveQuery = <T>(work: Promise<T>): PromiseLike<T> => Dexie.Promise.resolve(work);

/**
 * Calls `hear` with what a query over the local databases gives, now and after each change, also where it is held in
 * memory. Returns how to stop.
 */
export function watch<T>(query: () => Promise<T>, hear: (found: T) => void): () => void {
  let over = false;
  const tell = (found: T) => over || hear(found);
  const look = () => void query().then(tell, () => undefined);
  // Of a function that is not itself async, Dexie watches only what it reads first.
  const kept = liveQuery(async () => query()).subscribe({ next: tell, error: look });
  const stop = memoryTurn.subscribe(look);
  return () => {
    over = true;
    kept.unsubscribe();
    stop();
  };
}
