import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { runAction } from '#src/actions/run-action.ts';
import { draftOf } from '#src/features/drafts/drafts.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { saveOpenForms } from '#src/lib/open-forms.ts';
import { commit } from '#src/outbox/commit.ts';
import { brandNameOf, publish } from './publish.ts';

const notSaved = t`This couldn’t be saved on this device. Your draft is still here.`;

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
