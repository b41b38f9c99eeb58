import type { Move } from '#contract/bike-notice.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { mutate, mutateWithUndo } from '#src/actions/mutate.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { changeBikeStatusMutation } from './bikes.mutations.ts';

/**
 * Changes a bike's status or deletes it locally; the outbox sends the change.
 * @returns the undo of a deletion or unpublishing; null if the bike becomes active or nothing can be stored
 * @throws ApiFailure as `commit` does
 */
export async function moveBike(bike: BikeCard, userId: Id, move: Move, now = Date.now()): Promise<Undo | null> {
  const input = { bike: bikeSubject(bike), move };
  if (move.to !== 'Active' && move.from !== 'Deleted')
    return mutateWithUndo(changeBikeStatusMutation, input, userId, { now });
  await mutate(changeBikeStatusMutation, input, userId);
  return null;
}
