import { useObservable } from 'dexie-react-hooks';
import { startTransition, use, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { memoryVersionAtom, storageStateAtom } from '#src/storage/storage-state.ts';
import { liveQuery } from '#src/storage/watch.ts';
import { useValue } from '#src/ui/use-value.ts';
import { endWarmStart, warmStart } from '#src/warm-start/warm-start.ts';
import { useSame } from './use-same.ts';

/** The result of a query over the early rows, until IndexedDB has answered. */
function useWarmStart<T>(name: string, query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const started = warmStart([name, ...dependencies], query);
  const found = started && use(started);
  const [first] = useState({ found, dependencies });
  useLayoutEffect(endWarmStart, []);
  return first.dependencies.every((one, place) => Object.is(one, dependencies[place])) ? first.found : undefined;
}

/** A live query whose results are rendered in transitions: they come by themselves and must not block the page. */
function inTransitions<T>(query: () => Promise<T>) {
  const results = liveQuery(query);
  return {
    hasValue: () => false,
    subscribe: (onResult: (result: T) => void, onError: (error: unknown) => void) =>
      results.subscribe((result) => startTransition(() => onResult(result)), onError),
  };
}

/**
 * The result of a query over the local databases, now and after each change; undefined until the first answer.
 * @param name unique name of the query
 */
export function useLive<T>(name: string, query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const memoryChanges = useValue(memoryVersionAtom);
  const storage = useValue(storageStateAtom);
  const blocked = storage === 'blocked' || storage === 'hung';
  const first = useWarmStart(name, query, dependencies);
  const stored = useObservable(() => inTransitions(query), [...dependencies, memoryChanges]);
  const [inMemory, setInMemory] = useState<T>();
  const runQuery = useEffectEvent(query);
  // Without IndexedDB, Dexie's live queries never answer.
  useEffect(() => {
    if (!blocked) return;
    let isStopped = false;
    void runQuery().then((found) => isStopped || setInMemory(found));
    return () => {
      isStopped = true;
    };
  }, [...dependencies, memoryChanges, blocked]);
  // Null is an answer too: there is no such thing.
  return useSame(blocked ? inMemory : stored === undefined ? first : stored);
}
