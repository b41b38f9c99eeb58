import { atom, getDefaultStore } from 'jotai';
import type { LoginResult } from '#contract/accounts.ts';
import type { AuthUser } from '#contract/auth.ts';
import type { WireError } from '#contract/envelope.ts';
import { sessionCalls } from '#contract/session-calls.ts';
import { forgetResults, runAction } from '#src/actions/run-action.ts';
import { purgePrivate } from '#src/cache/purge.ts';
import { ApiFailure, ignoreApiFailure } from '#src/lib/failure.ts';
import { dropSessionMark, emitSessionNews, onSessionNews, sessionMark } from '#src/lib/refresh.ts';
import { same } from '#src/lib/same.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { sendPendingSignOut } from '#src/outbox/pending-sign-out.ts';
import { dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import { durableTransaction, forgetUser, getMeta, setMeta } from '#src/storage/user-db.ts';
import { endWarmStart } from '#src/warm-start/warm-start.ts';
import { newUntilAtom } from './new-member.ts';

/** The member who is logged in on this device, as stored in `userDb` until the server has answered. */
export const authUserAtom = atom<AuthUser | null>(null);
/** Whether it is known if somebody is logged in; false only at the start. */
export const authCompleteAtom = atom(false);
/** The member whose session the server has ended; their queued mutations may still be here. */
export const endedUserAtom = atom<AuthUser | null>(null);
/** The suspension or ban that ended the last session, or null. */
export const shutAtom = atom<WireError | null>(null);
/** The outcome of the log-in in this tab; null if the device remembered the member. */
export const loginAtom = atom<LoginResult['login'] | null>(null);
/** Set when the session has just been refused; the page then goes to the log-in once. */
export const refusedNowAtom = atom(false);

const store = getDefaultStore();

function show(user: AuthUser | null, ended: AuthUser | null = null, shut: WireError | null = null): void {
  const before = store.get(authUserAtom);
  if (before && before.id !== user?.id) {
    forgetResults();
    store.set(loginAtom, null);
  }
  store.set(authUserAtom, same(before, user));
  store.set(newUntilAtom, user?.newUntil ?? null);
  store.set(endedUserAtom, same(store.get(endedUserAtom), ended));
  store.set(shutAtom, same(store.get(shutAtom), shut));
  store.set(authCompleteAtom, true);
}

/** Returns the suspension or ban, or null once a suspension is over. */
const unlessExpired = (why: WireError | null): WireError | null =>
  Date.parse(String(why?.details?.until)) < serverNow() ? null : why;

/** Shows the member that this device remembers. */
export async function showStored(): Promise<AuthUser | null> {
  const [user, last] = await Promise.all([getMeta('authUser'), getMeta('lastUser')]);
  if (user || !last) show(user);
  else show(null, last, unlessExpired(await getMeta('shut')));
  return user;
}

const sessionGeneration = async (): Promise<number> => (await getMeta('sessionTurn')) ?? 0;
const bumpSessionGeneration = async (): Promise<void> => setMeta('sessionTurn', (await sessionGeneration()) + 1);

async function storeUser(user: AuthUser): Promise<void> {
  await bumpSessionGeneration();
  await setMeta('authUser', user);
  await setMeta('lastUser', user);
  await setMeta('shut', null);
  await setMeta('signOutOwed', null);
}

let ending: Promise<void> | null = null;

/** Ends the session on this device after the server refused it. Drafts and queued mutations stay. */
async function noteEnded(mark: string | null, why?: WireError): Promise<void> {
  // A suspended tab may receive the event after a newer log-in.
  if (mark !== null && (await sessionMark()) !== mark) return void (await showStored());
  const shut = why?.code === 'Suspended' || why?.code === 'Banned' ? why : null;
  const last = await durableTransaction(async () => {
    const here = (await getMeta('authUser')) ?? (await getMeta('lastUser'));
    await bumpSessionGeneration();
    await setMeta('authUser', null);
    // Another tab that handles the event still finds the member here.
    await setMeta('lastUser', here);
    await setMeta('shut', shut);
    return here;
  });
  await purgePrivate();
  const left = store.get(authUserAtom) !== null;
  show(null, last, shut);
  if (left) store.set(refusedNowAtom, true);
}

async function askServer(): Promise<void> {
  if (await getMeta('signOutOwed')) return;
  const generation = await sessionGeneration();
  try {
    const user = await runAction(sessionCalls.getAuthUser);
    await dropCachedHomePage();
    // An older answer must not undo a log-in or sign-out made meanwhile.
    await durableTransaction(async () => void ((await sessionGeneration()) === generation && (await storeUser(user))));
    await showStored();
  } catch (error) {
    ignoreApiFailure(error);
    await ending;
  }
}

/**
 * Restores the session from this device, then asks the server if the `auth-check` cookie is set. Keeps all tabs in
 * sync. Returns the function that stops it.
 */
export async function startSession(): Promise<() => void> {
  endWarmStart();
  const stop = onSessionNews((news, mark, elsewhere, why) => {
    if (news === 'signed-out' && elsewhere) forgetUser();
    if (news === 'ended') ending = noteEnded(mark, why);
    else if (news === 'other-member') void askServer();
    else void showStored();
  });
  const stored = await getMeta('authUser');
  // With a cookie but no stored member, only the server knows who is logged in; do not show a visitor meanwhile.
  if (stored || (await sessionMark()) === null) await showStored();
  try {
    if ((await sendPendingSignOut()) && (stored || (await sessionMark()) !== null)) await askServer();
  } finally {
    if (!store.get(authCompleteAtom)) await showStored();
  }
  return stop;
}

/** Shows the member who has just logged in, in all tabs. */
export async function letIn(result: LoginResult): Promise<void> {
  await durableTransaction(() => storeUser(result.authUser));
  show(result.authUser);
  store.set(loginAtom, result.login);
  emitSessionNews('signed-in');
}

/** Shows the outbox of a suspended or banned member. They have proved who they are: the password was right. */
export function showShut(member: AuthUser, shut: WireError): void {
  show(null, member, shut);
}

/** Sends the sign-out to the server. Returns whether it arrived. */
const emitSignOut = async (): Promise<boolean> =>
  (await runAction('Signout', async () => {
    if (await sendPendingSignOut()) return true;
    throw new ApiFailure('unexpected');
  }).catch(ignoreApiFailure)) ?? false;

/**
 * Signs out, also offline: the server is told later.
 * @param unsent whether the member's drafts and queued mutations stay on this device
 * @param leave navigates away from the member's pages, after the device has forgotten the member
 */
export async function signOut(unsent: 'keep' | 'delete', leave?: () => Promise<void> | void): Promise<void> {
  const user = store.get(authUserAtom);
  // One transaction: if the page is closed here, neither the member nor an unended session may remain.
  await durableTransaction(async () => {
    await bumpSessionGeneration();
    await setMeta('authUser', null);
    await setMeta('signOutOwed', true);
    // After a sign-out nobody is asked to log in again; kept data waits for its member.
    if (unsent === 'keep') await setMeta('lastUser', null);
  });
  dropSessionMark();
  await leave?.();
  emitSessionNews('signed-out');
  show(null);
  if (unsent === 'delete' && user) {
    const { deleteUnsent } = await import('#src/outbox/unsent.ts');
    await deleteUnsent(user.id);
    // Another member may have logged in while a photo was uploading.
    if ((await getMeta('lastUser'))?.id === user.id) await setMeta('lastUser', null);
  }
  await purgePrivate();
  // Requests made before the server knew may have stored data since.
  if (await emitSignOut()) return purgePrivate();
  // The code that flushes the outbox is not part of the first load.
  const { noteEnqueued } = await import('#src/outbox/flush-triggers.ts');
  noteEnqueued();
}
