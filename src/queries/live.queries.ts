import { useLiveQuery } from 'dexie-react-hooks';
import { use, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { memoryTurn, storageState } from '#src/storage/storage-state.ts';
import { endWarmStart, warmStart } from '#src/warm-start/warm-start.ts';
import { useSame } from './use-same.ts';
import { useValue } from './use-value.ts';

/** What a query gives at the page's first look at this device, until it has answered itself. */
function useFirstLook<T>(name: string, query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const look = warmStart([name, ...dependencies], query);
  const found = look && use(look);
  const [first] = useState({ found, dependencies });
  useLayoutEffect(endWarmStart, []);
  return first.dependencies.every((one, place) => Object.is(one, dependencies[place])) ? first.found : undefined;
}

/**
 * What a query over the local databases gives now and after each change; undefined until the first answer.
 * @param name of the query, which is no other's
 */
export function useLive<T>(name: string, query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const turn = useValue(memoryTurn);
  const storage = useValue(storageState);
  const blocked = storage === 'blocked' || storage === 'silent';
  const first = useFirstLook(name, query, dependencies);
  // Of a function that is not itself async, Dexie watches only what it reads first.
  const kept = useLiveQuery(async () => query(), [...dependencies, turn]);
  const [held, setHeld] = useState<T>();
  const ask = useEffectEvent(query);
  // Where there is no IndexedDB at all, Dexie's own live queries never answer.
  useEffect(() => {
    if (!blocked) return;
    let over = false;
    void ask().then((found) => over || setHeld(found));
    return () => {
      over = true;
    };
  }, [...dependencies, turn, blocked]);
  // An answer of null is an answer: there is none of what was asked for.
  return useSame(blocked ? held : kept === undefined ? first : kept);
}
