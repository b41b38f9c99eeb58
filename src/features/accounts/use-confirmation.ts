import { useCallback, useEffect, useRef, useState } from 'react';
import { askConfirmation, type Confirmation, invalidLink } from './accounts.actions.ts';

interface ConfirmationSteps {
  /** Undefined until the site has answered. */
  confirmation: Confirmation | undefined;
  busy: boolean;
  /** Asks again what could not be asked. */
  again: () => void;
  /** Tells what came of the link. */
  done: (outcome: Confirmation) => void;
}

/** Finds out what a confirmation link is for. It never confirms by itself. */
export function useConfirmation(token: string): ConfirmationSteps {
  // A link that lost its token on the way is known at once.
  const known = token ? undefined : invalidLink;
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(known);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);

  const ask = useCallback(async () => {
    const mine = ++turn.current;
    setBusy(true);
    const outcome = await askConfirmation(token);
    if (mine !== turn.current) return;
    setConfirmation(outcome);
    setBusy(false);
  }, [token]);
  useEffect(() => {
    setConfirmation(known);
    if (!known) void ask();
    return () => {
      turn.current++;
    };
  }, [ask, known]);
  return { confirmation, busy, again: () => void ask(), done: setConfirmation };
}
