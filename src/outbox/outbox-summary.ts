import type { Id } from '#contract/ids.ts';
import { isOld, type QueuedMutation } from './mutation.ts';
import { thingsOf } from './outbox.ts';

/** The part of a mutation that the status bar compares. */
export type WaitingMutation = Pick<QueuedMutation, 'id' | 'targetId'>;

/** Counts of a member's queue, for the status bar and the outbox screen. */
export type OutboxSummary = {
  /** Mutations that will be sent without the member, now or later. */
  waiting: WaitingMutation[];
  /** How many need the member: refused ones, and those that have waited too long to be sent unasked. */
  unsent: number;
  /** How many of `waiting` are sent in this flush. */
  moving: number;
  /** Whether a request is in flight. */
  sending: boolean;
};

const needsMember = (mutation: QueuedMutation, now: number): boolean =>
  mutation.state === 'failed' || (mutation.state === 'queued' && isOld(mutation, now));

/** A refused mutation, and one that waits for it, hold up only what depends on them, not the others of their scope. */
const holdsUpScope = ({ state }: QueuedMutation): boolean => state !== 'failed' && state !== 'blocked';

const addTo = <K, T>(groups: Map<K, T[]>, key: K, one: T): void => {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
};

/**
 * The mutations that cannot be sent because `blocks` is true of them or of one before them. Takes time in proportion to
 * the queue.
 */
function blockedBy(queued: readonly QueuedMutation[], blocks: (mutation: QueuedMutation) => boolean): Set<Id> {
  const scopes = new Map<string, QueuedMutation[]>();
  const places = new Map<Id, number>();
  const dependents = new Map<Id, QueuedMutation[]>();
  for (const mutation of queued) {
    places.set(mutation.id, scopes.get(mutation.lane)?.length ?? 0);
    addTo(scopes, mutation.lane, mutation);
    for (const id of mutation.dependsOn) addTo(dependents, id, mutation);
  }
  const blocked = new Map(queued.filter(blocks).map((mutation) => [mutation.id, mutation]));
  // A map also visits what is added on the way.
  for (const mutation of blocked.values()) {
    for (const one of dependents.get(mutation.id) ?? []) blocked.set(one.id, one);
    if (!holdsUpScope(mutation)) continue;
    const scope = scopes.get(mutation.lane) ?? [];
    for (let place = (places.get(mutation.id) ?? 0) + 1; ; place++) {
      const next = scope[place];
      if (!next) break;
      blocked.set(next.id, next);
      // The rest of the scope waits for this one.
      if (holdsUpScope(next)) break;
    }
  }
  return new Set(blocked.keys());
}

/** The mutations that cannot be sent before the member has decided about them or about one before them. */
export const stuckOf = (queued: readonly QueuedMutation[], now: number): Set<Id> =>
  blockedBy(queued, (mutation) => needsMember(mutation, now) || mutation.state === 'editing');

/** @param queued the member's mutations, oldest first */
export function outboxSummary(queued: readonly QueuedMutation[], now: number): OutboxSummary {
  const blocked = blockedBy(
    queued,
    (mutation) => needsMember(mutation, now) || mutation.state === 'editing' || mutation.nextAt > now,
  );
  const things = thingsOf(queued);
  const waiting = things.filter((mutation) => !needsMember(mutation, now));
  const old = things.filter((mutation) => mutation.state !== 'failed' && needsMember(mutation, now));
  return {
    waiting: waiting.map(({ id, targetId }) => ({ id, targetId })),
    unsent: old.length + queued.filter(({ state }) => state === 'failed').length,
    moving: waiting.filter((mutation) => mutation.state === 'sending' || !blocked.has(mutation.id)).length,
    sending: queued.some(({ state }) => state === 'sending'),
  };
}

/** The mutations that were shown to the member as waiting, and whether one of them was removed without being sent. */
export type ShownWaiting = { rows: ReadonlyMap<Id, WaitingMutation>; lost: boolean };

export const nothingShown: ShownWaiting = { rows: new Map(), lost: false };

/**
 * Updates the mutations that were shown as waiting.
 * @param isShown whether they are being shown now
 * @param sent the ids of the mutations that arrived today
 */
export function updateShown(
  shown: ShownWaiting,
  waiting: readonly WaitingMutation[],
  sent: ReadonlySet<Id>,
  isShown: boolean,
): ShownWaiting {
  const rows = new Map(shown.rows);
  let { lost } = shown;
  const ids = new Set(waiting.map(({ id }) => id));
  const targets = new Set(waiting.map(({ targetId }) => targetId));
  for (const mutation of rows.values()) {
    if (sent.has(mutation.id) || ids.has(mutation.id)) continue;
    rows.delete(mutation.id);
    // A replaced mutation continues under another key.
    lost ||= !targets.has(mutation.targetId);
  }
  if (isShown) for (const mutation of waiting) rows.set(mutation.id, mutation);
  return { rows, lost };
}

/** Whether every mutation that was shown as waiting has arrived. */
export const isAllSent = ({ rows, lost }: ShownWaiting, sent: ReadonlySet<Id>): boolean =>
  rows.size > 0 && !lost && [...rows.keys()].every((id) => sent.has(id));
