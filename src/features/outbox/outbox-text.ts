import { many, t } from '#contract/texts.ts';
import { sentencesOf } from '#src/lib/result.ts';
import type { QueuedMutation, SentLine } from '#src/outbox/mutation.ts';
import { messageOf } from '#src/outbox/refusals.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { ago, type Hand } from '#src/ui/format.ts';
import { withField } from './field-labels.ts';
import type { OutboxEntry } from './outbox-groups.ts';

/** Title of a mutation in a list. */
export const titleOfRow = (row: QueuedMutation | SentLine): string =>
  row.titleValue === undefined ? row.title : definitionOf(row).labels.title(row.subject, row.titleValue);

/** The member's text; '' if the mutation has none. */
export const quoteOf = (row: QueuedMutation): string => definitionOf(row).text?.of(row) ?? '';

/** For example `Written 22 min ago.` */
export const whenText = (row: QueuedMutation, now: Date | null, hand: Hand): string =>
  definitionOf(row).labels.done?.(ago(new Date(row.createdAt), now, hand, true)) ?? '';

/** Explains the decision that the member has to make; '' if none is needed. */
export function askText({ waiting }: Pick<OutboxEntry, 'waiting'>): string {
  const { validation } = waiting.result;
  if (waiting.look === 'old') return t`This has been waiting for 14 days. Still want to send it?`;
  if (waiting.look === 'editing') return t`This is a draft until you publish it again. Its comments wait.`;
  if (!validation) return sentencesOf(waiting.result).join(' ');
  return Object.entries(validation)
    .flatMap(([path, sentences]) => sentences.map((sentence) => withField(path, sentence)))
    .join(' ');
}

/** Last error and number of attempts; '' if none failed. */
export function tryText(row: QueuedMutation): string {
  if (!row.lastError) return '';
  const why = messageOf(row.lastError);
  if (row.attempts === 0) return why;
  const tried = row.attempts === 2 ? t`Tried twice.` : many(row.attempts)`Tried once.|Tried # times.`;
  return `${why} ${tried}`;
}
