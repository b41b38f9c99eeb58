import { useEffect, useState } from 'react';
import { invalidLink, type UselessLink } from './accounts.actions.ts';

/** How far one has come with a mailed link. */
export interface LinkSteps<T> {
  /** Undefined until the site has answered. */
  link: T | undefined;
  busy: boolean;
  /** Asks again what could not be asked. */
  again: () => void;
  /** Tells what came of the link. */
  done: (outcome: T) => void;
}

/**
 * Finds out what a mailed link is for. It never acts by itself: mail programs open links to look at them.
 * @param read asks the site; it must stay the same function
 */
export function useMailedLink<T>(
  token: string,
  read: (token: string) => Promise<T | UselessLink>,
): LinkSteps<T | UselessLink> {
  const [answer, setAnswer] = useState<{ token: string; turn: number; outcome: T | UselessLink } | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!token) return;
    let isOver = false;
    void read(token).then((outcome) => {
      if (!isOver) setAnswer({ token, turn, outcome });
    });
    return () => {
      isOver = true;
    };
  }, [token, read, turn]);
  const current = answer?.token === token ? answer : null;
  return {
    // A link that lost its token on the way is known at once.
    link: current ? current.outcome : token ? undefined : invalidLink,
    busy: token !== '' && current?.turn !== turn,
    again: () => setTurn(turn + 1),
    done: (outcome) => setAnswer({ token, turn, outcome }),
  };
}
