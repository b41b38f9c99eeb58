import type { OutboxRow, SentLine } from '#src/offline/rows.ts';
import { writeOf } from '#src/offline/writes/table.ts';
import { ago } from '#src/ui/format.ts';

const times = ['', 'once', 'twice'];

/** What a row is called in a list. */
export const titleOfRow = (row: OutboxRow | SentLine): string => writeOf(row).titleOf(row);

/** What a person wrote; empty where a row is no text. */
export const quoteOf = (row: OutboxRow): string => writeOf(row).text?.of(row) ?? '';

/** `Written 22 min ago.` */
export function whenWords(row: OutboxRow, now: Date): string {
  const words = ago(new Date(row.createdAt), now);
  return `${writeOf(row).words.done} ${/^[JY]/.test(words) ? words.toLowerCase() : words}.`;
}

/** Why it did not work the last time, and how often it was tried; empty for a row that was not. */
export function tryWords(row: OutboxRow): string {
  if (!row.lastError) return '';
  const why = row.lastError.message;
  if (row.state === 'failed' || row.attempts === 0) return why;
  return `${why} Tried ${times[row.attempts] ?? `${row.attempts} times`}.`;
}
