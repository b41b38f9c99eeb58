import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { forgetBike } from '../cache/bike-changes.ts';
import { saveBike } from '../cache/bikes.ts';
import { addToFeed, changeInFeeds } from '../cache/feed-changes.ts';
import type { OutboxRow } from '../rows.ts';
import type { Answers } from './answers.ts';
import type { bikePhotoWrites } from './bike-photos.ts';
import type { bikeWrites } from './bikes.ts';

async function saveAnswered(row: OutboxRow, data: unknown, now: number): Promise<void> {
  const bike = data as Bike;
  await saveBike(bike, now);
  await addToFeed(`own:${row.userId}`, cardOf(bike));
  await addToFeed('recent', cardOf(bike));
}

async function saveChanged(_row: OutboxRow, data: unknown, now: number): Promise<void> {
  const bike = data as Bike;
  await saveBike(bike, now);
  await changeInFeeds(bike.id, (card) => ({ ...card, ...cardOf(bike) }));
}

export const bikeAnswers: Answers<keyof typeof bikeWrites | keyof typeof bikePhotoWrites> = {
  'bike.put': saveAnswered,
  'bike.edit': saveChanged,
  'bike.delete': (row) => forgetBike(row.targetId),
  'photo.put': null,
};
