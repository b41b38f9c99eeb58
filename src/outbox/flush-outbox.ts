import type { Id } from '#contract/ids.ts';
import type { RefreshOutcome } from '#src/lib/refresh.ts';
import { durableTransaction, getMeta, userDb } from '#src/storage/user-db.ts';
import { type Answer, backoff, classifyResponse } from './classify-response.ts';
import { completeMutation } from './complete-mutation.ts';
import type { Refusal } from './define-mutation.ts';
import { isOld, type MutationError, type QueuedMutation } from './mutation.ts';
import { lockOf, mutationsOf, removeOldSent, retryNow } from './outbox.ts';
import { recoverUnstored } from './recover-unstored.ts';
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
  /** Called when the lock has been given or refused. */
  onLock?(): void;
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

/** `delayed`: nothing but this mutation has changed. */
type Step = 'sent' | 'refused' | 'delayed' | { stop: Stop };

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
function waitsFor(mutation: QueuedMutation, queued: ReadonlyMap<Id, QueuedMutation>): boolean {
  const parents = mutation.dependsOn.flatMap((id) => queued.get(id) ?? []);
  const isBlocked = parents.some((parent) => parent.state === 'failed' || parent.state === 'blocked');
  mutation.state = isBlocked ? 'blocked' : 'queued';
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
      return 'refused';
    case 'stop':
      await settle(mutation, { state: 'queued', attempts: mutation.attempts - 1 });
      return { stop: responseClass.why };
    default:
      if (responseClass.act === 'retry' && responseClass.error.status === 0)
        return afterNoAnswer(mutation, responseClass.error, deps);
      await scheduleRetry(mutation, responseClass, deps);
      return 'delayed';
  }
}

/**
 * Handles a request without an answer. If the server answers a probe, the mutation backs off. Otherwise the connection
 * is lost, and the mutation stays due so that it is sent as soon as the connection is back.
 */
async function afterNoAnswer(mutation: QueuedMutation, error: MutationError, deps: FlushDeps): Promise<Step> {
  if (await deps.probe()) {
    await scheduleRetry(mutation, { act: 'retry', error, retryAfter: null }, deps);
    return 'delayed';
  }
  await settle(mutation, { state: 'queued', nextAt: 0, lastError: error });
  return { stop: 'no-signal' };
}

const notRefreshed: MutationError = {
  status: 401,
  code: 'unauthenticated',
  remedy: 'none',
  message: '',
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

/**
 * A member's queue in memory. It is read again when something was queued or changed meanwhile: reading all of it for
 * each mutation would cost more the longer it is.
 */
class QueueCopy {
  readonly #userId: Id;
  #rows: Map<Id, QueuedMutation> | null = null;
  #seq: number | null = null;

  constructor(userId: Id) {
    this.#userId = userId;
  }

  /** Reads the queue if the copy is outdated. Returns whether it was read. */
  async update(): Promise<boolean> {
    const seq = await getMeta('seq');
    if (this.#rows && seq === this.#seq) return false;
    this.#seq = seq;
    this.#rows = new Map((await mutationsOf(this.#userId)).map((mutation) => [mutation.id, mutation]));
    return true;
  }

  /** Records that the queue was changed. */
  invalidate(): void {
    this.#rows = null;
  }

  remove(id: Id): void {
    this.#rows?.delete(id);
  }

  /** Reads one mutation again. */
  async refresh(id: Id): Promise<void> {
    const mutation = await userDb.outbox.get(id);
    if (mutation) this.#rows?.set(id, mutation);
    else this.invalidate();
  }

  /** The first mutation of each scope that can be sent. Later ones of the scope wait for it. */
  async heads(now: number): Promise<QueuedMutation[]> {
    const queued = this.#rows ?? new Map<Id, QueuedMutation>();
    const scopes = new Map<string, QueuedMutation | null>();
    for (const mutation of queued.values()) {
      const { state, lane } = mutation;
      if (state === 'failed' || scopes.has(lane)) continue;
      if (state === 'editing') {
        scopes.set(lane, null);
        continue;
      }
      const isWaiting = waitsFor(mutation, queued);
      if (mutation.state !== state) await settle(mutation, { state: mutation.state });
      if (mutation.state === 'blocked') continue;
      scopes.set(lane, isWaiting || isOld(mutation, now) ? null : mutation);
    }
    return [...scopes.values()].filter((mutation) => mutation !== null);
  }
}

/** Small mutations go first, so that a comment does not wait for a bike's photos. */
function goesFirst(one: QueuedMutation, other: QueuedMutation): boolean {
  const size = (mutation: QueuedMutation) => Number(definitionOf(mutation).transfer !== undefined);
  return (size(one) - size(other) || one.seq - other.seq) < 0;
}

/** The next mutation to send. Reads the queue again before it says that there is none. */
async function nextMutation(queue: QueueCopy, { now }: FlushDeps): Promise<QueuedMutation | undefined> {
  for (;;) {
    const isFresh = await queue.update();
    let next: QueuedMutation | undefined;
    for (const mutation of await queue.heads(now()))
      if (isDue(mutation, now()) && (!next || goesFirst(mutation, next))) next = mutation;
    if (next || isFresh) return next;
    queue.invalidate();
  }
}

/** When the next mutation is due. */
async function nextTime(queue: QueueCopy, { now }: FlushDeps): Promise<number | null> {
  queue.invalidate();
  await queue.update();
  const times = (await queue.heads(now())).map((mutation) => mutation.nextAt);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Whether mutations remain that another flush may send. */
export const hasWaiting = async (userId: Id, now = Date.now()): Promise<boolean> =>
  (await mutationsOf(userId)).some(
    (mutation) => (mutation.state === 'queued' || mutation.state === 'sending') && !isOld(mutation, now),
  );

async function flushLocked(deps: FlushDeps): Promise<FlushResult> {
  // Without storage or room they are recovered by a later page.
  await recoverUnstored().catch(() => undefined);
  await recoverInFlight(deps.userId);
  await removeOldSent(deps.userId, deps.now());
  if (!(await hasWaiting(deps.userId, deps.now()))) return { outcome: 'idle', sent: 0, nextAt: null };
  if (!(await deps.probe())) return { outcome: 'no-signal', sent: 0, nextAt: null };
  await loadMutations();
  if (deps.eager) await retryNow(deps.userId);
  let sent = 0;
  let stop: Stop | null = null;
  const queue = new QueueCopy(deps.userId);
  while (!stop) {
    // Stops after a sign-out, even if mutations are left.
    if ((await getMeta('authUser'))?.id !== deps.userId) stop = 'signed-out';
    const mutation = stop ? undefined : await nextMutation(queue, deps);
    if (!mutation) break;
    const claimed = await claim(mutation.id);
    const step = claimed && (await trySend(claimed, deps));
    if (step === 'sent') {
      sent += 1;
      queue.remove(mutation.id);
    } else if (step === 'delayed') await queue.refresh(mutation.id);
    else queue.invalidate();
    if (step !== null && typeof step === 'object') stop = step.stop;
  }
  return { outcome: stop ?? 'idle', sent, nextAt: await nextTime(queue, deps) };
}

/**
 * Sends a member's due mutations: first in, first out within a scope, each by one tab or the worker at a time. Reads
 * the queue again before it releases the lock, so that none that was added meanwhile is missed.
 */
export async function flushOutbox(deps: FlushDeps): Promise<FlushResult> {
  const busy: FlushResult = { outcome: 'busy', sent: 0, nextAt: null };
  if (!navigator.locks) return flushLocked(deps);
  return navigator.locks.request(lockOf(deps.userId), { ifAvailable: !deps.wait }, (lock) => {
    deps.onLock?.();
    return lock ? flushLocked(deps) : busy;
  }) as Promise<FlushResult>;
}
