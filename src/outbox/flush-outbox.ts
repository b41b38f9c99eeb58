import type { Id } from '#contract/ids.ts';
import type { RefreshOutcome } from '#src/lib/refresh.ts';
import { durableTransaction, getMeta, userDb } from '#src/storage/user-db.ts';
import { type Answer, backoff, classifyResponse } from './classify-response.ts';
import { completeMutation } from './complete-mutation.ts';
import type { Refusal } from './define-mutation.ts';
import { isOld, type MutationError, type QueuedMutation } from './mutation.ts';
import { lockOf, mutationsOf, removeOldSent, retryNow } from './outbox.ts';
import { definitionOf, loadMutations } from './registry.ts';

/** Dependencies of the flush, so that page, worker and tests share the code. */
export interface FlushDeps {
  userId: Id;
  send(mutation: QueuedMutation): Promise<Answer>;
  /** Whether the server answers at all. */
  probe(): Promise<boolean>;
  /** Identifies the current session; pass it to `refresh`. */
  mark(): Promise<string | null>;
  refresh(mark: string | null): Promise<RefreshOutcome>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** 0 to 1. */
  random(): number;
  /** Whether to wait for the lock (worker) or to return `busy` when it is taken (page). */
  wait: boolean;
  /** Whether to retry at once the mutations that got no answer. */
  eager: boolean;
}

/**
 * `idle`: nothing is due. `busy`: another context holds the lock. `no-signal`: the server was not reached. The other
 * outcomes stopped the flush. `nextAt`: when the next mutation is due, in milliseconds since the epoch; null when none
 * will be.
 */
export type FlushResult = {
  outcome: 'idle' | 'busy' | 'no-signal' | 'signed-out' | 'wrong-user' | 'too-old';
  sent: number;
  nextAt: number | null;
};
type Stop = Exclude<FlushResult['outcome'], 'idle' | 'busy'>;
const maxWaitMs = 24 * 3_600_000;

type Step = 'sent' | 'deferred' | { stop: Stop };

/** Marks a mutation as being sent. Returns null when it was cancelled or changed since it was read. */
const claim = (id: Id): Promise<QueuedMutation | null> =>
  durableTransaction(async () => {
    const mutation = await userDb.outbox.get(id);
    if (mutation?.state !== 'queued') return null;
    const claimed: QueuedMutation = { ...mutation, state: 'sending', attempts: mutation.attempts + 1 };
    await userDb.outbox.put(claimed);
    return claimed;
  });

/**
 * Requeues mutations that a stopped context has left as `sending`. The holder of the lock is the only sender.
 */
const recoverInFlight = (userId: Id): Promise<void> =>
  durableTransaction(async () => {
    const orphans = (await mutationsOf(userId)).filter((mutation) => mutation.state === 'sending');
    await userDb.outbox.putAll(orphans.map((mutation) => ({ ...mutation, state: 'queued' as const })));
  });

const settle = (mutation: QueuedMutation, change: Partial<QueuedMutation>): Promise<void> =>
  durableTransaction(async () => {
    const now = await userDb.outbox.get(mutation.id);
    if (now) await userDb.outbox.put({ ...now, ...change });
  });

/**
 * Marks a refused mutation as failed. Removes it instead when an undo of it is queued, and requeues it when its kind
 * can recover.
 */
const markFailed = (mutation: QueuedMutation, refusal: Refusal, now: number): Promise<void> =>
  durableTransaction(async () => {
    const stored = await userDb.outbox.get(mutation.id);
    if (!stored) return;
    const undos = (await mutationsOf(mutation.userId)).filter((other) => other.undoes === mutation.id);
    if (undos.length > 0) return userDb.outbox.remove(mutation.id, ...undos.map(({ id }) => id));
    if (await definitionOf(stored).recover?.(stored, refusal, now)) return;
    await userDb.outbox.put({ ...stored, state: 'failed', lastError: refusal.error });
  });

/** Whether a mutation must wait for another. Sets its state to `blocked` when the other has failed, and back. */
async function waitsFor(mutation: QueuedMutation, queued: ReadonlyMap<Id, QueuedMutation>): Promise<boolean> {
  const parents = mutation.dependsOn.flatMap((id) => queued.get(id) ?? []);
  const blocked = parents.some((parent) => parent.state === 'failed' || parent.state === 'blocked');
  const state = blocked ? 'blocked' : 'queued';
  if (mutation.state !== state) {
    mutation.state = state;
    await settle(mutation, { state });
  }
  return parents.length > 0;
}

async function trySend(mutation: QueuedMutation, deps: FlushDeps): Promise<Step> {
  let mark = await deps.mark();
  let responseClass = classifyResponse(mutation, await deps.send(mutation));
  if (responseClass.act === 'refresh') {
    const uncounted = { state: 'queued', attempts: mutation.attempts - 1 } as const;
    const outcome = await deps.refresh(mark);
    if (outcome === 'refused') {
      await settle(mutation, uncounted);
      return { stop: 'signed-out' };
    }
    mark = await deps.mark();
    if (outcome === 'refreshed') responseClass = classifyResponse(mutation, await deps.send(mutation));
  }
  switch (responseClass.act) {
    case 'done':
      await completeMutation(mutation, responseClass.data, deps.now());
      return 'sent';
    case 'fail':
      await markFailed(mutation, responseClass, deps.now());
      return 'deferred';
    case 'stop':
      await settle(mutation, { state: 'queued', attempts: mutation.attempts - 1 });
      return { stop: responseClass.why };
    default:
      if (responseClass.act === 'retry' && responseClass.error.status === 0)
        return afterSilence(mutation, responseClass.error, deps);
      await scheduleRetry(mutation, responseClass, deps);
      return 'deferred';
  }
}

/**
 * Handles a request without an answer. If the server answers a probe, the mutation backs off. Otherwise the connection
 * is lost, and the mutation stays due so that it is sent as soon as the connection is back.
 */
async function afterSilence(mutation: QueuedMutation, error: MutationError, deps: FlushDeps): Promise<Step> {
  if (await deps.probe()) {
    await scheduleRetry(mutation, { act: 'retry', error, retryAfter: null }, deps);
    return 'deferred';
  }
  await settle(mutation, { state: 'queued', nextAt: 0, lastError: error });
  return { stop: 'no-signal' };
}

const notRefreshed: MutationError = {
  status: 401,
  code: 'unauthenticated',
  message: 'Log in first.',
  validation: null,
};

async function scheduleRetry(
  mutation: QueuedMutation,
  responseClass: { act: 'refresh' } | { act: 'retry'; error: MutationError; retryAfter: number | null },
  deps: FlushDeps,
): Promise<void> {
  const { error, retryAfter } =
    responseClass.act === 'retry' ? responseClass : { error: notRefreshed, retryAfter: null };
  // During maintenance the server has not looked at it, so that the wait does not grow.
  const attempts = mutation.attempts - Number(error.code === 'maintenance');
  const nextAt = deps.now() + Math.min(maxWaitMs, backoff(attempts, deps.random(), retryAfter));
  await settle(mutation, { state: 'queued', attempts, nextAt, lastError: error });
}

/**
 * Whether a mutation is due. A time further ahead than the longest backoff was written by a clock that has been set
 * back since.
 */
const isDue = ({ nextAt }: QueuedMutation, now: number): boolean => nextAt <= now || nextAt > now + maxWaitMs;

/** The first mutation of each scope that can be sent. Later ones of the scope wait for it. */
async function sendableHeads(userId: Id, now: number): Promise<QueuedMutation[]> {
  const queued = await mutationsOf(userId);
  const byId = new Map(queued.map((mutation) => [mutation.id, mutation]));
  const scopes = new Map<string, QueuedMutation | null>();
  for (const mutation of queued) {
    if (mutation.state === 'failed' || scopes.has(mutation.lane)) continue;
    if (mutation.state === 'editing') {
      scopes.set(mutation.lane, null);
      continue;
    }
    const waiting = await waitsFor(mutation, byId);
    if (mutation.state === 'blocked') continue;
    scopes.set(mutation.lane, waiting || mutation.state !== 'queued' || isOld(mutation, now) ? null : mutation);
  }
  return [...scopes.values()].filter((mutation) => mutation !== null);
}

/** The next mutation to send. Small ones go first, so that a comment does not wait for a bike's photos. */
async function nextMutation({ userId, now }: FlushDeps): Promise<QueuedMutation | undefined> {
  const due = (await sendableHeads(userId, now())).filter((mutation) => isDue(mutation, now()));
  const size = (mutation: QueuedMutation) => Number(definitionOf(mutation).transfer !== undefined);
  return due.sort((a, b) => size(a) - size(b) || a.seq - b.seq)[0];
}

/** When the next mutation is due. */
async function nextTime({ userId, now }: FlushDeps): Promise<number | null> {
  const times = (await sendableHeads(userId, now())).map((mutation) => mutation.nextAt);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Whether mutations remain that another flush may send. */
export const hasWaiting = async (userId: Id, now = Date.now()): Promise<boolean> =>
  (await mutationsOf(userId)).some(
    (mutation) => (mutation.state === 'queued' || mutation.state === 'sending') && !isOld(mutation, now),
  );

async function flushLocked(deps: FlushDeps): Promise<FlushResult> {
  await recoverInFlight(deps.userId);
  await removeOldSent(deps.userId, deps.now());
  if (!(await hasWaiting(deps.userId, deps.now()))) return { outcome: 'idle', sent: 0, nextAt: null };
  if (!(await deps.probe())) return { outcome: 'no-signal', sent: 0, nextAt: null };
  await loadMutations();
  if (deps.eager) await retryNow(deps.userId);
  let sent = 0;
  let stop: Stop | null = null;
  while (!stop) {
    // Stops after a sign-out, even if mutations are left.
    if ((await getMeta('authUser'))?.id !== deps.userId) stop = 'signed-out';
    const mutation = stop ? undefined : await nextMutation(deps);
    if (!mutation) break;
    const claimed = await claim(mutation.id);
    const step = claimed && (await trySend(claimed, deps));
    if (step === 'sent') sent += 1;
    else if (step !== null && typeof step === 'object') stop = step.stop;
  }
  return { outcome: stop ?? 'idle', sent, nextAt: await nextTime(deps) };
}

/**
 * Sends a member's due mutations: first in, first out within a scope, each by one tab or the worker at a time. Reads
 * the queue again before it releases the lock, so that none that was added meanwhile is missed.
 */
export async function flushOutbox(deps: FlushDeps): Promise<FlushResult> {
  const busy: FlushResult = { outcome: 'busy', sent: 0, nextAt: null };
  if (!navigator.locks) return flushLocked(deps);
  return navigator.locks.request(lockOf(deps.userId), { ifAvailable: !deps.wait }, (lock) =>
    lock ? flushLocked(deps) : busy,
  ) as Promise<FlushResult>;
}
