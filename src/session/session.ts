import { atom, getDefaultStore } from 'jotai';
import type { LoginResult } from '#contract/accounts.ts';
import { type AuthUser, getAuthUser } from '#contract/auth.ts';
import type { WireError } from '#contract/envelope.ts';
import { forgetResults, runAction } from '#src/action-state/run-action.ts';
import { purgePrivate } from '#src/cache/purge.ts';
import { ApiFailure, letFailureGo } from '#src/lib/failure.ts';
import { dropSessionMark, onSessionNews, sessionMark, tellSessionNews } from '#src/lib/refresh.ts';
import { same } from '#src/lib/same.ts';
import { settleSignOut } from '#src/outbox/owed-sign-out.ts';
import { dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import { durableTransaction, getMeta, letGoOfUser, setMeta } from '#src/storage/user-db.ts';
import { endWarmStart } from '#src/warm-start/warm-start.ts';

/** Who is logged in on this device; what the vault remembers until the server has answered. */
export const authUserAtom = atom<AuthUser | null>(null);
/** Whether it is known who is logged in; false only in the first moments. */
export const authCompleteAtom = atom(false);
/** The member whose session the server has ended, while rows of theirs may wait. */
export const endedUserAtom = atom<AuthUser | null>(null);
/** Why the moderators have shut the account of the member whose session has ended; null where they have not. */
export const shutAtom = atom<WireError | null>(null);
/** How the log-in went that brought the member here; null for whom this device remembered. */
export const loginAtom = atom<LoginResult['login'] | null>(null);
/** The session of whoever was shown here has just been refused: the page goes to the log-in, once. */
export const refusedNowAtom = atom(false);

const store = getDefaultStore();

function show(user: AuthUser | null, ended: AuthUser | null = null, shut: WireError | null = null): void {
  const before = store.get(authUserAtom);
  if (before && before.id !== user?.id) {
    forgetResults();
    store.set(loginAtom, null);
  }
  store.set(authUserAtom, same(before, user));
  store.set(endedUserAtom, same(store.get(endedUserAtom), ended));
  store.set(shutAtom, same(store.get(shutAtom), shut));
  store.set(authCompleteAtom, true);
}

/** Why an account is shut; null once a suspension is over. */
const stillShut = (why: WireError | null): WireError | null =>
  Date.parse(String(why?.details?.until)) < Date.now() ? null : why;

/** Shows who is logged in by what this device remembers. */
export async function showRemembered(): Promise<AuthUser | null> {
  const [user, last] = await Promise.all([getMeta('authUser'), getMeta('lastUser')]);
  if (user || !last) show(user);
  else show(null, last, stillShut(await getMeta('shut')));
  return user;
}

const turnNow = async (): Promise<number> => (await getMeta('sessionTurn')) ?? 0;
const nextTurn = async (): Promise<void> => setMeta('sessionTurn', (await turnNow()) + 1);

async function keepUser(user: AuthUser): Promise<void> {
  await nextTurn();
  await setMeta('authUser', user);
  await setMeta('lastUser', user);
  await setMeta('shut', null);
  await setMeta('signOutOwed', null);
}

let ending: Promise<void> | null = null;

/** Only a refusal by the server ends a session here; what the member wrote stays. */
async function noteEnded(mark: string | null, why?: WireError): Promise<void> {
  // A tab that slept hears of it after a newer log-in.
  if (mark !== null && (await sessionMark()) !== mark) return void (await showRemembered());
  const shut = why?.code === 'Suspended' || why?.code === 'Banned' ? why : null;
  const last = await durableTransaction(async () => {
    const here = (await getMeta('authUser')) ?? (await getMeta('lastUser'));
    await nextTurn();
    await setMeta('authUser', null);
    // Whoever looks again finds whose session it was.
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
  const turn = await turnNow();
  try {
    const user = await runAction('AuthCheck', (call) => call(getAuthUser));
    await dropCachedHomePage();
    // Whoever came or went meanwhile is not undone by an older answer.
    await durableTransaction(async () => void ((await turnNow()) === turn && (await keepUser(user))));
    await showRemembered();
  } catch (error) {
    letFailureGo(error);
    await ending;
  }
}

/**
 * Finds out who is logged in: at once from this device, then from the server where its cookie says that there is
 * somebody. Keeps all tabs in step. Returns how to stop.
 */
export async function startSession(): Promise<() => void> {
  endWarmStart();
  const stop = onSessionNews((news, mark, elsewhere, why) => {
    if (news === 'signed-out' && elsewhere) letGoOfUser();
    if (news === 'ended') ending = noteEnded(mark, why);
    else if (news === 'other-member') void askServer();
    else void showRemembered();
  });
  const remembered = await getMeta('authUser');
  // Somebody whom this device does not remember is known to the site alone, and is no visitor meanwhile.
  if (remembered || (await sessionMark()) === null) await showRemembered();
  try {
    if ((await settleSignOut()) && (remembered || (await sessionMark()) !== null)) await askServer();
  } finally {
    if (!store.get(authCompleteAtom)) await showRemembered();
  }
  return stop;
}

/** Shows whoever has just logged in here, in all tabs. */
export async function letIn(result: LoginResult): Promise<void> {
  await durableTransaction(() => keepUser(result.authUser));
  show(result.authUser);
  store.set(loginAtom, result.login);
  tellSessionNews('signed-in');
}

/** Shows a member whose log-in was refused what waits here of theirs, and why: they have shown who they are. */
export function showShut(member: AuthUser, shut: WireError): void {
  show(null, member, shut);
}

/** Tells the site of a sign-out; says whether it has heard. */
const tellOfSignOut = async (): Promise<boolean> =>
  (await runAction('Signout', async () => {
    if (await settleSignOut()) return true;
    throw new ApiFailure('unexpected');
  }).catch(letFailureGo)) ?? false;

/**
 * Signs out, also without signal: the server hears of it later.
 * @param unsent what becomes of the member's drafts and rows on this device
 * @param leave takes the screen away from the member's own pages, once the device has forgotten the member
 */
export async function signOut(unsent: 'keep' | 'delete', leave?: () => Promise<void> | void): Promise<void> {
  const user = store.get(authUserAtom);
  // In one step: a page that is closed here must find neither the member nor a session that nobody will end.
  await durableTransaction(async () => {
    await nextTurn();
    await setMeta('authUser', null);
    await setMeta('signOutOwed', true);
    // Nobody is to be asked to come back who wanted to go; what is kept waits for its member.
    if (unsent === 'keep') await setMeta('lastUser', null);
  });
  dropSessionMark();
  await leave?.();
  tellSessionNews('signed-out');
  show(null);
  if (unsent === 'delete' && user) {
    const { deleteUnsent } = await import('#src/outbox/unsent.ts');
    await deleteUnsent(user.id);
    // Somebody else may have come while a photo was still on its way.
    if ((await getMeta('lastUser'))?.id === user.id) await setMeta('lastUser', null);
  }
  await purgePrivate();
  // What was asked for before the site knew may have come since.
  if (await tellOfSignOut()) return purgePrivate();
  // What sends is no part of the first load.
  const { noteEnqueued } = await import('#src/outbox/flush-triggers.ts');
  noteEnqueued();
}
