import type { Move } from '#contract/bike-standing.ts';
import { plainStanding, restorableDays } from '#contract/bike-standing.ts';
import { changeBikeStatus, type OwnBike } from '#contract/bike-status.ts';
import { cardOf, deleteBike } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { bikeOf, forgetBike } from '../cache/bikes.ts';
import { addToFeed, changeOwnCard } from '../cache/feeds.ts';
import { keepBike, ownBikeOf, saveOwnBike } from '../cache/own-bikes.ts';
import { type OutboxRow, rowOf, type Subject } from '../rows.ts';
import { type AfterNews, plainButtons, plainWrite, type Writes } from './write.ts';

const day = 86_400_000;

/** What a step is called. */
const wordOf = ({ from, to }: Move): string => {
  if (to === 'Deleted') return 'Delete';
  if (from === 'Deleted') return 'Restore';
  return to === 'Active' ? 'Publish' : 'Unpublish';
};

/** The step that a row takes with a bike. */
export const moveOf = (row: OutboxRow): Move => row.part as Move;

/** The row that publishes, unpublishes, deletes or restores a bike, behind what waits of the bike itself. */
export function statusRow(bike: Subject, userId: Id, move: Move): OutboxRow {
  const facts = { userId, lane: `draft:${bike.id}`, kind: 'bike.status' as const, targetId: bike.id, subject: bike };
  const row = { ...facts, part: move, title: `${wordOf(move)} ${bike.title}` };
  if (move.to === 'Deleted') return rowOf(deleteBike, { bikeId: bike.id }, row);
  if (move.from === 'Deleted') return rowOf(changeBikeStatus, { bikeId: bike.id }, { ...row, body: move });
  // Back and forth, while nobody has sent it, is the last of it.
  const coalesceKey = `status:${bike.id}`;
  return rowOf(changeBikeStatus, { bikeId: bike.id }, { ...row, body: move, coalesceKey });
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

export const bikeStatusWrites: Writes<'bike.status'> = {
  'bike.status': {
    ...plainWrite,
    action: 'UpdateBikeStatus',
    words: { ...plainButtons, done: 'Changed', after: 'bike' },
    opposite: (row) => {
      const { from, to } = moveOf(row);
      // What was deleted comes back as a draft, whatever it was.
      return statusRow(row.subject, row.userId, { from: to, to: to === 'Deleted' ? 'Draft' : from });
    },
    acknowledge: saveMoved,
  },
};
