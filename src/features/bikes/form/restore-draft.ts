import { changeBikeStatus } from '#contract/bike-status.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';

/** Restores a draft that was deleted on the site. @throws ApiFailure when it cannot be any more, or there is no signal */
export async function restoreDraft(bikeId: Id): Promise<void> {
  const move = { from: 'Deleted', to: 'Draft' } as const;
  await runAction('UpdateBikeStatus', (call) => call(changeBikeStatus, { params: { bikeId }, body: move }));
}
