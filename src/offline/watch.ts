import { liveQuery } from 'dexie';
import { memoryTurn } from './storage.ts';

/**
 * Calls `hear` with what a query over the local databases gives, now and after each change, also where it is held in
 * memory. Returns how to stop.
 */
export function watch<T>(query: () => Promise<T>, hear: (found: T) => void): () => void {
  const look = () => void query().then(hear, () => undefined);
  const kept = liveQuery(query).subscribe({ next: hear, error: look });
  const stop = memoryTurn.subscribe(look);
  return () => {
    kept.unsubscribe();
    stop();
  };
}
