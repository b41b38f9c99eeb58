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
): Promise<{ row: QueuedMutation; undo: Undo }> =>
  enqueueDelayed(mutation.create(input, userId), mutation.needs(input, userId), now);
