import { changeBikeStatus } from '#contract/bike-status.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/actions/run-action.ts';

/** Restores a draft deleted on the server. @throws ApiFailure if it cannot be restored or the device is offline */
export async function restoreDraft(bikeId: Id): Promise<void> {
  const move = { from: 'Deleted', to: 'Draft' } as const;
  await runAction(changeBikeStatus, { params: { bikeId }, body: move });
}
