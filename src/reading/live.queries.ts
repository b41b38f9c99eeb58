import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { memoryTurn, storageState } from '#src/offline/storage.ts';
import { useSame } from './use-same.ts';
import { useValue } from './use-value.ts';

/** What a query over the local databases gives now and after each change; undefined until the first answer. */
export function useLive<T>(query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const turn = useValue(memoryTurn);
  const blocked = useValue(storageState) === 'blocked';
  const kept = useLiveQuery(query, [...dependencies, turn]);
  const [held, setHeld] = useState<T>();
  // Where there is no IndexedDB at all, Dexie's own live queries never answer.
  useEffect(() => {
    if (!blocked) return;
    let over = false;
    void query().then((found) => over || setHeld(found));
    return () => {
      over = true;
    };
  }, [...dependencies, turn, blocked]);
  return useSame(blocked ? held : kept);
}
