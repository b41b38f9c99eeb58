import type { Closing, Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { changeBike, changeCounts } from '../cache/bike-changes.ts';
import { forgetComment, keepComment, threadOf } from '../cache/threads.ts';
import type { OutboxRow } from '../rows.ts';
import type { Answers } from './answers.ts';
import type { commentWrites } from './comments.ts';

const countComment = (bikeId: Id, by: number): Promise<void> =>
  changeCounts(bikeId, (counts) => ({ ...counts, comments: Math.max(0, counts.comments + by) }));

async function saveAdded({ subject }: OutboxRow, data: unknown): Promise<void> {
  const comment = data as Comment;
  const known = (await threadOf(subject.id))?.items.some((one) => one.id === comment.id);
  await keepComment(subject.id, comment);
  if (!known) await countComment(subject.id, 1);
}

async function saveEdited({ subject, targetId }: OutboxRow, data: unknown): Promise<void> {
  const known = (await threadOf(subject.id))?.items.find((one) => one.id === targetId);
  const comment = data as Comment;
  if (known) await keepComment(subject.id, comment);
  // What was flagged, and is mended by that, counts again.
  if (known?.status === 'Flagged' && comment.status === 'Active') await countComment(subject.id, 1);
}

async function saveDeleted({ subject, targetId }: OutboxRow): Promise<void> {
  const known = (await threadOf(subject.id))?.items.find((one) => one.id === targetId);
  // What is left of it came from the site: it is counted, and this answer is one that comes again.
  if (known?.status === 'Deleted' || known?.status === 'Removed') return;
  await forgetComment(subject.id, targetId);
  if (known?.status === 'Active') await countComment(subject.id, -1);
}

const saveClosed = ({ subject }: OutboxRow, data: unknown): Promise<void> =>
  changeBike(subject.id, (bike) => ({ ...bike, commentsClosed: (data as Closing).closed }));

export const commentAnswers: Answers<keyof typeof commentWrites> = {
  'comment.add': saveAdded,
  'comment.edit': saveEdited,
  'comment.delete': saveDeleted,
  'comments.close': saveClosed,
};
