import { useEffect, useState } from 'react';
import { type Confirmation, confirmOnce } from './accounts.actions.ts';

/** Confirms an e-mail as soon as its page opens; undefined until the site has answered. */
export function useConfirmation(token: string): { confirmation: Confirmation | undefined; again: () => void } {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let over = false;
    setConfirmation(undefined);
    void confirmOnce(token).then((outcome) => over || setConfirmation(outcome));
    return () => {
      over = true;
    };
  }, [token, turn]);
  return { confirmation, again: () => setTurn(turn + 1) };
}
