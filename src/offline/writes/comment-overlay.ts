import type { AuthUser } from '#contract/auth.ts';
import type { Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import type { OutboxRow } from '../rows.ts';
import { type Waiting, waitingOf } from '../waiting.ts';
import { commentWrites, textOf } from './comments.ts';

export type ShownComment = Comment & {
  waiting: Waiting | null;
  /** Whether the viewer has flagged it. */
  userFlagged: boolean;
};

const none: ReadonlySet<Id> = new Set();

/** A bike's comments, the oldest first, with what the outbox adds, changes and deletes. */
export function overlayComments(
  bikeId: Id,
  comments: readonly Comment[],
  rows: readonly OutboxRow[],
  me: AuthUser | null,
  flagged: ReadonlySet<Id> = none,
): ShownComment[] {
  const shown = new Map<Id, ShownComment>();
  for (const comment of comments.toReversed())
    shown.set(comment.id, { ...comment, waiting: null, userFlagged: flagged.has(comment.id) });
  for (const row of rows) {
    if (row.subject.id !== bikeId) continue;
    const known = shown.get(row.targetId);
    if (row.kind === 'comment.add' && !known && me) {
      const addedAt = new Date(row.createdAt).toISOString();
      const facts = { id: row.targetId, bikeId, author: me, status: 'Active', addedAt, editedAt: null } as const;
      const waiting = waitingOf(row, rows, commentWrites[row.kind]);
      shown.set(row.targetId, { ...facts, text: textOf(row), waiting, userFlagged: false });
    } else if (row.kind === 'comment.edit' && known) {
      const waiting = waitingOf(row, rows, commentWrites[row.kind]);
      shown.set(row.targetId, { ...known, text: textOf(row), waiting });
    } else if (row.kind === 'comment.delete' && row.state !== 'failed') {
      shown.delete(row.targetId);
    }
  }
  return [...shown.values()];
}
