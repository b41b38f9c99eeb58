import type { Bike } from '#contract/bike-whole.ts';
import { callOf } from '#contract/endpoint.ts';
import type { BikeUpdate } from '#contract/history.ts';
import type { Id } from '#contract/ids.ts';
import { updateBikePage } from '#contract/pages.ts';
import type { Photo, StoredPhoto } from '#contract/photos.ts';
import { t } from '#contract/texts.ts';
import { withoutUpdate, withUnchanged, withUpdate } from '#contract/update-parts.ts';
import type { compareBike, deleteUpdate, NewUpdate, putUpdate } from '#contract/updates.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { bikePage, ownBike } from '#src/features/bikes/bikes.cache.ts';
import { saveBike } from '#src/features/bikes/bikes.mutations.ts';
import { sendMissingPhotos } from '#src/features/bikes/send-missing-photos.ts';
import { clearDraft, reopenDraft, withdrawDraft } from '#src/features/drafts/draft-of-mutation.ts';
import { scopeOf } from '#src/features/drafts/drafts.ts';
import { byKind, defineMutation, type Queued } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { photoLabels, photosWaiting } from '#src/photos/photos.mutations.ts';

/** Data of a queued update that is not sent. */
type UpdatePart = {
  bikeId: Id;
  photos: StoredPhoto[];
  mayHaveNone: true;
  /** Number of times its photos were uploaded again because the server lacked them. */
  rounds?: number;
};
type QueuedUpdate = Queued<typeof putUpdate, UpdatePart>;

const waitsFor = t`Waiting for its bike`;

/** The update as it is shown until the server has answered: its photos are on this device, and it has no time of posting. */
function queuedUpdate({ targetId, body, part }: QueuedUpdate): BikeUpdate {
  const { photos, changes: _, ...update } = body as NewUpdate;
  const sizes = new Map(part.photos.map((photo) => [photo.id, photo]));
  const shown = photos.map((note): Photo => ({ width: 4, height: 3, thumbhash: '', ...sizes.get(note.id), ...note }));
  return { ...update, id: targetId, photos: shown };
}

/** Changes the bike that is cached, whether everybody or only its owner sees it. */
async function changeBike(cache: CacheView, bikeId: Id, to: (bike: Bike) => Bike): Promise<void> {
  await cache.update(bikePage, bikeId, (bike) => bike && to(bike));
  await cache.update(ownBike, bikeId, (own) => own && { ...own, bike: to(own.bike) });
}

async function showUpdate(cache: CacheView, mutation: QueuedUpdate, reply: Bike | null | undefined): Promise<void> {
  const { part, state } = mutation;
  if (reply) return saveBike(cache, part.bikeId, reply);
  // One that is edited again is shown as unfinished.
  if (state === 'editing') return;
  const { changes } = mutation.body as NewUpdate;
  await changeBike(cache, part.bikeId, (bike) => {
    const known = bike.history.find(({ id }) => id === mutation.targetId);
    return withUpdate(bike, withUnchanged(queuedUpdate(mutation), known, changes));
  });
}

/** `subject`: the update, with the title of its bike. */
type UpdateInput = { bikeId: Id; subject: Subject; update: NewUpdate; photos: StoredPhoto[] };

const planOf = ({ bikeId, subject, update, photos }: UpdateInput) => ({
  params: { bikeId, updateId: subject.id },
  body: update,
  subject,
  part: { bikeId, photos, mayHaveNone: true as const },
  scope: scopeOf(bikeId),
  needs: [bikeId],
});

const ofDraft = {
  appliesWhenRefused: true,
  editPage: ({ part, targetId }: QueuedUpdate) => updateBikePage(part.bikeId, targetId),
  parts: ({ part, targetId }: QueuedUpdate, queued: readonly QueuedMutation[]) => {
    const waiting = photosWaiting(targetId, queued);
    return {
      labels: photoLabels,
      whole: t`The update itself`,
      rows: part.photos.map(({ id }) => waiting.find((photo) => photo.targetId === id) ?? null),
    };
  },
  recover: sendMissingPhotos,
};

export const postUpdateMutation = defineMutation({
  kind: 'update.post',
  endpoint: callOf<typeof putUpdate>('PUT', '/bikes/:bikeId/updates/:updateId'),
  labels: {
    title: ({ title }) => t`Update of ${title}`,
    done: (ago) => t`Posted ${ago}.`,
    waitsFor: t`Waiting for its photos`,
    discard: 'undo',
  },
  queue: planOf,
  apply: showUpdate,
  ...ofDraft,
  inverse: ({ part, subject, userId }): QueuedMutation[] => [
    deleteUpdateMutation.create({ bikeId: part.bikeId, subject, takesBack: true }, userId),
  ],
  onEnd: { sent: clearDraft, removed: reopenDraft, compensated: withdrawDraft },
});

/** Has no inverse: it may already have arrived, and deleting the update would not undo it. */
export const editUpdateMutation = defineMutation({
  kind: 'update.edit',
  endpoint: callOf<typeof putUpdate>('PUT', '/bikes/:bikeId/updates/:updateId'),
  labels: {
    title: ({ title }) => t`Changed update of ${title}`,
    done: (ago) => t`Changed ${ago}.`,
    waitsFor: t`Waiting for its photos`,
    discard: 'undo',
  },
  queue: (input: UpdateInput) => ({ ...planOf(input), needs: [input.bikeId, input.subject.id] }),
  apply: showUpdate,
  ...ofDraft,
  onEnd: { sent: clearDraft, removed: reopenDraft },
});

/** @param takesBack whether its changes of the parts list are taken back */
type Deletion = { bikeId: Id; subject: Subject; takesBack: boolean };

export const deleteUpdateMutation = defineMutation({
  kind: 'update.delete',
  endpoint: callOf<typeof deleteUpdate>('DELETE', '/bikes/:bikeId/updates/:updateId'),
  labels: {
    title: ({ title }) => t`Delete an update of ${title}`,
    done: (ago) => t`Deleted ${ago}.`,
    waitsFor,
  },
  queue: ({ bikeId, subject, takesBack }: Deletion) => ({
    params: { bikeId, updateId: subject.id },
    ...(takesBack && { query: { parts: 'back' } }),
    subject,
    part: { bikeId, takesBack },
    scope: scopeOf(bikeId),
    replaces: `delete:${subject.id}`,
    needs: [subject.id],
  }),
  apply: async (cache, { targetId, part: { bikeId, takesBack } }, reply) => {
    if (reply) await saveBike(cache, bikeId, reply);
    else await changeBike(cache, bikeId, (bike) => withoutUpdate(bike, targetId, takesBack));
  },
});

type Comparison = { bike: Subject; beforeAfter: Bike['beforeAfter'] | null; earlier: Bike['beforeAfter'] | null };

export const compareBikeMutation = defineMutation({
  kind: 'bike.compare',
  endpoint: callOf<typeof compareBike>('PUT', '/bikes/:bikeId/before-after'),
  labels: {
    title: ({ title }) => t`Before and after of ${title}`,
    done: (ago) => t`Changed ${ago}.`,
    waitsFor,
  },
  queue: ({ bike, beforeAfter, earlier }: Comparison) => ({
    params: { bikeId: bike.id },
    body: { beforeAfter: beforeAfter ?? null },
    subject: bike,
    part: earlier ?? null,
    scope: scopeOf(bike.id),
    replaces: `compare:${bike.id}`,
    needs: [bike.id],
  }),
  apply: async (cache, { targetId, body }, reply) => {
    if (reply) return saveBike(cache, targetId, reply);
    await changeBike(cache, targetId, ({ beforeAfter: _, ...bike }) => ({
      ...bike,
      ...(body.beforeAfter && { beforeAfter: body.beforeAfter }),
    }));
  },
  inverse: ({ subject, part, body, userId }): QueuedMutation[] => [
    compareBikeMutation.create({ bike: subject, beforeAfter: part, earlier: body.beforeAfter }, userId),
  ],
});

export const mutations = byKind(postUpdateMutation, editUpdateMutation, deleteUpdateMutation, compareBikeMutation);
