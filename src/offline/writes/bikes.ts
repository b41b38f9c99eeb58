import type { Bike } from '#contract/bike-whole.ts';
import { cardOf, deleteBike } from '#contract/bikes.ts';
import { addBikePage } from '#contract/pages.ts';
import { forgetBike, saveBike } from '../cache/bikes.ts';
import { addToFeed } from '../cache/feeds.ts';
import { type OutboxRow, rowOf } from '../rows.ts';
import { clearDraft, reopenDraft, withdrawDraft } from './bike-draft.ts';
import { photoRowsOf, sendMissing } from './bike-photos.ts';
import { bikePartOf } from './bike-subject.ts';
import { type Parts, plainButtons, plainWrite, type Writes } from './write.ts';

function takenBackRow({ id, userId, lane, targetId, subject }: OutboxRow): OutboxRow {
  const facts = { userId, lane, kind: 'bike.delete' as const, targetId, subject, dependsOn: [id] };
  return rowOf(deleteBike, { bikeId: targetId }, { ...facts, title: 'Bike taken back' });
}

async function saveAnswered(row: OutboxRow, data: unknown, now: number): Promise<void> {
  const bike = data as Bike;
  await saveBike(bike, now);
  await addToFeed(`own:${row.userId}`, cardOf(bike));
  await addToFeed('recent', cardOf(bike));
}

function partsOf(row: OutboxRow, rows: readonly OutboxRow[]): Parts {
  const waiting = photoRowsOf(row.targetId, rows);
  const photos = bikePartOf(row).photos.map(({ id }) => waiting.find((photo) => photo.targetId === id) ?? null);
  return { one: 'Photo', many: 'Photos', whole: 'The bike itself', rows: photos };
}

export const bikeWrites: Writes<'bike.put' | 'bike.delete'> = {
  'bike.put': {
    ...plainWrite,
    action: 'AddBike',
    creates: true,
    words: { done: 'Added', after: 'photos', takeBack: 'Take back', discard: 'Take back' },
    titleOf: ({ title }) => `New bike: ${title}`,
    editPage: (row) => addBikePage(row.targetId),
    parts: partsOf,
    opposite: takenBackRow,
    acknowledge: saveAnswered,
    clear: clearDraft,
    drop: reopenDraft,
    withdraw: withdrawDraft,
    mend: async (row, refusal, now) => refusal.error.code === 'bike.photos_missing' && sendMissing(row, refusal, now),
  },
  'bike.delete': {
    ...plainWrite,
    action: 'UpdateBikeStatus',
    words: { ...plainButtons, done: 'Deleted', after: 'bike' },
    opposite: null,
    acknowledge: (row) => forgetBike(row.targetId),
  },
};
