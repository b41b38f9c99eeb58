import { atom, getDefaultStore } from 'jotai/vanilla';
import { holdFocus } from './form-focus.ts';

const store = getDefaultStore();

/** Increases when another version replaces a draft, so that its form remounts. */
export const replacementsAtom = atom(0);

/** Remounts the form after another version replaced its draft. */
export function noteReplaced(): void {
  holdFocus();
  store.set(replacementsAtom, (count) => count + 1);
}
