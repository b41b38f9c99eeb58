import type { Id } from '#contract/ids.ts';
import * as outbox from '#src/offline/outbox.ts';
import { takeBack as takeRowBack, type Undo } from '#src/offline/taking-back.ts';
import { kick, noteEnqueued } from '#src/offline/triggers.ts';

/** Tries a row again now, with its own key. */
export async function retryRow(id: Id): Promise<void> {
  await outbox.retry(id);
  kick();
}

/** Takes a row back; the answer puts it back again. */
export async function takeBack(id: Id): Promise<Undo> {
  const undo = await takeRowBack(id);
  noteEnqueued();
  return async () => {
    await undo();
    noteEnqueued();
  };
}

/** Sends everything that waits now. */
export const sendAll = (): void => kick(true);
