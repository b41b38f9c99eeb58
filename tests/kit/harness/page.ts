import { getDefaultStore } from 'jotai';
import { getViewerState } from '#contract/viewer-state.ts';
import '#src/registry.ts';
import '#src/registry.mutations.ts';
import { runAction, slotOf } from '#src/actions/run-action.ts';
import { startBackground } from '#src/app/background.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { nextOf } from '#src/cache/pages.ts';
import { purgePrivate } from '#src/cache/purge.ts';
import * as bikes from '#src/cache/values/bikes.ts';
import * as feeds from '#src/cache/values/feeds.ts';
import * as threads from '#src/cache/values/threads.ts';
import * as viewerStates from '#src/cache/values/viewer-state.ts';
import { publishDraft as publish } from '#src/features/bike-form/bike-form.actions.ts';
import { moveBike } from '#src/features/bikes/bikes.actions.ts';
import * as brands from '#src/features/bikes/brands.cache.ts';
import * as discarding from '#src/features/bikes/discard-draft.ts';
import { changeComment, removeComment, writeComment } from '#src/features/comments/comments.actions.ts';
import { unsend, writeMessage } from '#src/features/conversations/conversations.actions.ts';
import { autosave } from '#src/features/drafts/autosave.ts';
import * as draftPhotos from '#src/features/drafts/draft-photos.ts';
import { baseOn, isOnServer } from '#src/features/drafts/draft-sync.ts';
import { openDraft } from '#src/features/drafts/drafts.actions.ts';
import * as drafts from '#src/features/drafts/drafts.ts';
import * as ownDraft from '#src/features/drafts/own-draft.ts';
import { downloadDraftPhotos } from '#src/features/drafts/server-drafts.ts';
import * as sharedPhotos from '#src/features/drafts/shared-photos.ts';
import {
  addFolder,
  mergeFolder,
  removeFolder,
  renameFolder,
  setFavorite,
  sortFolder,
} from '#src/features/favorites/favorites.actions.ts';
import { flagThing } from '#src/features/flags/flags.actions.ts';
import { setLike } from '#src/features/likes/likes.actions.ts';
import { reopenRow, sendAll, undoQueued } from '#src/features/outbox/outbox.actions.ts';
import { addPicture } from '#src/features/profile/pictures.actions.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { refreshSession, sessionMark } from '#src/lib/refresh.ts';
import type { ActionName } from '#src/lib/result.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { commit } from '#src/outbox/commit.ts';
import { type FlushDeps, flushOutbox } from '#src/outbox/flush-outbox.ts';
import { flushAndWait } from '#src/outbox/flush-triggers.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import * as outbox from '#src/outbox/outbox.ts';
import { probe } from '#src/outbox/reach.ts';
import { runFlush } from '#src/outbox/run-flush.ts';
import { sendMutation } from '#src/outbox/send.ts';
import { deleteUnsent, unsentOf } from '#src/outbox/unsent.ts';
import { shrinkPhoto } from '#src/photos/shrink-photo.ts';
import { authUserAtom, endedUserAtom, loginAtom, shutAtom, signOut, startSession } from '#src/session/session.ts';
import { signIn } from '#src/session/sign-in.ts';
import { images } from '#src/storage/cached-images.ts';
import { prefetchPhotos } from '#src/storage/image-caches.ts';
import { keepReserve, retryPersist } from '#src/storage/retry-persist.ts';
import { keepShared } from '#src/storage/shared-photos.ts';
import { storageStateAtom } from '#src/storage/storage-state.ts';
import { getMeta, setMeta, userDb } from '#src/storage/user-db.ts';
import { beginWarmStart, endWarmStart, warmStart } from '#src/warm-start/warm-start.ts';

let clock: number | null = null;
const now = () => clock ?? Date.now();

/**
 * Flushes with the page's own dependencies, but without jitter and with a stopped clock, so that a rescheduled mutation
 * does not become due before the end.
 */
const flushOnce = (userId: string, how: Partial<FlushDeps> = {}) => {
  const at = now();
  return flushOutbox({
    userId,
    send: sendMutation,
    probe,
    mark: sessionMark,
    refresh: refreshSession,
    now: () => at,
    random: () => 0,
    wait: false,
    eager: false,
    ...how,
  });
};

const exposed = {
  writeComment,
  removeComment,
  changeComment,
  setLike,
  reopenRow,
  sendAll,
  undoQueued,
  writeMessage,
  unsend,
  flagThing,
  addPicture,
  addFolder,
  removeFolder,
  mergeFolder,
  renameFolder,
  setFavorite,
  sortFolder,
  moveBike,
  /** Queues a mutation as its feature does. */
  queueMutation: (row: QueuedMutation) => commit(async () => [await outbox.enqueue(row)]),
  /** Publishes a draft. Returns the validation errors, or null when it was queued. */
  publishDraft: (id: string) =>
    publish(id).then(
      () => null,
      (cause: unknown) => {
        if (cause instanceof ApiFailure && cause.kind === 'validation') return cause.validation;
        throw cause;
      },
    ),
  discarding,
  cache: {
    ...bikes,
    ...brands,
    ...feeds,
    ...threads,
    ...viewerStates,
    images,
    nextOf,
    purgePrivate,
    fetchIntoCache,
  },
  drafts: {
    ...drafts,
    ...draftPhotos,
    ...ownDraft,
    ...sharedPhotos,
    keepShared,
    autosave,
    downloadDraftPhotos,
    baseOn,
    isOnServer,
    openDraft,
  },
  outbox,
  userDb,
  getMeta,
  setMeta,
  flushOnce,
  runFlush,
  shrinkPhoto,
  signal: () => getDefaultStore().get(signalAtom),
  storageState: () => getDefaultStore().get(storageStateAtom),
  keepReserve,
  retryPersist,
  flushAndWait,
  probe,
  startTriggers: startBackground,
  startSession,
  prefetchPhotos,
  signIn,
  signOut,
  unsentOf,
  deleteUnsent,
  warmStart: {
    begin: beginWarmStart,
    end: endWarmStart,
    current: warmStart,
    /** Starts reading at its first call. */
    rows: async () => (await import('#src/warm-start/reader.ts')).earlyRows(),
  },
  /** Fetches the member's own reactions to a bike. */
  fetchViewerState: (as: string, bikeId: string) => runAction(getViewerState, { params: { bikeId }, as }),
  /** Username of the member who is logged in, and of the member whose session the server has ended. */
  who: () => ({
    user: getDefaultStore().get(authUserAtom)?.username ?? null,
    ended: getDefaultStore().get(endedUserAtom)?.username ?? null,
  }),
  /** Why moderators have closed the account of the ended session. */
  shut: () => getDefaultStore().get(shutAtom),
  /** Outcome of the last log-in. */
  loginResult: () => getDefaultStore().get(loginAtom),
  /** Result of an action. */
  resultOf: (action: ActionName) => getDefaultStore().get(slotOf(action)),
  /** Sets the clock of the flush, in milliseconds since the epoch; null for the real one. */
  setClock: (time: number | null) => {
    clock = time;
  },
};

declare global {
  interface Window {
    headbadge: typeof exposed;
  }
}
window.headbadge = exposed;
