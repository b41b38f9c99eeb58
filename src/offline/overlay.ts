import type { AuthUser } from '#contract/accounts.ts';
import type { Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { lookOf, type OutboxRow, type RowError, type RowKind, type RowLook } from './rows.ts';
import { canCancel } from './taking-back.ts';

/** How a thing that has not reached the server stands. */
export type Waiting = {
  rowId: Id;
  look: RowLook;
  /** When it is tried next, milliseconds since the epoch; 0 for as soon as possible. */
  nextAt: number;
  error: RowError | null;
  /** It can be taken back without a trace. */
  canCancel: boolean;
  /** Of a bike: how many of its photos have arrived, and how many it has. */
  photos: { sent: number; all: number } | null;
};
export type ShownComment = Comment & { waiting: Waiting | null };

function progressOf(bike: OutboxRow, rows: readonly OutboxRow[]): { sent: number; all: number } {
  const waiting = rows.filter((row) => row.kind === 'photo.put' && row.draftId === bike.draftId).length;
  return { sent: bike.shown.photos.length - waiting, all: bike.shown.photos.length };
}

/** A row as a mark on the thing that it changes. */
export const waitingOf = (row: OutboxRow, rows: readonly OutboxRow[]): Waiting => ({
  rowId: row.id,
  look: lookOf(row, rows),
  nextAt: row.nextAt,
  error: row.lastError,
  canCancel: canCancel(row),
  photos: row.kind === 'bike.put' ? progressOf(row, rows) : null,
});

/** The last row of one of `kinds` that is aimed at a thing. */
export const latestRow = (rows: readonly OutboxRow[], kinds: readonly RowKind[], targetId: Id): OutboxRow | undefined =>
  rows.findLast((row) => row.targetId === targetId && kinds.includes(row.kind));

/** A bike's comments, the oldest first, with what the outbox adds, changes and deletes. */
export function overlayComments(
  bikeId: Id,
  comments: readonly Comment[],
  rows: readonly OutboxRow[],
  me: AuthUser | null,
): ShownComment[] {
  const shown = new Map<Id, ShownComment>();
  for (const comment of comments.toReversed()) shown.set(comment.id, { ...comment, waiting: null });
  for (const row of rows) {
    if (row.shown.bikeId !== bikeId) continue;
    const known = shown.get(row.targetId);
    if (row.kind === 'comment.add' && !known && me) {
      const addedAt = new Date(row.createdAt).toISOString();
      const facts = { id: row.targetId, bikeId, author: me, status: 'Active', addedAt, editedAt: null } as const;
      shown.set(row.targetId, { ...facts, text: textOf(row), waiting: waitingOf(row, rows) });
    } else if (row.kind === 'comment.edit' && known) {
      shown.set(row.targetId, { ...known, text: textOf(row), waiting: waitingOf(row, rows) });
    } else if (row.kind === 'comment.delete' && row.state !== 'failed') {
      shown.delete(row.targetId);
    }
  }
  return [...shown.values()];
}

/** What a comment's row says. */
const textOf = (row: OutboxRow): string => (row.body as { text?: string } | null)?.text ?? '';

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
