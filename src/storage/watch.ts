import Dexie, { liveQuery as dexieQuery } from 'dexie';
import { getDefaultStore } from 'jotai/vanilla';
import { memoryVersionAtom } from './storage-state.ts';

const store = getDefaultStore();

/** Runs in quick succession, less than {@link maxRestMs} apart, before a live query pauses between runs. */
const maxQuickRuns = 5;
/** A pause is this many times as long as the run before it. */
const restFactor = 9;
const maxRestMs = 1_000;

/** Awaits something other than the database inside a live query. Reads after it are still watched. */
export const inLiveQuery = <T>(work: Promise<T>): PromiseLike<T> => Dexie.Promise.resolve(work);

/**
 * A query over the local databases that runs now and after each change. While changes follow each other, as when a long
 * queue is sent, it takes a tenth of the time at most, so that each of them costs the same.
 */
export const liveQuery = <T>(query: () => Promise<T>) => ({
  subscribe(onResult: (result: T) => void, onError: (error: unknown) => void): () => void {
    let isStopped = false;
    let calls = 0;
    /** The call whose result was given last. */
    let given = 0;
    let quickRuns = 0;
    let restedAt = 0;
    let rested: Promise<unknown> = Promise.resolve();
    const rest = async (begunAt: number): Promise<void> => {
      quickRuns = begunAt - restedAt > maxRestMs ? 0 : quickRuns + 1;
      const restMs = Math.min(maxRestMs, restFactor * (performance.now() - begunAt));
      if (quickRuns > maxQuickRuns) await new Promise((resolve) => setTimeout(resolve, restMs));
      restedAt = performance.now();
    };
    const give = (call: number, result: T) => {
      if (isStopped || call < given) return;
      given = call;
      onResult(result);
    };
    // Dexie calls it at each change, and drops all results but the last. It watches an async function to its end.
    const subscription = dexieQuery(async () => {
      calls += 1;
      const call = calls;
      await inLiveQuery(rested);
      if (call !== calls) throw new DOMException('A later call answers.', 'AbortError');
      const begunAt = performance.now();
      const answer = query();
      rested = answer.then(
        () => rest(begunAt),
        () => rest(begunAt),
      );
      const result = await answer;
      // Changes may never pause for long enough: an overtaken result is better than none.
      if (call !== calls) setTimeout(() => give(call, result));
      return { call, result };
    }).subscribe({ next: ({ call, result }) => give(call, result), error: onError });
    return () => {
      isStopped = true;
      subscription.unsubscribe();
    };
  },
});

/**
 * Calls `onResult` with the result of a query over the local databases, now and after each change, including changes in
 * memory. Returns an unsubscribe function.
 */
export function watch<T>(query: () => Promise<T>, onResult: (result: T) => void): () => void {
  let isStopped = false;
  const emit = (result: T) => isStopped || onResult(result);
  const rerun = () => void query().then(emit, () => undefined);
  const stopQuery = liveQuery(query).subscribe(emit, rerun);
  const stop = store.sub(memoryVersionAtom, rerun);
  return () => {
    isStopped = true;
    stopQuery();
    stop();
  };
}
