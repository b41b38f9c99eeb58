import type { Id } from '#contract/ids.ts';
import { readLocal, writeLocal } from '#src/lib/local-storage.ts';
import type { QueuedMutation } from './mutation.ts';

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
  const isKept = writeLocal(key, JSON.stringify(unstored));
  return () => isKept && readLocal(key) === null;
}

export const dropUnstored = (id: Id): unknown => writeLocal(unstoredPrefix + id, null);
