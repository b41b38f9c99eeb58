import type { Id } from '#contract/ids.ts';
import type { RefreshOutcome } from '#src/lib/refresh.ts';
import { durableTransaction, getMeta, userDb } from '#src/storage/user-db.ts';
import { type Answer, backoff, classifyResponse } from './classify-response.ts';
import { completeMutation } from './complete-mutation.ts';
import type { Refusal } from './define-mutation.ts';
import { isOld, type MutationError, type QueuedMutation } from './mutation.ts';
import { lockOf, retryNow, rowsOf } from './outbox.ts';
import { definitionOf, loadMutations } from './registry.ts';

/** What the drain is given, so that page, worker and tests share it. */
export interface FlushDeps {
  userId: Id;
  send(row: QueuedMutation): Promise<Answer>;
  /** Whether the server answers at all. */
  probe(): Promise<boolean>;
  /** The session's mark, to be handed to `refresh`. */
  mark(): Promise<string | null>;
  refresh(mark: string | null): Promise<RefreshOutcome>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** 0 to 1. */
  random(): number;
  /** Wait for the lock (the worker) or give way to whoever holds it (a page). */
  wait: boolean;
  /** Try again at once what only waited for the network. */
  eager: boolean;
}

/**
 * `idle`: nothing is due. `busy`: somebody else drains. `no-signal`: nothing was tried. The others stopped it.
 * `nextAt`: when the next row is due, milliseconds since the epoch; null when none will be by itself.
 */
export type FlushResult = {
  outcome: 'idle' | 'busy' | 'no-signal' | 'signed-out' | 'wrong-user' | 'too-old';
  sent: number;
  nextAt: number | null;
};
type Stop = Exclude<FlushResult['outcome'], 'idle' | 'busy'>;
const longestWait = 24 * 3_600_000;

type Step = 'sent' | 'parked' | { stop: Stop };

/** Marks a row as being sent; null when it was cancelled or changed since it was read. */
const claim = (id: Id): Promise<QueuedMutation | null> =>
  durableTransaction(async () => {
    const row = await userDb.outbox.get(id);
    if (row?.state !== 'queued') return null;
    const claimed: QueuedMutation = { ...row, state: 'sending', attempts: row.attempts + 1 };
    await userDb.outbox.put(claimed);
    return claimed;
  });

/** Holding the lock proves that nobody sends, so a row that says so was left by somebody who was stopped. */
const recoverInFlight = (userId: Id): Promise<void> =>
  durableTransaction(async () => {
    const orphans = (await rowsOf(userId)).filter((row) => row.state === 'sending');
    await userDb.outbox.putAll(orphans.map((row) => ({ ...row, state: 'queued' as const })));
  });

const settle = (row: QueuedMutation, change: Partial<QueuedMutation>): Promise<void> =>
  durableTransaction(async () => {
    const now = await userDb.outbox.get(row.id);
    if (now) await userDb.outbox.put({ ...now, ...change });
  });

/**
 * What was refused needs not be taken back any more. A refusal that its kind can mend goes out again by itself; any
 * other needs the person.
 */
const markFailed = (row: QueuedMutation, refusal: Refusal, now: number): Promise<void> =>
  durableTransaction(async () => {
    const kept = await userDb.outbox.get(row.id);
    if (!kept) return;
    const undoing = (await rowsOf(row.userId)).filter((other) => other.undoes === row.id);
    if (undoing.length > 0) return userDb.outbox.remove(row.id, ...undoing.map(({ id }) => id));
    if (await definitionOf(kept).recover(kept, refusal, now)) return;
    await userDb.outbox.put({ ...kept, state: 'failed', lastError: refusal.error });
  });

/** Whether a row must wait for another; notes on the row when the other one failed. */
async function waitsFor(row: QueuedMutation, rows: readonly QueuedMutation[]): Promise<boolean> {
  const parents = rows.filter((other) => row.dependsOn.includes(other.id));
  const blocked = parents.some((parent) => parent.state === 'failed' || parent.state === 'blocked');
  const state = blocked ? 'blocked' : 'queued';
  if (row.state !== state) {
    row.state = state;
    await settle(row, { state });
  }
  return parents.length > 0;
}

async function trySend(row: QueuedMutation, tools: FlushDeps): Promise<Step> {
  let mark = await tools.mark();
  let verdict = classifyResponse(row, await tools.send(row));
  if (verdict.act === 'refresh') {
    const uncounted = { state: 'queued', attempts: row.attempts - 1 } as const;
    const outcome = await tools.refresh(mark);
    if (outcome === 'refused') {
      await settle(row, uncounted);
      return { stop: 'signed-out' };
    }
    mark = await tools.mark();
    if (outcome === 'refreshed') verdict = classifyResponse(row, await tools.send(row));
  }
  switch (verdict.act) {
    case 'done':
      await completeMutation(row, verdict.data, tools.now());
      return 'sent';
    case 'fail':
      await markFailed(row, verdict, tools.now());
      return 'parked';
    case 'stop':
      await settle(row, { state: 'queued', attempts: row.attempts - 1 });
      return { stop: verdict.why };
    default:
      if (verdict.act === 'retry' && verdict.error.status === 0) return afterSilence(row, verdict.error, tools);
      await scheduleRetry(row, verdict, tools);
      return 'parked';
  }
}

/**
 * No answer came for a row. Where the site answers a small question, the fault is this row's, which backs off. Where it
 * does not, the connection is lost: the row stays due, so that it goes at once when the connection is back.
 */
async function afterSilence(row: QueuedMutation, error: MutationError, tools: FlushDeps): Promise<Step> {
  if (await tools.probe()) {
    await scheduleRetry(row, { act: 'retry', error, retryAfter: null }, tools);
    return 'parked';
  }
  await settle(row, { state: 'queued', nextAt: 0, lastError: error });
  return { stop: 'no-signal' };
}

const unrenewed: MutationError = { status: 401, code: 'unauthenticated', message: 'Log in first.', validation: null };

async function scheduleRetry(
  row: QueuedMutation,
  verdict: { act: 'refresh' } | { act: 'retry'; error: MutationError; retryAfter: number | null },
  tools: FlushDeps,
): Promise<void> {
  const { error, retryAfter } = verdict.act === 'retry' ? verdict : { error: unrenewed, retryAfter: null };
  const nextAt = tools.now() + Math.min(longestWait, backoff(row.attempts, tools.random(), retryAfter));
  await settle(row, { state: 'queued', nextAt, lastError: error });
}

/** A time that lies further ahead than we ever wait was written by a clock that has been set back since. */
const isDue = ({ nextAt }: QueuedMutation, now: number): boolean => nextAt <= now || nextAt > now + longestWait;

/** The first row of each lane that can move: what stands behind it waits for it. */
async function heads(userId: Id, now: number): Promise<QueuedMutation[]> {
  const rows = await rowsOf(userId);
  const lanes = new Map<string, QueuedMutation | null>();
  for (const row of rows) {
    if (row.state === 'failed' || lanes.has(row.lane)) continue;
    if (row.state === 'editing') {
      lanes.set(row.lane, null);
      continue;
    }
    const waiting = await waitsFor(row, rows);
    if (row.state === 'blocked') continue;
    lanes.set(row.lane, waiting || row.state !== 'queued' || isOld(row, now) ? null : row);
  }
  return [...lanes.values()].filter((row) => row !== null);
}

/** What goes next: what is small before what is large, so that a comment does not wait for a bike's photos. */
async function nextRow({ userId, now }: FlushDeps): Promise<QueuedMutation | undefined> {
  const due = (await heads(userId, now())).filter((row) => isDue(row, now()));
  const size = (row: QueuedMutation) => Number(definitionOf(row).isLarge);
  return due.sort((a, b) => size(a) - size(b) || a.seq - b.seq)[0];
}

/** When the next row can go by itself. */
async function nextTime({ userId, now }: FlushDeps): Promise<number | null> {
  const times = (await heads(userId, now())).map((row) => row.nextAt);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Whether rows remain that sending again may bring through. */
export const hasWaiting = async (userId: Id, now = Date.now()): Promise<boolean> =>
  (await rowsOf(userId)).some((row) => (row.state === 'queued' || row.state === 'sending') && !isOld(row, now));

async function drainHeld(tools: FlushDeps): Promise<FlushResult> {
  await recoverInFlight(tools.userId);
  if (!(await hasWaiting(tools.userId, tools.now()))) return { outcome: 'idle', sent: 0, nextAt: null };
  if (!(await tools.probe())) return { outcome: 'no-signal', sent: 0, nextAt: null };
  await loadMutations();
  if (tools.eager) await retryNow(tools.userId);
  let sent = 0;
  let stop: Stop | null = null;
  while (!stop) {
    // A sign-out does not wait for what is left.
    if ((await getMeta('authUser'))?.id !== tools.userId) stop = 'signed-out';
    const row = stop ? undefined : await nextRow(tools);
    if (!row) break;
    const claimed = await claim(row.id);
    const step = claimed && (await trySend(claimed, tools));
    if (step === 'sent') sent += 1;
    else if (step !== null && typeof step === 'object') stop = step.stop;
  }
  return { outcome: stop ?? 'idle', sent, nextAt: await nextTime(tools) };
}

/**
 * Sends what is due of a member's rows: first in, first out within a lane, each row once at a time over all tabs and
 * the worker. Looks again before it lets go, so that a row that came meanwhile is not forgotten.
 */
export async function flushOutbox(tools: FlushDeps): Promise<FlushResult> {
  const busy: FlushResult = { outcome: 'busy', sent: 0, nextAt: null };
  if (!navigator.locks) return drainHeld(tools);
  return navigator.locks.request(lockOf(tools.userId), { ifAvailable: !tools.wait }, (lock) =>
    lock ? drainHeld(tools) : busy,
  ) as Promise<FlushResult>;
}
