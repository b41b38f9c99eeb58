import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { commit } from '#src/offline/commit.ts';
import { draftOf } from '#src/offline/drafts.ts';
import { flushDrafts } from '#src/offline/open-forms.ts';
import { brandNameOf, publish } from './form/publish.ts';

/**
 * Publishes a draft on this device; the outbox brings it to the site.
 * @returns null when it is on its way, else the sentences about its fields by field path
 * @throws PublishRefusal when the draft is gone or was published already; ApiFailure as `commit`
 */
export async function publishDraft(draftId: Id): Promise<Validation | null> {
  await flushDrafts();
  const brand = await brandNameOf((await draftOf(draftId))?.fields ?? {});
  let validation: Validation | null = null;
  await commit(async () => {
    const publication = await publish(draftId, brand);
    validation = publication.validation;
    return publication.rows ?? [];
  });
  return validation;
}
