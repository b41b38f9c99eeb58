import { createValue } from '#src/lib/value.ts';

/** Counts the changes of drafts in this tab: the site may be told. */
export const draftTurn = createValue(0);

/** A draft was changed here. */
export const tellDraftChanged = (): void => draftTurn.set(draftTurn.get() + 1);
