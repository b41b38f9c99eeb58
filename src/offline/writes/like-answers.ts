import type { LikeState } from '#contract/likes.ts';
import { changeCounts } from '../cache/bike-changes.ts';
import { saveMarks } from '../cache/marks.ts';
import type { OutboxRow } from '../rows.ts';
import type { Answers } from './answers.ts';
import type { likeWrites } from './likes.ts';

async function saveLike(row: OutboxRow, data: unknown, now: number): Promise<void> {
  if (!data) return;
  const { liked, likes } = data as LikeState;
  await saveMarks(row.userId, row.targetId, { liked }, now);
  await changeCounts(row.targetId, (counts) => ({ ...counts, likes }));
}

export const likeAnswers: Answers<keyof typeof likeWrites> = { 'like.put': saveLike, 'like.delete': saveLike };
