import type { Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { changeCounts } from '../cache/bike-changes.ts';
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
  const known = (await threadOf(subject.id))?.items.some((one) => one.id === targetId);
  if (known) await keepComment(subject.id, data as Comment);
}

async function saveDeleted({ subject, targetId }: OutboxRow): Promise<void> {
  await forgetComment(subject.id, targetId);
  await countComment(subject.id, -1);
}

export const commentAnswers: Answers<keyof typeof commentWrites> = {
  'comment.add': saveAdded,
  'comment.edit': saveEdited,
  'comment.delete': saveDeleted,
};
