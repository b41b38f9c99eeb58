import type { Id } from '#contract/ids.ts';
import { forgetBytes } from '#src/storage/forget-bytes.ts';
import { inUserDb, userDb } from '#src/storage/user-db.ts';
import { backgroundWork, unqueuedOf } from './background-work.ts';
import { lockOf, mutationsOf, thingsOf } from './outbox.ts';
import { queuedMutationsOf } from './queued-mutations.ts';

/** Counts of a member's data on this device; `onSite`: unqueued things that are complete on the server too. */
export type Unsent = { rows: number; unqueued: number; onSite: number };

/** Counts the unsent data that a sign-out would leave behind. */
export async function unsentOf(userId: Id): Promise<Unsent> {
  const [queued, unqueued] = await Promise.all([mutationsOf(userId), unqueuedOf(userId)]);
  return {
    rows: thingsOf(queued).length,
    unqueued: unqueued.length,
    onSite: unqueued.filter(({ isOnServer }) => isOnServer).length,
  };
}

/** Without the unqueued things that are on the server too. */
export const onlyHere = ({ rows, unqueued, onSite }: Unsent): Unsent => ({
  rows,
  unqueued: unqueued - onSite,
  onSite: 0,
});

/**
 * Deletes a member's mutations, unqueued things and uploads from this device, at their request only. Waits for the outbox's lock,
 * so that nothing is deleted while it is sent.
 */
export async function deleteUnsent(userId: Id): Promise<void> {
  const { deleteUnqueued } = await backgroundWork();
  const work = async () => {
    await inUserDb(async () => {
      const queued = await queuedMutationsOf(userId);
      await userDb.outbox.remove(...queued.map((mutation) => mutation.id));
      // The bytes of an upload are stored under the id of its target, those of a picture under the picture's.
      await forgetBytes(
        ...queued.flatMap(({ targetId, subject: { picture } }) =>
          picture?.here ? [targetId, picture.id] : [targetId],
        ),
      );
      await userDb.sent.remove(...(await userDb.sent.where('userId', userId)).map((line) => line.id));
    });
    await deleteUnqueued(userId);
  };
  await (navigator.locks ? navigator.locks.request(lockOf(userId), work) : work());
}
