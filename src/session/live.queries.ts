import { useLiveQuery } from 'dexie-react-hooks';
import { memoryTurn } from '#src/offline/storage.ts';
import { useValue } from './use-value.ts';

/** What a query over the local databases gives now and after each change; undefined until the first answer. */
export function useLive<T>(query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const turn = useValue(memoryTurn);
  return useLiveQuery(query, [...dependencies, turn]);
}
