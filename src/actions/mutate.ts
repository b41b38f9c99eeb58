import type { Id } from '#contract/ids.ts';
import { commit } from '#src/outbox/commit.ts';
import type { DefinedMutation } from '#src/outbox/define-mutation.ts';
import { noteEnqueued } from '#src/outbox/flush-triggers.ts';
import { isUntried, type QueuedMutation } from '#src/outbox/mutation.ts';
import { enqueue } from '#src/outbox/outbox.ts';
import { type Undo, undoTime } from '#src/outbox/undo.ts';
import { enqueueDelayed, undoMutation, undoOfDelayed } from '#src/outbox/undo-mutation.ts';
import { dropUnstored, noteUnstored, type Unstored } from '#src/outbox/unstored.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { runAction } from './run-action.ts';

/** Runs `work` with a mutation in localStorage until it has ended: a page that is left loses nothing that was pressed. */
async function noted<T>(unstored: Unstored, work: (isStored: () => boolean) => Promise<T>): Promise<T> {
  const isStored = noteUnstored(unstored);
  try {
    return await work(isStored);
  } finally {
    dropUnstored(unstored.mutation.id);
  }
}

/** Queues a mutation and starts to send it. Resolves when it is stored on the device. @throws ApiFailure */
export async function mutate<Input>(mutation: DefinedMutation<string, Input>, input: Input, userId: Id): Promise<void> {
  const created = mutation.create(input, userId);
  const needs = mutation.needs(input, userId);
  const store = (isStored: () => boolean) =>
    runAction(mutation.action, () => commit(async () => (isStored() ? [] : [await enqueue(created, needs)])));
  // The screen shows a choice already; a text is kept by its form.
  await (created.coalesceKey === null ? store(() => false) : noted({ mutation: created, needs }, store));
}

/** Whether a mutation was never sent, or is known to be refused. */
export const isOpen = (mutation: QueuedMutation): boolean => isUntried(mutation) || mutation.state === 'failed';

/**
 * Queues a mutation and delays its sending while `Undo` is offered.
 * @returns its undo; null where nothing is stored, so that it was sent at once
 * @throws ApiFailure
 */
export async function mutateWithUndo<Input>(
  mutation: DefinedMutation<string, Input>,
  input: Input,
  userId: Id,
  {
    now = Date.now(),
    findAdded,
    prepare,
  }: {
    now?: number;
    /** Finds the queued mutation that creates the thing that this one deletes. While it is open, it is undone instead. */
    findAdded?: () => Promise<QueuedMutation | undefined>;
    /** Runs first, in the same transaction. Returns how to restore what it changed. */
    prepare?: () => Promise<() => Promise<void>>;
  } = {},
): Promise<Undo | null> {
  const added = await findAdded?.();
  if (added && isOpen(added)) {
    const undo = await undoMutation(added.id);
    noteEnqueued();
    return undo;
  }
  const plain = mutation.create(input, userId);
  const created = added ? { ...plain, undoes: added.id } : plain;
  const needs = mutation.needs(input, userId);
  let undo: Undo | null = null;
  await noted({ mutation: { ...created, nextAt: now + undoTime }, needs }, (isStored) =>
    runAction(mutation.action, () =>
      commit(async () => {
        if (isStored()) {
          undo = undoOfDelayed(created.id);
          return [];
        }
        const putBack = await prepare?.();
        const delayed = await enqueueDelayed(created, needs, now, putBack);
        undo = delayed.undo;
        return [delayed.row];
      }),
    ),
  );
  return isMemoryOnly() ? null : undo;
}
