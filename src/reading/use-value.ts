import { useSyncExternalStore } from 'react';
import type { Value } from '#src/ground/value.ts';

/** Watches one value of the offline core: `signal`, `storageState`, `outboxStatus`. */
export const useValue = <T>(value: Value<T>): T => useSyncExternalStore(value.subscribe, value.get);
