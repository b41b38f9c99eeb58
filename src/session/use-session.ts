import { useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import { authCompleteAtom, authUserAtom, endedUserAtom, refusedNowAtom } from './session.ts';

/** Who is logged in; `complete` is false until this device has looked; `ended` is whose session the server ended. */
export function useSession(): { user: AuthUser | null; complete: boolean; ended: AuthUser | null } {
  return {
    user: useAtomValue(authUserAtom),
    complete: useAtomValue(authCompleteAtom),
    ended: useAtomValue(endedUserAtom),
  };
}

/** Calls `leave` once when the site has refused to renew the session of whoever is shown here. */
export function useRefusedSession(leave: () => void): void {
  const store = useStore();
  const refused = useAtomValue(refusedNowAtom);
  useEffect(() => {
    if (!refused) return;
    store.set(refusedNowAtom, false);
    leave();
  });
}
