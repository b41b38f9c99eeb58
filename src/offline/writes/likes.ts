import type { Id } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { type OutboxRow, rowOf, type Subject } from '../rows.ts';
import { latestRow } from '../waiting.ts';
import { plainButtons, plainWrite, type Write, type Writes } from './write.ts';

/** The row that likes a bike, or takes the like back. Toggles that nobody has sent yet become one. */
export function likeRow(bike: Subject, userId: Id, on: boolean): OutboxRow {
  const facts = { userId, lane: `like:${bike.id}`, targetId: bike.id, subject: bike };
  const row = { ...facts, coalesceKey: `like:${userId}:${bike.id}` };
  return on
    ? rowOf(likeBike, { bikeId: bike.id }, { ...row, kind: 'like.put', title: `Like for ${bike.title}` })
    : rowOf(
        unlikeBike,
        { bikeId: bike.id },
        { ...row, kind: 'like.delete', title: `Like taken back from ${bike.title}` },
      );
}

const like = (on: boolean, done: string): Write => ({
  ...plainWrite,
  action: 'BikeLike',
  words: { ...plainButtons, done, after: 'bike' },
  opposite: (row) => [likeRow(row.subject, row.userId, !on)],
});

export const likeWrites: Writes<'like.put' | 'like.delete'> = {
  'like.put': like(true, 'Liked'),
  'like.delete': like(false, 'Taken back'),
};

/** Whether the viewer likes a bike, and how many do, the viewer's own waiting like included. */
export function overlayLike(
  bikeId: Id,
  liked: boolean,
  likes: number,
  rows: readonly OutboxRow[],
): { liked: boolean; likes: number } {
  const open = rows.filter((row) => row.state !== 'failed');
  const row = latestRow(open, ['like.put', 'like.delete'], bikeId);
  const wanted = row ? row.kind === 'like.put' : liked;
  return { liked: wanted, likes: Math.max(0, likes + Number(wanted) - Number(liked)) };
}
