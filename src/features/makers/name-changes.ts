import { atom, getDefaultStore } from 'jotai/vanilla';
import { useEffect, useEffectEvent } from 'react';
import type { MakerPage } from '#contract/makers.ts';

export type Named = Pick<MakerPage, 'kind' | 'key'>;

const store = getDefaultStore();
const changedAtom = atom<Named | null>(null);

/** Records that a moderator changed a name here. */
export const noteNameChange = ({ kind, key }: Named): void => store.set(changedAtom, { kind, key });

/** Whether a moderator has changed a name since this tab was opened. */
export const hasNameChanged = (): boolean => store.get(changedAtom) !== null;

/** Runs after each change of a name here, also after one that was undone from another page. */
export function useNameChange(run: (named: Named) => void): void {
  const changed = useEffectEvent(() => {
    const named = store.get(changedAtom);
    if (named) run(named);
  });
  useEffect(() => store.sub(changedAtom, () => changed()), []);
}
