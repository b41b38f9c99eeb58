import type { AuthUser } from '#contract/auth.ts';
import { getDraft, type SiteDraft } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { askPhoto } from '#contract/photos.ts';
import { runAction } from '#src/actions/run-action.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { scheduleFlush } from '#src/outbox/flush-triggers.ts';
import { conflictBy, updateSyncState } from './draft-sync.ts';
import { downloadDraftPhotos, markConflict, saveServerDraft, type TakenDraft } from './server-drafts.ts';

/** The photos among `ids` that the server has. */
async function storedAmong(as: Id, ids: readonly Id[]): Promise<ReadonlySet<Id>> {
  const stored = new Set<Id>();
  for (const photoId of ids) if ((await runAction(askPhoto, { params: { photoId }, as })).photo) stored.add(photoId);
  return stored;
}

/**
 * Fetches a draft from the server and saves it unless local changes would be lost.
 * @throws ApiFailure if the server has no such draft or the device is offline
 */
export async function openDraft({ id: userId }: Pick<AuthUser, 'id'>, id: Id) {
  const askStored = (ids: readonly Id[]) => storedAmong(userId, ids);
  try {
    const site: SiteDraft = await runAction(getDraft, { params: { bikeId: id }, as: userId });
    const taken: TakenDraft = await saveServerDraft(userId, site, askStored);
    void downloadDraftPhotos(id).catch(() => undefined);
    return { site, taken };
  } catch (cause) {
    const failure = failureFrom(cause);
    const conflict = conflictBy(failure.code);
    if (conflict) await markConflict(userId, id, conflict, askStored);
    // A draft erased on the server is uploaded as new.
    else if (failure.code === 'not_found') await updateSyncState(id, () => undefined);
    throw failure;
  } finally {
    // The server may have lost some of it.
    scheduleFlush();
  }
}
