import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { commit } from '#src/outbox/commit.ts';
import type { DefinedMutation } from '#src/outbox/define-mutation.ts';
import { queueMutation } from '#src/outbox/enqueue.ts';

/** Queues a mutation and starts to send it. Resolves when it is stored on the device. @throws ApiFailure */
export const mutate = <Input>(
  mutation: DefinedMutation<string, Input, boolean>,
  input: Input,
  userId: Id,
): Promise<void> =>
  runAction(mutation.action, () => commit(async () => [await queueMutation(mutation, input, userId)]));
