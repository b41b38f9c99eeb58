import { signout } from '#contract/auth.ts';
import { pathOf } from '#contract/endpoint.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';
import { reach } from './reach.ts';

/** Log-in and sign-out set the same cookies, so one waits for the other, over all tabs and the worker. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('log-in-or-out', work) as Promise<T>) : work();

/**
 * Tells the site of a sign-out that it has not heard of yet. Only its own word that the session is over counts: a site
 * in trouble, or a proxy before it, may leave it alive.
 * @returns true when none is owed any more
 */
export async function settleSignOut(): Promise<boolean> {
  if (!(await getMeta('signOutOwed'))) return true;
  return inTurn(async () => {
    if (!(await getMeta('signOutOwed'))) return true;
    const answer = await reach(pathOf(signout, {}), { method: signout.method });
    if (!answer?.ok && answer?.status !== 401) return false;
    await setMeta('signOutOwed', null);
    return true;
  });
}
