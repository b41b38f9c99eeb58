import type { OutboxRow, RowKind } from '#src/offline/rows.ts';
import { ago } from '#src/ui/format.ts';

const done: Record<RowKind, string> = {
  'photo.put': 'Added',
  'bike.put': 'Published on this device',
  'bike.delete': 'Deleted',
  'like.put': 'Liked',
  'like.delete': 'Taken back',
  'comment.add': 'Written',
  'comment.edit': 'Edited',
  'comment.delete': 'Deleted',
};
const times = ['', 'once', 'twice'];

/** What a row is called in a list. */
export const titleOfRow = ({ kind, title, shown }: Pick<OutboxRow, 'kind' | 'title' | 'shown'>): string => {
  if (kind === 'bike.put') return `New bike: ${title}`;
  return kind === 'photo.put' ? `${title}, ${shown.bikeTitle}` : title;
};

/** What a comment's row says; empty for other rows. */
export const quoteOf = (row: OutboxRow): string => (row.body as { text?: string } | null)?.text ?? '';

/** `Written 22 min ago.` */
export function whenWords(row: OutboxRow, now: Date): string {
  const words = ago(new Date(row.createdAt), now);
  return `${done[row.kind]} ${/^[JY]/.test(words) ? words.toLowerCase() : words}.`;
}

/** Why it did not work the last time, and how often it was tried; empty for a row that was not. */
export function tryWords(row: OutboxRow): string {
  if (!row.lastError) return '';
  const why = row.lastError.message;
  if (row.state === 'failed' || row.attempts === 0) return why;
  return `${why} Tried ${times[row.attempts] ?? `${row.attempts} times`}.`;
}
