import { createValue } from '#src/lib/value.ts';

/** Counts the changes of drafts in this tab; each may have to be synced. */
export const draftTurn = createValue(0);

/** Call after a draft was changed. */
export const tellDraftChanged = (): void => draftTurn.set(draftTurn.get() + 1);
