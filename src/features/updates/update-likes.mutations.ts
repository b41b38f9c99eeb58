import type { BikeCard } from '#contract/bikes.ts';
import { callOf } from '#contract/endpoint.ts';
import type { BikeUpdate } from '#contract/history.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import type { likeUpdate, UpdateLikeState, unlikeUpdate } from '#contract/updates.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { updateCounts, withCounts } from '#src/cache/values/update-counts.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';

/** `subject`: the update. */
type Liking = { bikeId: Id; subject: Subject };

/** The input to like or unlike an update. */
export const likingOf = (bike: BikeCard, { id, title }: Pick<BikeUpdate, 'id' | 'title'>): Liking => ({
  bikeId: bike.id,
  subject: { ...bikeSubject(bike), kind: 'update', id, title },
});

const planOf = ({ bikeId, subject }: Liking, userId: Id) => ({
  params: { bikeId, updateId: subject.id },
  subject,
  part: { bikeId },
  scope: `like:${subject.id}`,
  // A later like or unlike replaces one that has not been sent.
  replaces: `like:${userId}:${subject.id}`,
  needs: [bikeId, subject.id],
});

/** Sets the like and updates the count. The server's count overrides the local one. */
async function setLiked(
  cache: CacheView,
  { targetId, part }: { targetId: Id; part: { bikeId: Id } },
  liked: boolean,
  reply: UpdateLikeState | null | undefined,
): Promise<void> {
  const { bikeId } = part;
  await cache.updateBy(updateCounts, bikeId, [[viewerState, bikeId]], (counts, before) => {
    const change = Number(liked) - Number(before?.likedUpdateIds?.includes(targetId) ?? false);
    return withCounts(counts, targetId, ({ likes }) => ({ likes: reply?.likes ?? Math.max(0, likes + change) }));
  });
  await cache.update(viewerState, bikeId, (state) => {
    const others = (state.likedUpdateIds ?? []).filter((id) => id !== targetId);
    return { ...state, likedUpdateIds: liked ? [...others, targetId] : others };
  });
}

export const likeUpdateMutation = defineMutation({
  kind: 'update.like',
  endpoint: callOf<typeof likeUpdate>('PUT', '/bikes/:bikeId/updates/:updateId/like'),
  labels: {
    title: ({ title }) => t`Like the update ${title}`,
    done: (ago) => t`Liked ${ago}.`,
    waitsFor: t`Waiting for its update`,
  },
  queue: planOf,
  apply: (cache, mutation, reply) => setLiked(cache, mutation, true, reply),
  inverse: ({ subject, part, userId }): QueuedMutation[] => [
    unlikeUpdateMutation.create({ bikeId: part.bikeId, subject }, userId),
  ],
});

export const unlikeUpdateMutation = defineMutation({
  kind: 'update.unlike',
  endpoint: callOf<typeof unlikeUpdate>('DELETE', '/bikes/:bikeId/updates/:updateId/like'),
  labels: {
    title: ({ title }) => t`Remove like from the update ${title}`,
    done: (ago) => t`Removed ${ago}.`,
    waitsFor: t`Waiting for its update`,
  },
  queue: planOf,
  apply: (cache, mutation, reply) => setLiked(cache, mutation, false, reply),
  inverse: ({ subject, part, userId }): QueuedMutation[] => [
    likeUpdateMutation.create({ bikeId: part.bikeId, subject }, userId),
  ],
});

export const mutations = byKind(likeUpdateMutation, unlikeUpdateMutation);
