import { useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import type { WireError } from '#contract/envelope.ts';
import { authCompleteAtom, authUserAtom, endedUserAtom, refusedNowAtom, shutAtom } from './session.ts';

/** Returns the session. `ended` is the member whose session was ended. */
export function useSession(): { user: AuthUser | null; ended: AuthUser | null } {
  return { user: useAtomValue(authUserAtom), ended: useAtomValue(endedUserAtom) };
}

/** Returns false until this device was checked for a member. */
export const useIsSessionKnown = (): boolean => useAtomValue(authCompleteAtom);

/** Returns the suspended or banned member and the reason; null if there is none. */
export function useShut(): { member: AuthUser; why: WireError } | null {
  const member = useAtomValue(endedUserAtom);
  const why = useAtomValue(shutAtom);
  return member && why && { member, why };
}

/** Calls `leave` once when the server has refused to refresh the session. */
export function useRefusedSession(leave: () => void): void {
  const store = useStore();
  const refused = useAtomValue(refusedNowAtom);
  useEffect(() => {
    if (!refused) return;
    store.set(refusedNowAtom, false);
    leave();
  });
}
