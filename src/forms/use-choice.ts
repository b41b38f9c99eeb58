import { useState } from 'react';
import { complain } from './complain.ts';

/** Milliseconds after which the stored value is shown again. It has been read by then. */
const settleMs = 1_000;

type Wanted = { of: string; on: boolean; token: object; isStored: boolean };

/**
 * Shows a choice at once, before it is stored, and takes it back if it cannot be stored.
 * @param of identifies what is chosen, and for whom
 * @param stored the choice as it is stored
 * @param store stores a choice; rejects with a message for the user
 */
export function useChoice(
  of: string,
  stored: boolean,
  store: (on: boolean) => Promise<unknown>,
): { on: boolean; choose: (on: boolean) => void } {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  // The stored value has caught up.
  if (wanted?.isStored && wanted.on === stored) setWanted(null);
  const choose = (on: boolean) => {
    const token = {};
    // A later choice is left alone.
    const end = (next: Wanted | null) => setWanted((now) => (now?.token === token ? next : now));
    setWanted({ of, on, token, isStored: false });
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
  };
  return { on: wanted?.of === of ? wanted.on : stored, choose };
}
