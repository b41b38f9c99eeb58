import type { Id } from '#contract/ids.ts';
import type { RefreshOutcome } from '#src/ground/refresh.ts';
import { acknowledge } from './acknowledge.ts';
import { rowsOf, wake } from './outbox.ts';
import { isOld, type OutboxRow, type RowError } from './rows.ts';
import { inVault, vault } from './vault.ts';
import { type Answer, backoff, verdictOn } from './verdict.ts';
import { writeOf } from './writes/table.ts';
import type { Refusal } from './writes/write.ts';

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

type Step = 'sent' | 'parked' | 'silent' | { stop: Stop };

/** The Web Lock under which a member's rows are sent, and under which they are taken away at sign-out. */
export const lockOf = (userId: Id): string => `outbox:${userId}`;

/** Marks a row as being sent; null when it was cancelled or changed since it was read. */
const claim = (id: Id): Promise<OutboxRow | null> =>
  inVault(async () => {
    const row = await vault.outbox.get(id);
    if (row?.state !== 'queued') return null;
    const claimed: OutboxRow = { ...row, state: 'sending', attempts: row.attempts + 1 };
    await vault.outbox.put(claimed);
    return claimed;
  });

/** Holding the lock proves that nobody sends, so a row that says so was left by somebody who was stopped. */
const adoptOrphans = (userId: Id): Promise<void> =>
  inVault(async () => {
    const orphans = (await rowsOf(userId)).filter((row) => row.state === 'sending');
    await vault.outbox.putAll(orphans.map((row) => ({ ...row, state: 'queued' as const })));
  });

const settle = (row: OutboxRow, change: Partial<OutboxRow>): Promise<void> =>
  inVault(async () => {
    const now = await vault.outbox.get(row.id);
    if (now) await vault.outbox.put({ ...now, ...change });
  });

/** A refusal that its kind can mend goes out again by itself; any other needs the person. */
const park = (row: OutboxRow, refusal: Refusal, now: number): Promise<void> =>
  inVault(async () => {
    const kept = await vault.outbox.get(row.id);
    if (!kept || (await writeOf(row).mend?.(kept, refusal, now))) return;
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
      await postpone(row, verdict, tools);
      return verdict.act === 'retry' && verdict.error.status === 0 ? 'silent' : 'parked';
  }
}

const unrenewed: RowError = { status: 401, code: 'unauthenticated', message: 'Log in first.', validation: null };

async function postpone(
  row: OutboxRow,
  verdict: { act: 'refresh' } | { act: 'retry'; error: RowError; retryAfter: number | null },
  tools: DrainTools,
): Promise<void> {
  const { error, retryAfter } = verdict.act === 'retry' ? verdict : { error: unrenewed, retryAfter: null };
  const nextAt = tools.now() + backoff(row.attempts, tools.random(), retryAfter);
  await settle(row, { state: 'queued', nextAt, lastError: error });
}

/** A time that lies further ahead than we ever wait was written by a clock that has been set back since. */
const isDue = (row: OutboxRow, now: number): boolean =>
  !isOld(row, now) && (row.nextAt <= now || row.nextAt > now + longestWait);

/** One look over all rows, oldest first. */
async function pass(tools: DrainTools): Promise<{ sent: number; moved: boolean; stop: Stop | null }> {
  const halted = new Set<string>();
  let sent = 0;
  let moved = false;
  for (const { id } of await rowsOf(tools.userId)) {
    const rows = await rowsOf(tools.userId);
    const row = rows.find((one) => one.id === id);
    if (!row || row.state === 'failed' || halted.has(row.lane)) continue;
    const waiting = await waitsFor(row, rows);
    if (row.state === 'blocked') continue;
    const claimed = waiting || !isDue(row, tools.now()) ? null : await claim(id);
    if (!claimed) {
      halted.add(row.lane);
      continue;
    }
    moved = true;
    const step = await trySend(claimed, tools);
    if (typeof step === 'object') return { sent, moved, stop: step.stop };
    if (step === 'sent') sent += 1;
    else if ((await vault.outbox.get(id))?.state === 'queued') halted.add(row.lane);
    if (step === 'silent' && !(await tools.probe())) return { sent, moved, stop: 'no-signal' };
  }
  return { sent, moved, stop: null };
}

/** When the next row can go by itself. */
async function nextTime(userId: Id): Promise<number | null> {
  const rows = await rowsOf(userId);
  const times = rows.filter((row) => row.state === 'queued' && row.nextAt > 0).map((row) => row.nextAt);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Whether rows remain that sending again may bring through. */
export const hasWaiting = async (userId: Id, now = Date.now()): Promise<boolean> =>
  (await rowsOf(userId)).some((row) => (row.state === 'queued' || row.state === 'sending') && !isOld(row, now));

async function drainHeld(tools: DrainTools): Promise<DrainResult> {
  await adoptOrphans(tools.userId);
  if (!(await hasWaiting(tools.userId, tools.now()))) return { outcome: 'idle', sent: 0, nextAt: null };
  if (!(await tools.probe())) return { outcome: 'no-signal', sent: 0, nextAt: null };
  if (tools.eager) await wake(tools.userId);
  let sent = 0;
  for (;;) {
    const one = await pass(tools);
    sent += one.sent;
    if (one.stop || !one.moved) {
      return { outcome: one.stop ?? 'idle', sent, nextAt: await nextTime(tools.userId) };
    }
  }
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
