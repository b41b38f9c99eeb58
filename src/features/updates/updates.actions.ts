import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { mutateWithUndo } from '#src/actions/mutate.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { userDb } from '#src/storage/user-db.ts';
import { compareBikeMutation, deleteUpdateMutation } from './updates.mutations.ts';

/**
 * Deletes an update; the parts list stays as it is. One that was never sent becomes unfinished again.
 * @returns the undo; null without storage, where the deletion is sent at once
 */
export function removeUpdate(bike: Bike, userId: Id, updateId: Id, now = Date.now()): Promise<Undo | null> {
  const findAdded = async () =>
    (await userDb.outbox.where('targetId', updateId)).find(({ kind }) => kind === 'update.post');
  const subject = { ...bikeSubject(cardOf(bike)), kind: 'update', id: updateId };
  return mutateWithUndo(deleteUpdateMutation, { bikeId: bike.id, subject, takesBack: false }, userId, {
    now,
    findAdded,
  });
}

/** Chooses the photos of a bike that are compared; null for none. Returns the undo; null without storage. */
export function chooseBeforeAfter(
  bike: Bike,
  userId: Id,
  beforeAfter: Bike['beforeAfter'] | null,
  now = Date.now(),
): Promise<Undo | null> {
  const input = { bike: bikeSubject(cardOf(bike)), beforeAfter, earlier: bike.beforeAfter ?? null };
  return mutateWithUndo(compareBikeMutation, input, userId, { now });
}
