import { useState, useSyncExternalStore } from 'react';

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

function createSnapshots() {
  let isServerRendered = false;
  return {
    read: () => isServerRendered,
    // React calls it in server rendering and in hydration only.
    readOnServer: () => {
      isServerRendered = true;
      return true;
    },
  };
}

/** Whether the component came with the server-rendered page. Unlike `useHydrated`, it never renders anything again. */
export function useIsServerRendered(): boolean {
  const [{ read, readOnServer }] = useState(createSnapshots);
  return useSyncExternalStore(never, read, readOnServer);
}
