import type { Unqueued } from '#src/outbox/background-work.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { thingsOf } from '#src/outbox/outbox.ts';
import { labelledValue } from './field-labels.ts';
import { quoteOf, titleOfRow } from './outbox-text.ts';

/** Unsent text of a member, to be read and copied. */
export type UnsentText = { id: string; title: string; text: string; picture: Subject['picture'] };

/** Fields of a request without the member's text. */
const technical = new Set([
  ...[
    'id',
    'seen',
    'version',
    'status',
    'photoId',
    'photoIds',
    'partId',
    'crop',
    'targetType',
    'targetId',
    'upTo',
    'order',
  ],
  ...['keepsPrice', 'isStock'],
]);

/** Lists every value on its own line with its name. */
function linesOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => linesOf(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => (technical.has(key) ? [] : linesOf(one, key)));
  if (value === null || value === undefined || value === '' || value === false) return [];
  const line = name ? labelledValue(name, value) : String(value);
  return line ? [line] : [];
}

/** Returns the text of everything a member has queued or not queued yet. */
export function unsentTexts(
  rows: readonly QueuedMutation[],
  unqueued: readonly Pick<Unqueued, 'id' | 'title' | 'fields' | 'picture'>[],
): UnsentText[] {
  const waiting = thingsOf(rows).map((row) => ({
    id: row.id,
    title: titleOfRow(row),
    text: quoteOf(row) || linesOf(row.body).join('\n'),
    picture: row.subject.picture,
  }));
  const others = unqueued.map(({ id, title, fields, picture }) => ({
    id,
    title,
    text: linesOf(fields).join('\n'),
    picture,
  }));
  return [...waiting, ...others];
}
