import { useState } from 'react';
import { complain } from './complain.ts';

/** Milliseconds after which the stored value is shown again. It has been read by then: a live query pauses for one second. */
const settleMs = 3_000;

/** A choice that is shown until it is stored and read. */
export type OptimisticChoice = { of: string; on: boolean; token: object; isStored: boolean };

type SetOptimisticChoice = (next: (now: OptimisticChoice | null) => OptimisticChoice | null) => void;
type Store = (on: boolean) => Promise<unknown>;

/** Shows a choice at once, then stores it. Ends that when the choice is refused, or when it was stored and read. */
export function setOptimistic(of: string, on: boolean, store: Store, setChoice: SetOptimisticChoice): void {
  const token = {};
  // A later choice is left alone.
  const end = (next: OptimisticChoice | null) => setChoice((now) => (now?.token === token ? next : now));
  setChoice(() => ({ of, on, token, isStored: false }));
  store(on).then(
    () => {
      end({ of, on, token, isStored: true });
      setTimeout(() => end(null), settleMs);
    },
    (error: unknown) => {
      end(null);
      complain(error);
    },
  );
}

interface Choice {
  on: boolean;
  /** True until the device has stored it. */
  isStoring: boolean;
  choose(on: boolean): void;
}

/**
 * Shows a choice at once, before it is stored, and takes it back if it cannot be stored.
 * @param of identifies what is chosen, and for whom
 * @param stored the choice as it is stored
 * @param store stores a choice; rejects with a message for the user
 */
export function useChoice(of: string, stored: boolean, store: Store): Choice {
  const [optimistic, setChoice] = useState<OptimisticChoice | null>(null);
  // The stored value has caught up.
  if (optimistic?.isStored && optimistic.on === stored) setChoice(null);
  const shown = optimistic?.of === of ? optimistic : null;
  return {
    on: shown?.on ?? stored,
    isStoring: shown?.isStored === false,
    choose: (on) => setOptimistic(of, on, store, setChoice),
  };
}
