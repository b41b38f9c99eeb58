import type { Id } from '#contract/ids.ts';
import { ApiFailure } from '#src/ground/failure.ts';
import { commit } from '#src/offline/commit.ts';
import { draftOf } from '#src/offline/drafts.ts';
import { flushDrafts } from '#src/offline/open-forms.ts';
import { tracked } from '#src/results/results.ts';
import { brandNameOf, publish } from './form/publish.ts';

const notKept = 'This could not be kept on this device. Your draft is still here.';

/**
 * Publishes a draft on this device, of a new bike or of one that was changed; the outbox brings it to the site.
 * @throws ApiFailure: its fields are wrong, it is gone or was published already, or as `commit`
 */
export const publishDraft = (draftId: Id, action: 'AddBike' | 'EditBike' = 'AddBike'): Promise<void> =>
  tracked(action, async () => {
    try {
      await flushDrafts();
      const brand = await brandNameOf((await draftOf(draftId))?.fields ?? {});
      await commit(() => publish(draftId, brand));
    } catch (cause) {
      throw cause instanceof ApiFailure ? cause : new ApiFailure('unexpected', { message: notKept, cause });
    }
  });
