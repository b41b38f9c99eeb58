import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { mutate } from '#src/actions/mutate.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import { likeBikeMutation, unlikeBikeMutation } from './likes.mutations.ts';

/** Likes or unlikes a bike. */
export const setLike = (bike: BikeCard, userId: Id, on: boolean): Promise<void> =>
  mutate(on ? likeBikeMutation : unlikeBikeMutation, bikeSubject(bike), userId);
