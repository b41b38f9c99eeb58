import { useSyncExternalStore } from 'react';
import type { Value } from '#src/lib/value.ts';

/** Watches one value of those below: `signal`, `storageState`, `outboxStatus`. A page drawn elsewhere shows its first. */
export const useValue = <T>(value: Value<T>): T => useSyncExternalStore(value.subscribe, value.get, () => value.first);
