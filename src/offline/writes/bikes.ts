import { deleteBike } from '#contract/bikes.ts';
import { addBikePage, editBikePage } from '#contract/pages.ts';
import { type OutboxRow, rowOf } from '../rows.ts';
import { clearDraft, reopenDraft, withdrawDraft } from './bike-draft.ts';
import { photoRowsOf } from './bike-photos.ts';
import { bikePartOf } from './bike-subject.ts';
import { type Parts, plainButtons, plainWrite, type Write, type Writes } from './write.ts';

function takenBackRow({ id, userId, lane, targetId, subject }: OutboxRow): OutboxRow {
  const facts = { userId, lane, kind: 'bike.delete' as const, targetId, subject, dependsOn: [id] };
  return rowOf(deleteBike, { bikeId: targetId }, { ...facts, title: 'Bike taken back' });
}

function partsOf(row: OutboxRow, rows: readonly OutboxRow[]): Parts {
  const waiting = photoRowsOf(row.targetId, rows);
  const photos = bikePartOf(row).photos.map(({ id }) => waiting.find((photo) => photo.targetId === id) ?? null);
  return { one: 'Photo', many: 'Photos', whole: 'The bike itself', rows: photos };
}

const put = {
  ...plainWrite,
  parts: partsOf,
  clear: clearDraft,
  drop: reopenDraft,
} satisfies Partial<Write>;

export const bikeWrites: Writes<'bike.put' | 'bike.edit' | 'bike.delete'> = {
  'bike.put': {
    ...put,
    action: 'AddBike',
    creates: true,
    words: { done: 'Added', after: 'photos', takeBack: 'Take back', discard: 'Take back' },
    titleOf: ({ title }) => `New bike: ${title}`,
    editPage: (row) => addBikePage(row.targetId),
    opposite: (row) => [takenBackRow(row)],
    withdraw: withdrawDraft,
  },
  // What may have been changed on the site is not undone by deleting the bike.
  'bike.edit': {
    ...put,
    action: 'EditBike',
    words: { done: 'Changed', after: 'photos', takeBack: 'Take back', discard: 'Take back' },
    titleOf: ({ title }) => `Changed bike: ${title}`,
    editPage: (row) => editBikePage(row.targetId),
    opposite: null,
  },
  'bike.delete': {
    ...plainWrite,
    action: 'UpdateBikeStatus',
    words: { ...plainButtons, done: 'Deleted', after: 'bike' },
    opposite: null,
  },
};
