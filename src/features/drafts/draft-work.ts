import { t } from '#contract/texts.ts';
import type { BackgroundWork } from '#src/outbox/background-work.ts';
import { userDb } from '#src/storage/user-db.ts';
import { hasUnsynced, isOnServer, syncStep } from './draft-sync.ts';
import { draftsOf, removeDraftOf, updateDraftsOf } from './drafts.ts';

/** The background work of drafts: syncs them, and lists and deletes the unsynced ones. */
export const draftWork: BackgroundWork = {
  step: syncStep,
  hasUnsent: hasUnsynced,
  unqueuedOf: async (userId) =>
    [...(await draftsOf(userId)), ...(await updateDraftsOf(userId))].map((draft) => {
      const { id, fields, photos } = draft;
      return {
        id,
        title: draft.update ? t`Unfinished update` : fields.model ? t`Draft: ${fields.model}` : t`Draft of a bike`,
        fields,
        picture: photos[0] ? { id: photos[0].id, here: true } : null,
        bytes: photos.reduce((sum, { bytes }) => sum + bytes, 0),
        isOnServer: isOnServer(draft),
      };
    }),
  deleteUnqueued: async (userId) => {
    for (const draft of await userDb.drafts.where('userId', userId)) await removeDraftOf(userId, draft.id);
  },
};
