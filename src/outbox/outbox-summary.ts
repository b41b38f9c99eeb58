import type { Id } from '#contract/ids.ts';
import { isOld, type QueuedMutation } from './mutation.ts';
import { isThing } from './outbox.ts';

/** How a member's things stand, told in the words that a person counts by. */
export type OutboxSummary = {
  /** Things that go out by themselves, now or later. */
  waiting: QueuedMutation[];
  /** What needs the person: it was refused, or has waited too long to be sent unasked. */
  unsent: number;
  /** Of the things that wait, those that go out in this run: nothing holds them. */
  moving: number;
  /** Something is on its way at this moment. */
  sending: boolean;
};

const needsPerson = (row: QueuedMutation, now: number): boolean =>
  row.state === 'failed' || (row.state === 'queued' && isOld(row, now));

/** The rows that cannot go because of what `holds` says of them, or of a row before them. */
function heldBy(rows: readonly QueuedMutation[], holds: (row: QueuedMutation) => boolean): Set<Id> {
  const held = new Set<Id>();
  const isHeld = (row: QueuedMutation): boolean =>
    holds(row) || rows.some((other) => held.has(other.id) && goesBefore(row, other));
  for (let before = -1; before < held.size; ) {
    before = held.size;
    for (const row of rows) if (!held.has(row.id) && isHeld(row)) held.add(row.id);
  }
  return held;
}

/** The rows that cannot go before the person has decided, about them or about a row before them. */
export const stuckOf = (rows: readonly QueuedMutation[], now: number): Set<Id> =>
  heldBy(rows, (row) => needsPerson(row, now) || row.state === 'editing');

/** A refused row, and one that waits for it, hold up what depends on them, and nothing else of their lane. */
const goesBefore = (row: QueuedMutation, other: QueuedMutation): boolean =>
  row.dependsOn.includes(other.id) ||
  (other.state !== 'failed' && other.state !== 'blocked' && other.lane === row.lane && other.seq < row.seq);

/** Counts what waits, what needs the person and what moves. */
export function outboxSummary(rows: readonly QueuedMutation[], now: number): OutboxSummary {
  const held = heldBy(rows, (row) => needsPerson(row, now) || row.state === 'editing' || row.nextAt > now);
  const waiting = rows.filter((row) => isThing(row, rows) && !needsPerson(row, now));
  const unsent = rows.filter((row) => row.state === 'failed' || (isThing(row, rows) && needsPerson(row, now)));
  return {
    waiting,
    unsent: unsent.length,
    moving: waiting.filter((row) => row.state === 'sending' || !held.has(row.id)).length,
    sending: rows.some((row) => row.state === 'sending'),
  };
}

/** What a person was told of as waiting, by row, and whether something of it went another way than out. */
export type Told = { rows: ReadonlyMap<Id, QueuedMutation>; lost: boolean };

export const toldNothing: Told = { rows: new Map(), lost: false };

/**
 * Follows what was told of as waiting.
 * @param telling whether the person is being told now
 * @param sent the ids of what has arrived today
 */
export function follow(told: Told, waiting: readonly QueuedMutation[], sent: ReadonlySet<Id>, telling: boolean): Told {
  const rows = new Map(told.rows);
  let { lost } = told;
  for (const row of rows.values()) {
    if (sent.has(row.id) || waiting.some((one) => one.id === row.id)) continue;
    rows.delete(row.id);
    // What was written anew goes on under another key.
    lost ||= !waiting.some((one) => one.targetId === row.targetId);
  }
  if (telling) for (const row of waiting) rows.set(row.id, row);
  return { rows, lost };
}

/** Whether all that was told of has arrived, and nothing else waits. */
export const isAllSent = ({ rows, lost }: Told, sent: ReadonlySet<Id>): boolean =>
  rows.size > 0 && !lost && [...rows.keys()].every((id) => sent.has(id));
