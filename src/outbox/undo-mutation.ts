import type { Id } from '#contract/ids.ts';
import { keepsNothing } from '#src/storage/storage-state.ts';
import { inUserDb, userDb } from '#src/storage/user-db.ts';
import { canCancel, isUntried, type QueuedMutation } from './mutation.ts';
import { enqueue, rowsOf } from './outbox.ts';
import { definitionOf, loadMutations, traitsOf } from './registry.ts';
import { tooLate, type Undo, undoTime } from './undo.ts';

const nothing: Undo = async () => undefined;

const partsOf = (row: QueuedMutation, rows: readonly QueuedMutation[]): QueuedMutation[] =>
  definitionOf(row)
    .parts?.(row, rows)
    .rows.filter((part) => part !== null) ?? [];

/** The rows that make no sense without `row`, but for its parts. */
export function dependentsOf(row: QueuedMutation, rows: readonly QueuedMutation[]): QueuedMutation[] {
  const family = [row];
  for (const one of family) {
    // What waits for a part can do without it.
    if (!traitsOf(one).isThing) continue;
    family.push(...rows.filter((other) => other.dependsOn.includes(one.id) && !family.includes(other)));
  }
  return family.slice(1);
}

/** Rows as they come back: whoever was sending one of them has let go of it meanwhile. */
const atRest = (rows: readonly QueuedMutation[]): QueuedMutation[] =>
  rows.map((row) => (row.state === 'sending' ? { ...row, state: 'queued' } : row));

const idsOf = (rows: readonly QueuedMutation[]): Id[] => rows.map((row) => row.id);

async function drop(row: QueuedMutation): Promise<Undo> {
  const rows = await rowsOf(row.userId);
  const gone = [row, ...dependentsOf(row, rows), ...partsOf(row, rows)];
  await userDb.outbox.remove(...idsOf(gone));
  const restore = await definitionOf(row).onRemoved(row, rows);
  return () =>
    inUserDb(async () => {
      await restore();
      await userDb.outbox.putAll(atRest(gone));
    });
}

/**
 * Keeps a write that takes something away, and holds it for as long as `Undo` is offered. Call it inside `inVault`.
 * @param about the things that must exist first
 * @param putBack is run when it is undone; it may throw to refuse that
 */
export async function enqueueHeld(
  row: QueuedMutation,
  about: readonly Id[],
  now: number,
  putBack: () => Promise<void>,
): Promise<{ row: QueuedMutation; undo: Undo }> {
  // What is kept nowhere cannot be held: it is sent while its author looks on.
  const kept = await enqueue({ ...row, nextAt: keepsNothing() ? 0 : now + undoTime }, about);
  const undo = () =>
    inUserDb(async () => {
      const waiting = await userDb.outbox.get(kept.id);
      if (!waiting || !isUntried(waiting)) throw tooLate();
      await putBack();
      await userDb.outbox.remove(kept.id);
    });
  return { row: kept, undo };
}

async function queueOpposite(row: QueuedMutation, now: number): Promise<Undo> {
  const undoing = definitionOf(row).inverse?.(row);
  if (!undoing) return nothing;
  const rows = await rowsOf(row.userId);
  const gone = [...dependentsOf(row, rows), ...partsOf(row, rows)];
  await userDb.outbox.remove(...idsOf(gone));
  const restore = await definitionOf(row).onCompensated(row);
  // Whether it arrived must be known first.
  if (row.state === 'failed') await userDb.outbox.put({ ...row, state: 'queued', nextAt: now + undoTime });
  const undos: Undo[] = [];
  const dependsOn = [row.id];
  for (const one of undoing) {
    const held = await enqueueHeld(
      { ...one, dependsOn: [...dependsOn], undoes: row.id },
      [],
      now,
      async () => undefined,
    );
    undos.push(held.undo);
    dependsOn.push(held.row.id);
  }
  return () =>
    inUserDb(async () => {
      for (const undo of undos) await undo();
      await restore();
      await userDb.outbox.putAll(atRest(row.state === 'failed' ? [row, ...gone] : gone));
    });
}

/**
 * Takes a row back. One that was never tried, or was refused, is deleted with what depends on it and with what belongs
 * to it (a photo leaves its bike, a bike becomes a draft again). Of one that may have arrived the opposite is queued,
 * where there is one; what is harmless is deleted all the same, also while it is sent.
 */
export async function undoMutation(id: Id, now = Date.now()): Promise<Undo> {
  await loadMutations();
  return inUserDb(async () => {
    const row = await userDb.outbox.get(id);
    if (!row) return nothing;
    return canCancel(row) || definitionOf(row).isHarmless ? drop(row) : queueOpposite(row, now);
  });
}

/**
 * Opens a row to be changed on its own page. What depends on it stays, and waits until it is published again.
 * @returns whether it could: not once it may be on its way
 */
export async function reopenMutation(id: Id): Promise<boolean> {
  await loadMutations();
  return inUserDb(async () => {
    const row = await userDb.outbox.get(id);
    if (!row || !canCancel(row)) return false;
    const rows = await rowsOf(row.userId);
    await userDb.outbox.remove(...idsOf(partsOf(row, rows)));
    if (dependentsOf(row, rows).length === 0) await userDb.outbox.remove(row.id);
    else await userDb.outbox.put({ ...row, state: 'editing', dependsOn: [], nextAt: 0, lastError: null });
    await definitionOf(row).onRemoved(row, rows);
    return true;
  });
}
