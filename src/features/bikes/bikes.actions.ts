import type { Move } from '#contract/bike-notice.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { mutate, mutateWithUndo } from '#src/actions/mutate.ts';
import { runAction } from '#src/actions/run-action.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { saveOpenForms } from '#src/lib/open-forms.ts';
import { commit } from '#src/outbox/commit.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { changeBikeStatusMutation } from './bikes.mutations.ts';
import { draftOf } from './drafts/drafts.ts';
import { brandNameOf, publish } from './form/publish.ts';

const notSaved = 'This couldn’t be saved on this device. Your draft is still here.';

/**
 * Publishes a new or edited draft locally; the outbox sends it to the server.
 * @throws ApiFailure if a field is invalid, if the draft is gone or already published, or as `commit` does
 */
export const publishDraft = (draftId: Id, action: 'AddBike' | 'EditBike' = 'AddBike'): Promise<void> =>
  runAction(action, async () => {
    try {
      await saveOpenForms();
      const brand = await brandNameOf((await draftOf(draftId))?.fields ?? {});
      await commit(() => publish(draftId, brand));
    } catch (cause) {
      throw cause instanceof ApiFailure ? cause : new ApiFailure('unexpected', { message: notSaved, cause });
    }
  });

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
