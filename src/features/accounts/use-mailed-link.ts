import { useCallback, useEffect, useRef, useState } from 'react';
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
  // A link that lost its token on the way is known at once.
  const known = token ? undefined : invalidLink;
  const [link, setLink] = useState<T | UselessLink | undefined>(known);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);

  const ask = useCallback(async () => {
    const mine = ++turn.current;
    setBusy(true);
    const outcome = await read(token);
    if (mine !== turn.current) return;
    setLink(outcome);
    setBusy(false);
  }, [token, read]);
  useEffect(() => {
    setLink(known);
    if (!known) void ask();
    return () => {
      turn.current++;
    };
  }, [ask, known]);
  return { link, busy, again: () => void ask(), done: setLink };
}
