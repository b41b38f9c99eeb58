import type { ReactNode } from 'react';
import { useChoice } from '#src/forms/use-choice.ts';
import { Check } from '#src/ui/check.tsx';

interface LiveCheckProps {
  /** Identifies what is chosen, and for whom. */
  of: string;
  /** Stored value. */
  on: boolean;
  /** Stores the value; rejects with a message for the user. */
  onSet: (on: boolean) => Promise<void>;
  children: ReactNode;
}

/** Optimistic checkbox: shows the new value at once and reverts if it cannot be stored. */
export function LiveCheck({ of, on, onSet, children }: LiveCheckProps) {
  const choice = useChoice(of, on, onSet);
  return (
    <Check checked={choice.on} onChange={(event) => choice.choose(event.target.checked)}>
      {children}
    </Check>
  );
}
