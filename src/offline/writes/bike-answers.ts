import { plainStanding, restorableDays } from '#contract/bike-standing.ts';
import type { OwnBike } from '#contract/bike-status.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { forgetBike } from '../cache/bike-changes.ts';
import { bikeOf } from '../cache/bikes.ts';
import { addToFeed, changeInFeeds, changeOwnCard } from '../cache/feed-changes.ts';
import { keepBike } from '../cache/keep-bike.ts';
import { ownBikeOf, saveOwnBike } from '../cache/own-bikes.ts';
import type { OutboxRow } from '../rows.ts';
import type { AfterNews, Answers } from './answers.ts';
import type { bikePhotoWrites } from './bike-photos.ts';
import { type bikeStatusWrites, moveOf } from './bike-status.ts';
import type { bikeWrites } from './bikes.ts';

const day = 86_400_000;

async function saveAnswered(row: OutboxRow, data: unknown, now: number): Promise<void> {
  const bike = data as Bike;
  await addToFeed(`own:${row.userId}`, cardOf(bike));
  await keepBike(row.userId, bike, now);
  if (bike.status === 'Active') await addToFeed('recent', cardOf(bike));
}

async function saveChanged({ userId }: OutboxRow, data: unknown, now: number): Promise<void> {
  const bike = data as Bike;
  await keepBike(userId, bike, now);
  await changeInFeeds(bike.id, ({ standing, ...card }) => ({
    ...{ ...card, ...cardOf(bike) },
    // What was flagged may be back by this change.
    ...(standing && { standing: bike.status === card.status ? standing : plainStanding }),
  }));
}

async function saveDeleted(row: OutboxRow, now: number): Promise<AfterNews> {
  const { userId, targetId } = row;
  const until = new Date(now + restorableDays * day).toISOString();
  await changeOwnCard(userId, targetId, (card) =>
    card.status === 'Removed'
      ? null
      : { ...card, status: 'Deleted', standing: { ...plainStanding, restorableUntil: until } },
  );
  const bike = (await ownBikeOf(userId, targetId))?.value.bike ?? (await bikeOf(targetId))?.bike;
  const restorableUntil = bike?.status === 'Removed' ? null : until;
  // Who looks at it now goes on seeing it.
  const standing = { ...plainStanding, restorableUntil };
  if (bike) await saveOwnBike(userId, { bike: { ...bike, status: 'Deleted' }, standing }, now);
  return forgetBike(targetId);
}

/** What is Active is everybody's; whatever else is its owner's alone, on this device too. */
async function saveMoved(row: OutboxRow, data: unknown, now: number): Promise<AfterNews> {
  if (moveOf(row).to === 'Deleted') return saveDeleted(row, now);
  const { bike, standing } = data as OwnBike;
  const card = { ...cardOf(bike), standing };
  await changeOwnCard(row.userId, bike.id, () => card);
  await keepBike(row.userId, bike, now, standing);
  if (bike.status === 'Active') await addToFeed('recent', cardOf(bike));
  // Its pictures stay: its owner sees them.
  else await forgetBike(bike.id);
}

type Kind = keyof typeof bikeWrites | keyof typeof bikePhotoWrites | keyof typeof bikeStatusWrites;

export const bikeAnswers: Answers<Kind> = {
  'photo.put': null,
  'bike.put': saveAnswered,
  'bike.edit': saveChanged,
  'bike.status': saveMoved,
  'bike.delete': async (row) => {
    await changeOwnCard(row.userId, row.targetId, () => null);
    return forgetBike(row.targetId);
  },
};
