import { isReplaced } from '#src/offline/outbox.ts';
import type { RowLook } from '#src/offline/rows.ts';
import type { Parts } from '#src/outbox/define-mutation.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import type { OutboxEntry } from './outbox.queries.ts';

/** The parts of a thing; null for those that have arrived. */
export type OutboxParts = Omit<Parts, 'rows'> & { entries: (OutboxEntry | null)[] };

/** A write as a person sees it: a thing stands with its parts. */
export type OutboxItem = OutboxEntry & {
  parts: OutboxParts | null;
  /** Something behind it undoes or replaces it already. */
  superseded: boolean;
};
export type OutboxGroups = { needsYou: OutboxItem[]; waiting: OutboxItem[] };

const forYou: readonly RowLook[] = ['failed', 'old', 'editing'];
/** Whether a person has to decide about a write. */
export const needsYou = ({ waiting }: OutboxEntry) => forYou.includes(waiting.look);

function partsOf({ row }: OutboxEntry, entries: readonly OutboxEntry[]): OutboxParts | null {
  const parts = definitionOf(row).parts?.(
    row,
    entries.map((entry) => entry.row),
  );
  if (!parts) return null;
  const { rows, ...words } = parts;
  return { ...words, entries: rows.map((part) => entries.find((entry) => entry.row.id === part?.id) ?? null) };
}

/** The part of a thing that goes out next by itself. */
export const nextPartOf = ({ parts }: OutboxItem): OutboxEntry | null =>
  parts?.entries.find((part) => part?.waiting.look === 'waiting' || part?.waiting.look === 'retry') ?? null;

/** Sorts what waits: first what a person has to decide, then what goes out by itself. */
export function groupOutbox(entries: readonly OutboxEntry[]): OutboxGroups {
  const rows = entries.map((entry) => entry.row);
  const items = entries.map((entry): OutboxItem => {
    const { row } = entry;
    const later = (other: OutboxEntry) => other.row.seq > row.seq && other.row.targetId === row.targetId;
    return { ...entry, parts: partsOf(entry, entries), superseded: entries.some(later) };
  });
  const parts = new Set(items.flatMap((item) => item.parts?.entries.map((part) => part?.row.id) ?? []));
  // A part that goes out by itself is a step of its whole; what was written anew is shown as it is now.
  const told = items.filter(({ row }) => definitionOf(row).labels.done !== '');
  const shown = told.filter((item) => needsYou(item) || (!parts.has(item.row.id) && !isReplaced(item.row, rows)));
  return { needsYou: shown.filter(needsYou), waiting: shown.filter((item) => !needsYou(item)) };
}
