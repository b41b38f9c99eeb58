import type { FieldValue } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { updateDraft } from './drafts.ts';
import { ownDraft } from './own-draft.ts';

type Fields = Record<string, FieldValue>;
const prefix = 'unsaved:';

/** Notes at once what a form could not keep before its page was left: IndexedDB takes nothing from it any more. */
export function noteLeft(draftId: Id, fields: Fields): void {
  try {
    localStorage.setItem(prefix + draftId, JSON.stringify(fields));
  } catch {
    // The page itself has it, if it is shown again.
  }
}

/** Takes away what was noted; false when another page has taken it. */
export function dropLeft(draftId: Id): boolean {
  try {
    const isThere = localStorage.getItem(prefix + draftId) !== null;
    localStorage.removeItem(prefix + draftId);
    return isThere;
  } catch {
    return true;
  }
}

/** Keeps what forms of pages that were left had not kept, of the member who is here. */
export async function keepLeft(): Promise<void> {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
      const id = key.slice(prefix.length);
      const fields = JSON.parse(localStorage.getItem(key) ?? '{}') as Fields;
      if (!(await ownDraft(id)) || !dropLeft(id)) continue;
      await updateDraft(id, fields);
    }
  } catch {
    // Another start tries again.
  }
}
