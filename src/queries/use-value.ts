import { useSyncExternalStore } from 'react';
import type { Value } from '#src/lib/value.ts';

/** Subscribes to a value such as `signal`, `storageState` or `outboxStatus`. Server rendering uses its first value. */
export const useValue = <T>(value: Value<T>): T => useSyncExternalStore(value.subscribe, value.get, () => value.first);
