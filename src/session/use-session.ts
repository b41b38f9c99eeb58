import { useAtomValue } from 'jotai';
import type { AuthUser } from '#contract/accounts.ts';
import { authCompleteAtom, authUserAtom, endedUserAtom } from './session.ts';

/** Who is logged in; `complete` is false until this device has looked; `ended` is whose session the server ended. */
export function useSession(): { user: AuthUser | null; complete: boolean; ended: AuthUser | null } {
  return {
    user: useAtomValue(authUserAtom),
    complete: useAtomValue(authCompleteAtom),
    ended: useAtomValue(endedUserAtom),
  };
}
