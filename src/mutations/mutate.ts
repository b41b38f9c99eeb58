import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { commit } from '#src/outbox/commit.ts';
import type { DefinedMutation } from '#src/outbox/define-mutation.ts';
import { queueDelayed } from '#src/outbox/enqueue.ts';
import { enqueue } from '#src/outbox/outbox.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { dropUnstored, noteUnstored } from '#src/outbox/unstored.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';

/** Queues a mutation and starts to send it. Resolves when it is stored on the device. @throws ApiFailure */
export async function mutate<Input>(mutation: DefinedMutation<string, Input>, input: Input, userId: Id): Promise<void> {
  const created = mutation.create(input, userId);
  const needs = mutation.needs(input, userId);
  // The screen shows a choice already; a text is kept by its form.
  const isChoice = created.coalesceKey !== null;
  const isStored = isChoice ? noteUnstored({ mutation: created, needs }) : () => false;
  try {
    await runAction(mutation.action, () => commit(async () => (isStored() ? [] : [await enqueue(created, needs)])));
  } finally {
    if (isChoice) dropUnstored(created.id);
  }
}

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
    compensates,
    prepare,
  }: {
    now?: number;
    /** The mutation that it compensates. */
    compensates?: Id | undefined;
    /** Runs first, in the same transaction. Returns how to restore what it changed. */
    prepare?: () => Promise<() => Promise<void>>;
  } = {},
): Promise<Undo | null> {
  let undo: Undo | null = null;
  await runAction(mutation.action, () =>
    commit(async () => {
      const putBack = await prepare?.();
      const delayed = await queueDelayed(mutation, input, userId, now, { compensates, ...(putBack && { putBack }) });
      undo = delayed.undo;
      return [delayed.row];
    }),
  );
  return isMemoryOnly() ? null : undo;
}
