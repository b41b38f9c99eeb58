import { useEffect, useState } from 'react';
import { invalidLink, type UselessLink } from './accounts.actions.ts';

/** State of a link from an e-mail. */
export interface LinkSteps<T> {
  /** Undefined until the server has answered. */
  link: T | undefined;
  busy: boolean;
  /** Retries after a failed request. */
  again: () => void;
  /** Sets the outcome after the link was used. */
  done: (outcome: T) => void;
}

/**
 * Reads what a link is for. Never uses it by itself, because mail programs open links to scan them.
 * @param read fetches the link's state; must be a stable function
 */
export function useMailedLink<T>(
  token: string,
  read: (token: string) => Promise<T | UselessLink>,
): LinkSteps<T | UselessLink> {
  const [answer, setAnswer] = useState<{ token: string; attempt: number; outcome: T | UselessLink } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!token) return;
    let isOver = false;
    void read(token).then((outcome) => {
      if (!isOver) setAnswer({ token, attempt, outcome });
    });
    return () => {
      isOver = true;
    };
  }, [token, read, attempt]);
  const current = answer?.token === token ? answer : null;
  return {
    // A link without a token is invalid without asking.
    link: current ? current.outcome : token ? undefined : invalidLink,
    busy: token !== '' && current?.attempt !== attempt,
    again: () => setAttempt(attempt + 1),
    done: (outcome) => setAnswer({ token, attempt, outcome }),
  };
}
