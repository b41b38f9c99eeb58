import type { Parts } from '#src/outbox/define-mutation.ts';
import type { MutationLook } from '#src/outbox/mutation.ts';
import { isReplaced } from '#src/outbox/outbox.ts';
import { stuckOf } from '#src/outbox/outbox-summary.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import type { OutboxEntry } from './outbox.queries.ts';

/** The parts of a thing; null for those that have arrived. */
export type OutboxParts = Omit<Parts, 'rows'> & { entries: (OutboxEntry | null)[] };

/** A write as a person sees it: a thing stands with its parts. */
export type OutboxItem = OutboxEntry & {
  parts: OutboxParts | null;
  /** Something behind it undoes or replaces it already. */
  superseded: boolean;
  /** Nothing of it goes before the person has decided, about it or about what is before it. */
  isStuck: boolean;
};
export type OutboxGroups = { needsYou: OutboxItem[]; waiting: OutboxItem[] };

const forYou: readonly MutationLook[] = ['failed', 'old', 'editing'];
/** Whether a person has to decide about a write. */
const needsYou = ({ waiting }: OutboxEntry) => forYou.includes(waiting.look);

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
export function groupOutbox(entries: readonly OutboxEntry[], now = Date.now()): OutboxGroups {
  const rows = entries.map((entry) => entry.row);
  const stuck = stuckOf(rows, now);
  const items = entries.map((entry): OutboxItem => {
    const { row } = entry;
    const later = ({ row: { seq, targetId, lane } }: OutboxEntry) =>
      seq > row.seq && targetId === row.targetId && lane === row.lane;
    const parts = partsOf(entry, entries);
    const isStuck = stuck.has(row.id) && !parts?.entries.some((part) => part && !stuck.has(part.row.id));
    return { ...entry, parts, superseded: entries.some(later), isStuck };
  });
  const parts = new Set(items.flatMap((item) => item.parts?.entries.map((part) => part?.row.id) ?? []));
  // A part that goes out by itself is a step of its whole; what was written anew is shown as it is now.
  const told = items.filter(({ row }) => definitionOf(row).labels.done !== '');
  const shown = told.filter((item) => needsYou(item) || (!parts.has(item.row.id) && !isReplaced(item.row, rows)));
  return { needsYou: shown.filter(needsYou), waiting: shown.filter((item) => !needsYou(item)) };
}

/** What is left of what the outbox shows: all of it goes out by itself, some of it, none of it, or there is nothing. */
export type Left = 'moving' | 'some' | 'yours' | 'nothing';

/** What is left of the items that have not arrived. */
export function leftOf(open: readonly Pick<OutboxItem, 'isStuck'>[]): Left {
  const stuck = open.filter(({ isStuck }) => isStuck).length;
  if (open.length === 0) return 'nothing';
  if (stuck === 0) return 'moving';
  return stuck < open.length ? 'some' : 'yours';
}
