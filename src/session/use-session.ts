import { useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import type { WireError } from '#contract/envelope.ts';
import { authCompleteAtom, authUserAtom, endedUserAtom, refusedNowAtom, shutAtom } from './session.ts';

/** Who is logged in; `complete` is false until this device has looked; `ended` is whose session the server ended. */
export function useSession(): { user: AuthUser | null; complete: boolean; ended: AuthUser | null } {
  return {
    user: useAtomValue(authUserAtom),
    complete: useAtomValue(authCompleteAtom),
    ended: useAtomValue(endedUserAtom),
  };
}

/** Whose account the moderators have shut, and why; null of whoever may log in. */
export function useShut(): { member: AuthUser; why: WireError } | null {
  const member = useAtomValue(endedUserAtom);
  const why = useAtomValue(shutAtom);
  return member && why && { member, why };
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
