import type { Id } from '#contract/ids.ts';
import type { QueuedMutation } from './mutation.ts';

interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** The page's localStorage; a worker has none. @throws where the browser blocks it */
export const pageStorage = (): PageStorage | undefined => (globalThis as { localStorage?: PageStorage }).localStorage;

/** The start of the localStorage keys. */
export const unstoredPrefix = 'unstored:';

/** A mutation and the ids of things that must exist first. */
export type Unstored = { mutation: QueuedMutation; needs: readonly Id[] };

/**
 * Keeps a mutation in localStorage while IndexedDB stores it: a page that is left has its transactions aborted.
 * @returns whether another page has stored it meanwhile
 */
export function noteUnstored(unstored: Unstored): () => boolean {
  const key = unstoredPrefix + unstored.mutation.id;
  try {
    const storage = pageStorage();
    storage?.setItem(key, JSON.stringify(unstored));
    return () => storage?.getItem(key) === null;
  } catch {
    return () => false;
  }
}

export function dropUnstored(id: Id): void {
  try {
    pageStorage()?.removeItem(unstoredPrefix + id);
  } catch {
    // It was not kept.
  }
}
