import type { Id } from '#contract/ids.ts';
import { isOld, type QueuedMutation } from './mutation.ts';
import { isThing } from './outbox.ts';

/** Counts of a member's queue, for the status bar and the outbox screen. */
export type OutboxSummary = {
  /** Mutations that will be sent without the member, now or later. */
  waiting: QueuedMutation[];
  /** How many need the member: refused ones, and those that have waited too long to be sent unasked. */
  unsent: number;
  /** How many of `waiting` are sent in this flush. */
  moving: number;
  /** Whether a request is in flight. */
  sending: boolean;
};

const needsMember = (mutation: QueuedMutation, now: number): boolean =>
  mutation.state === 'failed' || (mutation.state === 'queued' && isOld(mutation, now));

/** The mutations that cannot be sent because `blocks` is true of them or of one before them. */
function blockedBy(queued: readonly QueuedMutation[], blocks: (mutation: QueuedMutation) => boolean): Set<Id> {
  const blocked = new Set<Id>();
  const isBlocked = (mutation: QueuedMutation): boolean =>
    blocks(mutation) || queued.some((other) => blocked.has(other.id) && goesBefore(mutation, other));
  for (let before = -1; before < blocked.size; ) {
    before = blocked.size;
    for (const mutation of queued) if (!blocked.has(mutation.id) && isBlocked(mutation)) blocked.add(mutation.id);
  }
  return blocked;
}

/** The mutations that cannot be sent before the member has decided about them or about one before them. */
export const stuckOf = (queued: readonly QueuedMutation[], now: number): Set<Id> =>
  blockedBy(queued, (mutation) => needsMember(mutation, now) || mutation.state === 'editing');

/**
 * Whether `other` must be sent before `mutation`. A refused one, and one that waits for it, hold up only what depends
 * on them.
 */
const goesBefore = (mutation: QueuedMutation, other: QueuedMutation): boolean =>
  mutation.dependsOn.includes(other.id) ||
  (other.state !== 'failed' && other.state !== 'blocked' && other.lane === mutation.lane && other.seq < mutation.seq);

export function outboxSummary(queued: readonly QueuedMutation[], now: number): OutboxSummary {
  const blocked = blockedBy(
    queued,
    (mutation) => needsMember(mutation, now) || mutation.state === 'editing' || mutation.nextAt > now,
  );
  const waiting = queued.filter((mutation) => isThing(mutation, queued) && !needsMember(mutation, now));
  const unsent = queued.filter(
    (mutation) => mutation.state === 'failed' || (isThing(mutation, queued) && needsMember(mutation, now)),
  );
  return {
    waiting,
    unsent: unsent.length,
    moving: waiting.filter((mutation) => mutation.state === 'sending' || !blocked.has(mutation.id)).length,
    sending: queued.some((mutation) => mutation.state === 'sending'),
  };
}

/** The mutations that were shown to the member as waiting, and whether one of them was removed without being sent. */
export type ShownWaiting = { rows: ReadonlyMap<Id, QueuedMutation>; lost: boolean };

export const nothingShown: ShownWaiting = { rows: new Map(), lost: false };

/**
 * Updates the mutations that were shown as waiting.
 * @param isShown whether they are being shown now
 * @param sent the ids of the mutations that arrived today
 */
export function updateShown(
  shown: ShownWaiting,
  waiting: readonly QueuedMutation[],
  sent: ReadonlySet<Id>,
  isShown: boolean,
): ShownWaiting {
  const rows = new Map(shown.rows);
  let { lost } = shown;
  for (const mutation of rows.values()) {
    if (sent.has(mutation.id) || waiting.some((one) => one.id === mutation.id)) continue;
    rows.delete(mutation.id);
    // A replaced mutation continues under another key.
    lost ||= !waiting.some((one) => one.targetId === mutation.targetId);
  }
  if (isShown) for (const mutation of waiting) rows.set(mutation.id, mutation);
  return { rows, lost };
}

/** Whether every mutation that was shown as waiting has arrived. */
export const isAllSent = ({ rows, lost }: ShownWaiting, sent: ReadonlySet<Id>): boolean =>
  rows.size > 0 && !lost && [...rows.keys()].every((id) => sent.has(id));
