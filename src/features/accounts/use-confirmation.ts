import { useCallback, useEffect, useRef, useState } from 'react';
import { askConfirmation, type Confirmation, confirm } from './accounts.actions.ts';

interface ConfirmationSteps {
  /** Undefined until the site has answered. */
  confirmation: Confirmation | undefined;
  busy: boolean;
  /** Confirms the address. */
  act: () => void;
  /** Does again what could not reach the site. */
  again: () => void;
}

/** Finds out what a confirmation link is for, and confirms the address once it is told to: never by itself. */
export function useConfirmation(token: string): ConfirmationSteps {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [busy, setBusy] = useState(false);
  const last = useRef(askConfirmation);
  const turn = useRef(0);

  const run = useCallback(
    async (step: typeof confirm) => {
      const mine = ++turn.current;
      last.current = step;
      setBusy(true);
      const outcome = await step(token);
      if (mine !== turn.current) return;
      setConfirmation(outcome);
      setBusy(false);
    },
    [token],
  );
  useEffect(() => {
    setConfirmation(undefined);
    void run(askConfirmation);
    return () => {
      turn.current++;
    };
  }, [run]);
  return { confirmation, busy, act: () => void run(confirm), again: () => void run(last.current) };
}
