import type { Id } from '#contract/ids.ts';
import type { RefreshOutcome } from '#src/ground/refresh.ts';
import type { Refusal } from '#src/outbox/define-mutation.ts';
import { definitionOf, loadMutations } from '#src/outbox/registry.ts';
import { acknowledge } from './acknowledge.ts';
import { lockOf, rowsOf, wake } from './outbox.ts';
import { isOld, type OutboxRow, type RowError } from './rows.ts';
import { noting, recall, vault } from './vault.ts';
import { type Answer, backoff, verdictOn } from './verdict.ts';

/** What the drain is given, so that page, worker and tests share it. */
export interface DrainTools {
  userId: Id;
  send(row: OutboxRow): Promise<Answer>;
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
export type DrainResult = {
  outcome: 'idle' | 'busy' | 'no-signal' | 'signed-out' | 'wrong-user' | 'too-old';
  sent: number;
  nextAt: number | null;
};
type Stop = Exclude<DrainResult['outcome'], 'idle' | 'busy'>;
const longestWait = 24 * 3_600_000;

type Step = 'sent' | 'parked' | { stop: Stop };

/** Marks a row as being sent; null when it was cancelled or changed since it was read. */
const claim = (id: Id): Promise<OutboxRow | null> =>
  noting(async () => {
    const row = await vault.outbox.get(id);
    if (row?.state !== 'queued') return null;
    const claimed: OutboxRow = { ...row, state: 'sending', attempts: row.attempts + 1 };
    await vault.outbox.put(claimed);
    return claimed;
  });

/** Holding the lock proves that nobody sends, so a row that says so was left by somebody who was stopped. */
const adoptOrphans = (userId: Id): Promise<void> =>
  noting(async () => {
    const orphans = (await rowsOf(userId)).filter((row) => row.state === 'sending');
    await vault.outbox.putAll(orphans.map((row) => ({ ...row, state: 'queued' as const })));
  });

const settle = (row: OutboxRow, change: Partial<OutboxRow>): Promise<void> =>
  noting(async () => {
    const now = await vault.outbox.get(row.id);
    if (now) await vault.outbox.put({ ...now, ...change });
  });

/**
 * What was refused needs not be taken back any more. A refusal that its kind can mend goes out again by itself; any
 * other needs the person.
 */
const park = (row: OutboxRow, refusal: Refusal, now: number): Promise<void> =>
  noting(async () => {
    const kept = await vault.outbox.get(row.id);
    if (!kept) return;
    const undoing = (await rowsOf(row.userId)).filter((other) => other.undoes === row.id);
    if (undoing.length > 0) return vault.outbox.remove(row.id, ...undoing.map(({ id }) => id));
    if (await definitionOf(kept).recover(kept, refusal, now)) return;
    await vault.outbox.put({ ...kept, state: 'failed', lastError: refusal.error });
  });

/** Whether a row must wait for another; notes on the row when the other one failed. */
async function waitsFor(row: OutboxRow, rows: readonly OutboxRow[]): Promise<boolean> {
  const parents = rows.filter((other) => row.dependsOn.includes(other.id));
  const blocked = parents.some((parent) => parent.state === 'failed' || parent.state === 'blocked');
  const state = blocked ? 'blocked' : 'queued';
  if (row.state !== state) {
    row.state = state;
    await settle(row, { state });
  }
  return parents.length > 0;
}

async function trySend(row: OutboxRow, tools: DrainTools): Promise<Step> {
  let mark = await tools.mark();
  let verdict = verdictOn(row, await tools.send(row));
  if (verdict.act === 'refresh') {
    const uncounted = { state: 'queued', attempts: row.attempts - 1 } as const;
    const outcome = await tools.refresh(mark);
    if (outcome === 'refused') {
      await settle(row, uncounted);
      return { stop: 'signed-out' };
    }
    mark = await tools.mark();
    if (outcome === 'refreshed') verdict = verdictOn(row, await tools.send(row));
  }
  switch (verdict.act) {
    case 'done':
      await acknowledge(row, verdict.data, tools.now());
      return 'sent';
    case 'fail':
      await park(row, verdict, tools.now());
      return 'parked';
    case 'stop':
      await settle(row, { state: 'queued', attempts: row.attempts - 1 });
      return { stop: verdict.why };
    default:
      if (verdict.act === 'retry' && verdict.error.status === 0) return afterSilence(row, verdict.error, tools);
      await postpone(row, verdict, tools);
      return 'parked';
  }
}

/**
 * No answer came for a row. Where the site answers a small question, the fault is this row's, which backs off. Where it
 * does not, the connection is lost: the row stays due, so that it goes at once when the connection is back.
 */
async function afterSilence(row: OutboxRow, error: RowError, tools: DrainTools): Promise<Step> {
  if (await tools.probe()) {
    await postpone(row, { act: 'retry', error, retryAfter: null }, tools);
    return 'parked';
  }
  await settle(row, { state: 'queued', nextAt: 0, lastError: error });
  return { stop: 'no-signal' };
}

const unrenewed: RowError = { status: 401, code: 'unauthenticated', message: 'Log in first.', validation: null };

async function postpone(
  row: OutboxRow,
  verdict: { act: 'refresh' } | { act: 'retry'; error: RowError; retryAfter: number | null },
  tools: DrainTools,
): Promise<void> {
  const { error, retryAfter } = verdict.act === 'retry' ? verdict : { error: unrenewed, retryAfter: null };
  const nextAt = tools.now() + Math.min(longestWait, backoff(row.attempts, tools.random(), retryAfter));
  await settle(row, { state: 'queued', nextAt, lastError: error });
}

/** A time that lies further ahead than we ever wait was written by a clock that has been set back since. */
const isDue = ({ nextAt }: OutboxRow, now: number): boolean => nextAt <= now || nextAt > now + longestWait;

/** The first row of each lane that can move: what stands behind it waits for it. */
async function heads(userId: Id, now: number): Promise<OutboxRow[]> {
  const rows = await rowsOf(userId);
  const lanes = new Map<string, OutboxRow | null>();
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
async function nextRow({ userId, now }: DrainTools): Promise<OutboxRow | undefined> {
  const due = (await heads(userId, now())).filter((row) => isDue(row, now()));
  const size = (row: OutboxRow) => Number(definitionOf(row).isLarge);
  return due.sort((a, b) => size(a) - size(b) || a.seq - b.seq)[0];
}

/** When the next row can go by itself. */
async function nextTime({ userId, now }: DrainTools): Promise<number | null> {
  const times = (await heads(userId, now())).map((row) => row.nextAt);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Whether rows remain that sending again may bring through. */
export const hasWaiting = async (userId: Id, now = Date.now()): Promise<boolean> =>
  (await rowsOf(userId)).some((row) => (row.state === 'queued' || row.state === 'sending') && !isOld(row, now));

async function drainHeld(tools: DrainTools): Promise<DrainResult> {
  await adoptOrphans(tools.userId);
  if (!(await hasWaiting(tools.userId, tools.now()))) return { outcome: 'idle', sent: 0, nextAt: null };
  if (!(await tools.probe())) return { outcome: 'no-signal', sent: 0, nextAt: null };
  await loadMutations();
  if (tools.eager) await wake(tools.userId);
  let sent = 0;
  let stop: Stop | null = null;
  while (!stop) {
    // A sign-out does not wait for what is left.
    if ((await recall('authUser'))?.id !== tools.userId) stop = 'signed-out';
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
export async function drain(tools: DrainTools): Promise<DrainResult> {
  const busy: DrainResult = { outcome: 'busy', sent: 0, nextAt: null };
  if (!navigator.locks) return drainHeld(tools);
  return navigator.locks.request(lockOf(tools.userId), { ifAvailable: !tools.wait }, (lock) =>
    lock ? drainHeld(tools) : busy,
  ) as Promise<DrainResult>;
}
