import type { FieldValue } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { localKeys, readLocal, writeLocal } from '#src/lib/local-storage.ts';
import { ownDraft } from './own-draft.ts';

type Fields = Record<string, FieldValue>;
const prefix = 'unsaved:';

/**
 * Stores unsaved fields synchronously when their page is left: IndexedDB accepts no more writes then. If that fails, the
 * page still has them when it is shown again.
 */
export const noteUnsaved = (draftId: Id, fields: Fields): unknown =>
  writeLocal(prefix + draftId, JSON.stringify(fields));

/** Removes the stored fields. Returns false when another page has taken them. */
export function dropUnsaved(draftId: Id): boolean {
  try {
    const isThere = localStorage.getItem(prefix + draftId) !== null;
    localStorage.removeItem(prefix + draftId);
    return isThere;
  } catch {
    return true;
  }
}

/** Saves the fields that pages left unsaved, for the member of this device. */
export async function recoverUnsaved(): Promise<void> {
  try {
    for (const key of localKeys(prefix)) {
      const id = key.slice(prefix.length);
      const fields = JSON.parse(readLocal(key) ?? '{}') as Fields;
      const { updateDraft } = await import('./drafts.ts');
      if (!(await ownDraft(id)) || !dropUnsaved(id)) continue;
      await updateDraft(id, fields);
    }
  } catch {
    // Retried at the next start.
  }
}
