import type { Id } from '#contract/ids.ts';
import type { DefinedMutation } from './define-mutation.ts';
import type { QueuedMutation } from './mutation.ts';
import { enqueue } from './outbox.ts';

/** Queues a mutation. Call it inside `inUserDb` or `commit`. */
export const queueMutation = <Input>(
  mutation: DefinedMutation<string, Input>,
  input: Input,
  userId: Id,
): Promise<QueuedMutation> => enqueue(mutation.create(input, userId), mutation.needs(input, userId));
