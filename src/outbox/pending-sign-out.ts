import { pathOf } from '#contract/endpoint.ts';
import { sessionCalls } from '#contract/session-calls.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';
import { reach } from './reach.ts';

/** Runs `work` under a lock of all tabs and the worker: log-in and sign-out set the same cookies. */
export const withSignInLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('log-in-or-out', work) as Promise<T>) : work();

/**
 * Sends a pending sign-out to the server. Only the server's own answer counts: an error, or a proxy, may leave the
 * session alive.
 * @returns true when none is pending any more
 */
export async function sendPendingSignOut(): Promise<boolean> {
  if (!(await getMeta('signOutOwed'))) return true;
  return withSignInLock(async () => {
    if (!(await getMeta('signOutOwed'))) return true;
    const { signout } = sessionCalls;
    const answer = await reach(pathOf(signout, {}), { method: signout.method });
    if (!answer?.ok && answer?.status !== 401) return false;
    await setMeta('signOutOwed', null);
    return true;
  });
}
