import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { commit } from '#src/offline/commit.ts';
import { enqueue } from '#src/offline/outbox.ts';
import { bikeSubject } from '#src/offline/writes/bike-subject.ts';
import { likeRow } from '#src/offline/writes/likes.ts';
import { tracked } from '#src/results/results.ts';

/** Likes a bike, or takes the like back. Toggles that nobody has sent yet become one. */
export const setLike = (bike: BikeCard, userId: Id, on: boolean): Promise<void> =>
  tracked('BikeLike', () => commit(async () => [await enqueue(likeRow(bikeSubject(bike), userId, on), [bike.id])]));
