import type { Id } from '#contract/ids.ts';
import type { DefinedMutation } from './define-mutation.ts';
import type { QueuedMutation } from './mutation.ts';
import { enqueue } from './outbox.ts';
import type { Undo } from './undo.ts';
import { enqueueDelayed } from './undo-mutation.ts';

/** Queues a mutation. Call it inside `inUserDb` or `commit`. */
export const queueMutation = <Input>(
  mutation: DefinedMutation<string, Input>,
  input: Input,
  userId: Id,
): Promise<QueuedMutation> => enqueue(mutation.create(input, userId), mutation.needs(input, userId));

/** Queues a mutation and delays its sending for as long as `Undo` is offered. */
export const queueDelayed = <Input>(
  mutation: DefinedMutation<string, Input>,
  input: Input,
  userId: Id,
  now: number,
  {
    compensates,
    putBack = async () => undefined,
  }: {
    /** The mutation that it compensates. */
    compensates?: Id | undefined;
    /** Runs on undo; it may throw to refuse it. */
    putBack?: () => Promise<void>;
  } = {},
): Promise<{ row: QueuedMutation; undo: Undo }> => {
  const created = mutation.create(input, userId);
  return enqueueDelayed(
    compensates ? { ...created, undoes: compensates } : created,
    mutation.needs(input, userId),
    now,
    putBack,
  );
};
