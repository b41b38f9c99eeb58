import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Reads a value that only the browser knows, such as a cookie. `serverValue` is used in server rendering and until
 * hydration.
 * @param subscribe calls its listener after each change; returns the unsubscribe function
 */
export const useBrowserValue = <T>(
  read: () => T,
  serverValue: T,
  subscribe: (listener: () => void) => () => void = never,
): T => useSyncExternalStore(subscribe, read, () => serverValue);
