import { type Atom, getDefaultStore } from 'jotai';
import { useCallback } from 'react';
import { useBrowserValue } from './use-browser-value.ts';

const store = getDefaultStore();

/**
 * Like jotai's `useAtomValue`, but server rendering and hydration use the atom's initial value, whatever it is by then.
 */
export function useValue<T>(atom: Atom<T> & { init: T }): T {
  const subscribe = useCallback((listener: () => void) => store.sub(atom, listener), [atom]);
  return useBrowserValue(() => store.get(atom), atom.init, subscribe);
}
