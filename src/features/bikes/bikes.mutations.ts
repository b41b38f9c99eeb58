import { noCounts, noNotice, withEveryField, withoutSecrets } from '#contract/bike-defaults.ts';
import { type Move, restorableDays } from '#contract/bike-notice.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { changeBikeStatus, OwnBike } from '#contract/bike-status.ts';
import type { Bike, PublishedBike, putBike } from '#contract/bike-whole.ts';
import { cardOf, deleteBike } from '#contract/bikes.ts';
import { callOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { omit } from '#contract/omit.ts';
import { addBikePage, editBikePage } from '#contract/pages.ts';
import type { Photo } from '#contract/photos.ts';
import { t } from '#contract/texts.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { queuedStatus } from '#src/cache/values/bike-status.ts';
import type { FeedCard } from '#src/cache/values/feeds.ts';
import { clearDraft, reopenDraft, withdrawDraft } from '#src/features/drafts/draft-of-mutation.ts';
import { scopeOf } from '#src/features/drafts/drafts.ts';
import { byKind, defineMutation, type Queued } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { photoLabels, photosWaiting } from '#src/photos/photos.mutations.ts';
import { forgetImagesOf } from '#src/storage/cached-images.ts';
import type { BikePart } from './bike-part.ts';
import { bikePage, feeds, noticeOf, ownBike, ownFeed } from './bikes.cache.ts';
import { sendMissingPhotos } from './send-missing-photos.ts';

type QueuedBike = Queued<typeof putBike, BikePart>;

/** Builds the bike from a queued mutation. `known` is the cached bike, if there is one. */
function queuedBike({ body, part, targetId, createdAt }: QueuedBike, known: Bike | null, owner: Bike['owner']): Bike {
  const { photos: notes, ...sent } = body as PublishedBike;
  const sizes = new Map(part.photos.map((photo) => [photo.id, photo]));
  const at = new Date(createdAt).toISOString();
  return {
    id: targetId,
    owner,
    publishedAt: at,
    slug: part.slug,
    counts: noCounts,
    version: 0,
    ...known,
    ...withoutSecrets(withEveryField(omit(sent, 'status', 'version', 'keepsPrice', 'seen'))),
    brand: part.brand,
    status: known?.status ?? part.status ?? 'Active',
    photos: notes.map((note): Photo => ({ width: 4, height: 3, thumbhash: '', ...sizes.get(note.id), ...note })),
    updatedAt: at,
  };
}

/** Replaces the card with the same id, or puts the card on top. */
const withCard = (cards: FeedCard[], card: FeedCard): FeedCard[] =>
  cards.some(({ id }) => id === card.id) ? cards.map((one) => (one.id === card.id ? card : one)) : [card, ...cards];

/** Like `withCard`, but adds a missing card only if it is not older than the first one. */
const withAnswered = (cards: FeedCard[], card: FeedCard): FeedCard[] => {
  const isKnown = cards.some(({ id }) => id === card.id);
  return isKnown || (card.publishedAt ?? '') >= (cards[0]?.publishedAt ?? '') ? withCard(cards, card) : cards;
};

/**
 * Shows a queued bike. A refused one appears only in its owner's list; one being edited again appears only as a draft.
 */
async function showQueued(cache: CacheView, mutation: QueuedBike): Promise<void> {
  const { targetId, kind, state } = mutation;
  const { viewer } = cache;
  if (!viewer) return;
  await cache.update(bikePage, targetId, (known) => queuedBike(mutation, known, viewer));
  await cache.update(ownBike, targetId, (own) => own && { ...own, bike: queuedBike(mutation, own.bike, viewer) });
  if (state === 'editing') return;
  const queuedCard = cardOf(queuedBike(mutation, null, viewer));
  const isNew = kind === 'bike.put';
  const show = (cards: FeedCard[]): FeedCard[] => {
    const known = cards.find(({ id }) => id === targetId);
    if (!known) return isNew ? [queuedCard, ...cards] : cards;
    const { counts, status, publishedAt, standing } = known;
    return withCard(cards, { ...queuedCard, counts, status, publishedAt, ...(standing && { standing }) });
  };
  await cache.update(ownFeed, 'all', show);
  if (state !== 'failed') await cache.update(feeds, 'recent', show);
}

/** Caches a bike as the server sent it. */
export async function saveBike(cache: CacheView, bikeId: Id, bike: Bike): Promise<void> {
  await cache.update(bikePage, bikeId, () => bike);
  await cache.update(ownBike, bikeId, (own) => ({ bike, standing: noticeOf(own, bike) }));
}

const partsOf = ({ targetId, part }: QueuedBike, queued: readonly QueuedMutation[]) => {
  const waiting = photosWaiting(targetId, queued);
  return {
    labels: photoLabels,
    whole: t`The bike itself`,
    rows: part.photos.map(({ id }) => waiting.find((photo) => photo.targetId === id) ?? null),
  };
};

type NewBike = { subject: Subject; bike: PublishedBike; part: BikePart };
const planOf = ({ subject, bike, part }: NewBike) => ({
  params: { bikeId: subject.id },
  body: bike,
  subject,
  part,
  scope: scopeOf(subject.id),
});

export const publishBikeMutation = defineMutation({
  kind: 'bike.put',
  endpoint: callOf<typeof putBike>('PUT', '/bikes/:bikeId', 'AddBike'),
  labels: {
    title: ({ title }) => t`New bike: ${title}`,
    done: (ago) => t`Added ${ago}.`,
    waitsFor: t`Waiting for its photos`,
    discard: 'undo',
  },
  appliesWhenRefused: true,
  queue: planOf,
  apply: async (cache, mutation, reply) => {
    if (!reply) return showQueued(cache, mutation);
    await cache.update(ownFeed, 'all', (cards) => withAnswered(cards, cardOf(reply)));
    await saveBike(cache, mutation.targetId, reply);
    if (reply.status === 'Active') {
      await cache.update(feeds, 'recent', (cards) => withAnswered(cards, cardOf(reply)));
    }
  },
  inverse: ({ subject, userId }): QueuedMutation[] => [deleteBikeMutation.create(subject, userId)],
  editPage: ({ targetId }) => addBikePage(targetId),
  parts: partsOf,
  recover: sendMissingPhotos,
  onEnd: { sent: clearDraft, removed: reopenDraft, compensated: withdrawDraft },
});

/** Has no inverse: an edit may already have arrived, and deleting the bike would not undo it. */
export const editBikeMutation = defineMutation({
  kind: 'bike.edit',
  endpoint: callOf<typeof putBike>('PUT', '/bikes/:bikeId', 'EditBike'),
  labels: {
    title: ({ title }) => t`Changed bike: ${title}`,
    done: (ago) => t`Changed ${ago}.`,
    waitsFor: t`Waiting for its photos`,
    discard: 'undo',
  },
  appliesWhenRefused: true,
  queue: planOf,
  apply: async (cache, mutation, reply) => {
    if (!reply) return showQueued(cache, mutation);
    await saveBike(cache, mutation.targetId, reply);
    const change = (cards: FeedCard[]): FeedCard[] =>
      cards.map((card) => {
        if (card.id !== reply.id) return card;
        // An edit can make a flagged bike visible again.
        const standing = reply.status === card.status ? card.standing : noNotice;
        return { ...card, ...cardOf(reply), ...(card.standing && { standing }) };
      });
    await cache.update(ownFeed, 'all', change);
    await cache.updateAll(feeds, change);
  },
  editPage: ({ targetId }) => editBikePage(targetId),
  parts: partsOf,
  recover: sendMissingPhotos,
  onEnd: { sent: clearDraft, removed: reopenDraft },
});

/** Removes the bike from the public cache. Returns a function that deletes its cached images. */
async function removePage(cache: CacheView, bikeId: Id): Promise<() => Promise<void>> {
  let photoIds: Id[] = [];
  await cache.update(bikePage, bikeId, (known) => {
    photoIds = known ? photoIdsOf(known) : [];
    return null;
  });
  return () => forgetImagesOf(photoIds);
}

/** Deletes a bike that was just published, or a draft on the server. */
export const deleteBikeMutation = defineMutation({
  kind: 'bike.delete',
  endpoint: callOf<typeof deleteBike>('DELETE', '/bikes/:bikeId', 'UpdateBikeStatus'),
  labels: {
    title: ({ kind }) => (kind === 'draft' ? t`Delete a draft` : t`Delete a bike`),
    done: (ago) => t`Deleted ${ago}.`,
    waitsFor: t`Waiting for its bike`,
  },
  queue: (subject: Subject) => ({
    params: { bikeId: subject.id },
    subject,
    scope: scopeOf(subject.id),
  }),
  apply: async (cache, { targetId }, reply) => {
    await cache.update(queuedStatus, targetId, () => 'Deleted');
    await cache.update(ownFeed, 'all', (cards) => cards.filter(({ id }) => id !== targetId));
    await cache.update(ownBike, targetId, () => null);
    const forgetPictures = await removePage(cache, targetId);
    if (reply !== undefined) return forgetPictures;
  },
});

/** Texts of the status changes by their stored names. */
const moveTexts = {
  Delete: (title: string) => t`Delete ${title}`,
  Restore: (title: string) => t`Restore ${title}`,
  Publish: (title: string) => t`Publish ${title}`,
  Unpublish: (title: string) => t`Unpublish ${title}`,
};
const nameOf = ({ from, to }: Move): keyof typeof moveTexts => {
  if (to === 'Deleted') return 'Delete';
  if (from === 'Deleted') return 'Restore';
  return to === 'Active' ? 'Publish' : 'Unpublish';
};

const changeOwnCard = (cache: CacheView, bikeId: Id, to: (card: FeedCard) => FeedCard | null): Promise<void> =>
  cache.update(ownFeed, 'all', (cards) => cards.flatMap((card) => (card.id === bikeId ? (to(card) ?? []) : [card])));

async function showStatus(cache: CacheView, bikeId: Id, status: BikeStatus): Promise<void> {
  const moved = (bike: Bike): Bike => ({ ...bike, status });
  await cache.update(queuedStatus, bikeId, () => status);
  await changeOwnCard(cache, bikeId, (card) => ({ ...card, status }));
  await cache.update(bikePage, bikeId, (bike) => bike && moved(bike));
  await cache.update(ownBike, bikeId, (own) => own && { ...own, bike: moved(own.bike) });
}

/** Stores the deletion. The owner can restore the bike unless a moderator had removed it. */
async function saveDeleted(cache: CacheView, bikeId: Id): Promise<() => Promise<void>> {
  const until = new Date(cache.now + restorableDays * 86_400_000).toISOString();
  await changeOwnCard(cache, bikeId, (card) =>
    card.status === 'Removed'
      ? null
      : { ...card, status: 'Deleted', standing: { ...noNotice, restorableUntil: until } },
  );
  // Keeps the bike for the owner's page, which may be open.
  await cache.updateBy(ownBike, bikeId, [[bikePage, bikeId]], (own, page) => {
    if (own?.bike.status === 'Deleted') return own;
    const bike = own?.bike ?? page;
    const restorableUntil = bike?.status === 'Removed' ? null : until;
    return bike && { bike: { ...bike, status: 'Deleted' as const }, standing: { ...noNotice, restorableUntil } };
  });
  return removePage(cache, bikeId);
}

/** Stores a status change: an active bike goes into the public cache, any other only into its owner's. Images stay. */
async function saveMoved(cache: CacheView, { bike, standing }: OwnBike): Promise<void> {
  await changeOwnCard(cache, bike.id, () => ({ ...cardOf(bike), standing }));
  await cache.update(ownBike, bike.id, () => ({ bike, standing }));
  await cache.update(bikePage, bike.id, () => bike);
  if (bike.status === 'Active') await cache.update(feeds, 'recent', (cards) => withAnswered(cards, cardOf(bike)));
}

export const changeBikeStatusMutation = defineMutation({
  kind: 'bike.status',
  endpoint: callOf<typeof changeBikeStatus>('PUT', '/bikes/:bikeId/status', 'UpdateBikeStatus'),
  labels: {
    title: ({ title }, move) => moveTexts[move as keyof typeof moveTexts](title),
    done: (ago) => t`Changed ${ago}.`,
    waitsFor: t`Waiting for its bike`,
  },
  queue: ({ bike, move }: { bike: Subject; move: Move }) => ({
    params: { bikeId: bike.id },
    ...(move.to === 'Deleted' ? { instead: deleteBike } : { body: move }),
    subject: bike,
    part: move,
    scope: scopeOf(bike.id),
    titleValue: nameOf(move),
    // A later publish or unpublish replaces one that has not been sent.
    ...(move.to !== 'Deleted' && move.from !== 'Deleted' && { replaces: `status:${bike.id}` }),
    needs: [bike.id],
  }),
  apply: async (cache, { targetId, part }, reply) => {
    if (reply === undefined) return showStatus(cache, targetId, part.to);
    if (part.to === 'Deleted') return saveDeleted(cache, targetId);
    if (reply) await saveMoved(cache, reply);
  },
  inverse: ({ subject, part: { from, to }, userId }): QueuedMutation[] => {
    const move = (step: Move) => changeBikeStatusMutation.create({ bike: subject, move: step }, userId);
    const publish = () => move({ from: 'Draft', to: 'Active' });
    if (to === 'Active') return [move({ from: 'Active', to: 'Draft' })];
    if (to === 'Draft') return [from === 'Active' ? publish() : move({ from: 'Draft', to: 'Deleted' })];
    // The server restores a deleted bike as a draft, so a bike that was public is published again.
    const restoring = move({ from: 'Deleted', to: 'Draft' });
    return from === 'Active' || from === 'Flagged' ? [restoring, publish()] : [restoring];
  },
});

export const mutations = byKind(publishBikeMutation, editBikeMutation, deleteBikeMutation, changeBikeStatusMutation);
