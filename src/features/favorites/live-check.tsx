import { type ReactNode, useState } from 'react';
import { complain } from '#src/forms/complain.ts';
import { Check } from '#src/ui/check.tsx';

interface LiveCheckProps {
  /** How it stands on this device. */
  on: boolean;
  /** Keeps what was chosen; rejects with a sentence for a person. */
  onSet: (on: boolean) => Promise<void>;
  children: ReactNode;
}

/** A box that shows what was chosen at once, and goes back when that cannot be kept. */
export function LiveCheck({ on, onSet, children }: LiveCheckProps) {
  const [wanted, setWanted] = useState<{ on: boolean } | null>(null);
  const [before, setBefore] = useState(on);
  if (on !== before) {
    setBefore(on);
    // What was chosen has come about.
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
