import { atom } from 'jotai';

/** Whether a new version waits to be activated. */
export const updateReadyAtom = atom(false);
