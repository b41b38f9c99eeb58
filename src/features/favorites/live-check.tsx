import { type ReactNode, useState } from 'react';
import { complain } from '#src/forms/complain.ts';
import { Check } from '#src/ui/check.tsx';

interface LiveCheckProps {
  /** Stored value. */
  on: boolean;
  /** Stores the value; rejects with a message for the user. */
  onSet: (on: boolean) => Promise<void>;
  children: ReactNode;
}

/** Optimistic checkbox: shows the new value at once and reverts if it cannot be stored. */
export function LiveCheck({ on, onSet, children }: LiveCheckProps) {
  const [wanted, setWanted] = useState<{ on: boolean } | null>(null);
  const [before, setBefore] = useState(on);
  if (on !== before) {
    setBefore(on);
    // The stored value has caught up.
    if (wanted?.on === on) setWanted(null);
  }
  const choose = (next: boolean) => {
    setWanted({ on: next });
    onSet(next).catch((error: unknown) => {
      setWanted(null);
      complain(error);
    });
  };
  return (
    <Check checked={wanted?.on ?? on} onChange={(event) => choose(event.target.checked)}>
      {children}
    </Check>
  );
}
