import { sentencesOf } from '#src/lib/result.ts';
import type { QueuedMutation, SentLine } from '#src/outbox/mutation.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { ago, type Hand } from '#src/ui/format.ts';
import type { OutboxEntry } from './outbox-groups.ts';

const times = ['', 'once', 'twice'];

/** Title of a mutation in a list. */
export const titleOfRow = (row: QueuedMutation | SentLine): string => definitionOf(row).labels.list?.(row) ?? row.title;

/** The member's text; '' if the mutation has none. */
export const quoteOf = (row: QueuedMutation): string => definitionOf(row).text?.of(row) ?? '';

/** For example `Written 22 min ago.` */
export const whenText = (row: QueuedMutation, now: Date | null, hand: Hand): string =>
  `${definitionOf(row).labels.done} ${ago(new Date(row.createdAt), now, hand, true)}.`;

/** Explains the decision that the member has to make; '' if none is needed. */
export function askText({ waiting }: Pick<OutboxEntry, 'waiting'>): string {
  if (waiting.look === 'old') return 'This has been waiting for 14 days. Still want to send it?';
  if (waiting.look === 'editing') return 'This is a draft until you publish it again. Its comments wait.';
  return sentencesOf(waiting.result).join(' ');
}

/** Last error and number of attempts; '' if none failed. */
export function tryText(row: QueuedMutation): string {
  if (!row.lastError) return '';
  const why = row.lastError.message;
  if (row.attempts === 0) return why;
  return `${why} Tried ${times[row.attempts] ?? `${row.attempts} times`}.`;
}
