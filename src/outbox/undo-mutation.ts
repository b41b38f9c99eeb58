import type { Id } from '#contract/ids.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { inUserDb, userDb } from '#src/storage/user-db.ts';
import { canCancel, isUntried, type QueuedMutation } from './mutation.ts';
import { enqueue, mutationsOf, requeue } from './outbox.ts';
import { definitionOf, loadMutations, traitsOf } from './registry.ts';
import { tooLate, type Undo, undoTime } from './undo.ts';

const nothing: Undo = async () => undefined;

const partsOf = (mutation: QueuedMutation, queued: readonly QueuedMutation[]): QueuedMutation[] =>
  definitionOf(mutation)
    .parts?.(mutation, queued)
    .rows.filter((part) => part !== null) ?? [];

/** The mutations that depend on `mutation` and make no sense without it, except its parts. */
export function dependentsOf(mutation: QueuedMutation, queued: readonly QueuedMutation[]): QueuedMutation[] {
  const family = [mutation];
  for (const one of family) {
    // A mutation that waits for a part can be sent without it.
    if (!traitsOf(one).isThing) continue;
    family.push(...queued.filter((other) => other.dependsOn.includes(one.id) && !family.includes(other)));
  }
  return family.slice(1);
}

/** Mutations as they are restored: one that was being sent is queued again. */
const requeued = (queued: readonly QueuedMutation[]): QueuedMutation[] =>
  queued.map((mutation) => (mutation.state === 'sending' ? { ...mutation, state: 'queued' } : mutation));

const idsOf = (queued: readonly QueuedMutation[]): Id[] => queued.map((mutation) => mutation.id);

async function drop(mutation: QueuedMutation): Promise<Undo> {
  const queued = await mutationsOf(mutation.userId);
  const removed = [mutation, ...dependentsOf(mutation, queued), ...partsOf(mutation, queued)];
  await userDb.outbox.remove(...idsOf(removed));
  const restore = await definitionOf(mutation).onEnd?.removed?.(mutation, queued);
  return () =>
    inUserDb(async () => {
      await restore?.();
      await requeue(requeued(removed));
    });
}

/**
 * The undo of a delayed mutation.
 * @param putBack runs on undo; it may throw to refuse it
 */
export const undoOfDelayed =
  (id: Id, putBack: Undo = nothing): Undo =>
  () =>
    inUserDb(async () => {
      const waiting = await userDb.outbox.get(id);
      if (!waiting || !isUntried(waiting)) throw tooLate();
      await putBack();
      await userDb.outbox.remove(id);
    });

/**
 * Queues a mutation that deletes something and delays it for as long as `Undo` is offered. Call it inside `inUserDb`.
 * @param about ids of things that must exist first
 * @param putBack runs on undo; it may throw to refuse it
 */
export async function enqueueDelayed(
  mutation: QueuedMutation,
  about: readonly Id[],
  now: number,
  putBack?: Undo,
): Promise<{ row: QueuedMutation; undo: Undo }> {
  // Where nothing is stored it cannot be delayed: it is sent while its author waits.
  const enqueued = await enqueue({ ...mutation, nextAt: isMemoryOnly() ? 0 : now + undoTime }, about);
  return { row: enqueued, undo: undoOfDelayed(enqueued.id, putBack) };
}

async function queueInverse(mutation: QueuedMutation, now: number): Promise<Undo> {
  const inverses = definitionOf(mutation).inverse?.(mutation);
  if (!inverses) return nothing;
  const queued = await mutationsOf(mutation.userId);
  const removed = [...dependentsOf(mutation, queued), ...partsOf(mutation, queued)];
  await userDb.outbox.remove(...idsOf(removed));
  const restore = await definitionOf(mutation).onEnd?.compensated?.(mutation);
  // It has to be sent again, to find out whether it arrived.
  if (mutation.state === 'failed') await userDb.outbox.put({ ...mutation, state: 'queued', nextAt: now + undoTime });
  const undos: Undo[] = [];
  const dependsOn = [mutation.id];
  for (const one of inverses) {
    const delayed = await enqueueDelayed({ ...one, dependsOn: [...dependsOn], undoes: mutation.id }, [], now);
    undos.push(delayed.undo);
    dependsOn.push(delayed.row.id);
  }
  return () =>
    inUserDb(async () => {
      for (const undo of undos) await undo();
      await restore?.();
      await requeue(requeued(mutation.state === 'failed' ? [mutation, ...removed] : removed));
    });
}

/**
 * Undoes a mutation. One that was never sent or was refused is removed, with what depends on it and with its parts (a
 * photo leaves its bike, a bike becomes a draft again). For one that may have arrived the inverse is queued, if it has
 * one. A harmless one is removed in any case, even while it is sent.
 */
export async function undoMutation(id: Id, now = Date.now()): Promise<Undo> {
  await loadMutations();
  return inUserDb(async () => {
    const mutation = await userDb.outbox.get(id);
    if (!mutation) return nothing;
    return canCancel(mutation) || definitionOf(mutation).isHarmless ? drop(mutation) : queueInverse(mutation, now);
  });
}

/**
 * Reopens a mutation for editing on its own page. What depends on it stays, and waits until it is published again.
 * @returns false when it may be in flight
 */
export async function reopenMutation(id: Id): Promise<boolean> {
  await loadMutations();
  return inUserDb(async () => {
    const mutation = await userDb.outbox.get(id);
    if (!mutation || !canCancel(mutation)) return false;
    const queued = await mutationsOf(mutation.userId);
    await userDb.outbox.remove(...idsOf(partsOf(mutation, queued)));
    if (dependentsOf(mutation, queued).length === 0) await userDb.outbox.remove(mutation.id);
    else await userDb.outbox.put({ ...mutation, state: 'editing', dependsOn: [], nextAt: 0, lastError: null });
    await definitionOf(mutation).onEnd?.removed?.(mutation, queued);
    return true;
  });
}
