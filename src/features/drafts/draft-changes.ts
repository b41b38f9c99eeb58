import { atom, getDefaultStore } from 'jotai/vanilla';

const store = getDefaultStore();

/** Counts the changes of drafts in this tab; each may have to be synced. */
export const draftChangesAtom = atom(0);

/** Call after a draft was changed. */
export const notifyDraftChanged = (): void => store.set(draftChangesAtom, (count) => count + 1);
