import type { Id } from '#contract/ids.ts';
import type { QueuedMutation } from './mutation.ts';

/** The start of the localStorage keys. */
export const unstoredPrefix = 'unstored:';

type PageStorage = {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
};

/** TypeScript declares localStorage for pages only, and the worker shares this file. @throws where it is refused */
export const pageStorage = (): PageStorage => (globalThis as unknown as { localStorage: PageStorage }).localStorage;

/** A choice and the ids of things that must exist first. */
export type Unstored = { mutation: QueuedMutation; needs: readonly Id[] };

/**
 * Keeps a choice in localStorage while IndexedDB stores it: a page that is left has its transactions aborted.
 * @returns whether another page has stored it meanwhile
 */
export function noteUnstored(unstored: Unstored): () => boolean {
  const key = unstoredPrefix + unstored.mutation.id;
  try {
    pageStorage().setItem(key, JSON.stringify(unstored));
    return () => pageStorage().getItem(key) === null;
  } catch {
    return () => false;
  }
}

export function dropUnstored(id: Id): void {
  try {
    pageStorage().removeItem(unstoredPrefix + id);
  } catch {
    // It was not kept.
  }
}
