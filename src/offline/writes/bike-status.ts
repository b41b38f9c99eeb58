import type { Move } from '#contract/bike-standing.ts';
import { bikeStatusPath } from '#contract/bike-standing.ts';
import { deleteBike } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { type OutboxRow, rowOf, type Subject } from '../rows.ts';
import { plainButtons, plainWrite, type Writes } from './write.ts';

const changeStatus = { method: 'PUT', path: bikeStatusPath } as const;

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
  if (move.from === 'Deleted') return rowOf(changeStatus, { bikeId: bike.id }, { ...row, body: move });
  // Back and forth, while nobody has sent it, is the last of it.
  const coalesceKey = `status:${bike.id}`;
  return rowOf(changeStatus, { bikeId: bike.id }, { ...row, body: move, coalesceKey });
}

export const bikeStatusWrites: Writes<'bike.status'> = {
  'bike.status': {
    ...plainWrite,
    action: 'UpdateBikeStatus',
    isChoice: true,
    words: { ...plainButtons, done: 'Changed', after: 'bike' },
    opposite: ({ subject, userId, part }) => {
      const { from, to } = part as Move;
      if (to !== 'Deleted') return [statusRow(subject, userId, { from: to, to: from })];
      // What was deleted comes back as a draft, whatever it was: what others saw is published again.
      const restoring = statusRow(subject, userId, { from: to, to: 'Draft' });
      if (from !== 'Active' && from !== 'Flagged') return [restoring];
      const publishing = statusRow(subject, userId, { from: 'Draft', to: 'Active' });
      return [restoring, { ...publishing, dependsOn: [restoring.id] }];
    },
  },
};
