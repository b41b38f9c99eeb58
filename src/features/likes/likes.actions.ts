import { type BikeCard, titleOf } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { commit } from '#src/offline/commit.ts';
import { enqueue } from '#src/offline/outbox.ts';

/** Likes a bike, or takes the like back. Toggles that nobody has sent yet become one. */
export const setLike = (bike: BikeCard, userId: Id, on: boolean): Promise<void> =>
  commit(async () => {
    const title = titleOf(bike);
    const cover = { coverId: bike.cover?.id ?? null, blobId: null, photos: [] };
    const row = {
      userId,
      lane: `like:${bike.id}`,
      kind: on ? ('like.put' as const) : ('like.delete' as const),
      targetId: bike.id,
      title: on ? `Like for ${title}` : `Like taken back from ${title}`,
      shown: { bikeId: bike.id, bikeTitle: title, bikeSlug: bike.slug, ...cover },
      coalesceKey: `like:${userId}:${bike.id}`,
      about: [bike.id],
    };
    return [await enqueue(on ? likeBike : unlikeBike, { bikeId: bike.id }, row)];
  });
