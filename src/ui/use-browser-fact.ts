import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Reads a value that only the browser knows, such as a cookie. `serverValue` is used in server rendering and until
 * hydration.
 */
export const useBrowserFact = <T extends string | number | boolean>(read: () => T, serverValue: T): T =>
  useSyncExternalStore(never, read, () => serverValue);
