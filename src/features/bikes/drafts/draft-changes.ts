import { createValue } from '#src/lib/value.ts';

/** Counts the changes of drafts in this tab; each may have to be synced. */
export const draftChanges = createValue(0);

/** Call after a draft was changed. */
export const notifyDraftChanged = (): void => draftChanges.set(draftChanges.get() + 1);
