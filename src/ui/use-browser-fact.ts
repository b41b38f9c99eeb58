import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * What only a browser knows, such as a cookie: `drawn` stands for it where a page is drawn elsewhere, and in the first
 * moment in a browser that was given such a page.
 */
export const useBrowserFact = <T extends string | number | boolean>(read: () => T, drawn: T): T =>
  useSyncExternalStore(never, read, () => drawn);
