import type { Id } from '#contract/ids.ts';
import type { Parts } from '#src/outbox/define-mutation.ts';
import type { MutationLook, QueuedMutation } from '#src/outbox/mutation.ts';
import { lastSeqs, replacedOf } from '#src/outbox/outbox.ts';
import { stuckOf } from '#src/outbox/outbox-summary.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { type Waiting, waitingOf } from '#src/outbox/waiting.ts';

/** Queued mutation with its display state. */
export type OutboxEntry = { row: QueuedMutation; waiting: Waiting };

/** Parts of an item; null for those already sent. */
export type OutboxParts = Omit<Parts, 'rows'> & { entries: (OutboxEntry | null)[] };

/** Entry of the outbox as shown: an item together with its parts. */
export type OutboxItem = OutboxEntry & {
  parts: OutboxParts | null;
  /** A later mutation undoes or replaces it already. */
  superseded: boolean;
  /** Nothing of it can be sent before the member decides about it or about a mutation before it. */
  isStuck: boolean;
};
export type OutboxGroups = { needsYou: OutboxItem[]; waiting: OutboxItem[] };

/** Returns each queued mutation with its display state. */
export function entriesOf(queued: readonly QueuedMutation[]): OutboxEntry[] {
  const byId = new Map(queued.map((row) => [row.id, row]));
  return queued.map((row) => {
    const parents = row.dependsOn.flatMap((id) => byId.get(id) ?? []);
    return { row, waiting: waitingOf(row, parents, definitionOf(row)) };
  });
}

const forYou: readonly MutationLook[] = ['failed', 'old', 'editing'];
/** Returns whether the member has to decide about a mutation. */
const needsYou = ({ waiting }: OutboxEntry) => forYou.includes(waiting.look);

function partsOf(
  row: QueuedMutation,
  queued: readonly QueuedMutation[],
  entries: ReadonlyMap<Id, OutboxEntry>,
): OutboxParts | null {
  const parts = definitionOf(row).parts?.(row, queued);
  if (!parts) return null;
  const { rows, ...labels } = parts;
  return { ...labels, entries: rows.map((part) => (part && entries.get(part.id)) ?? null) };
}

/** Returns the part of an item that is sent next without a decision. */
export const nextPartOf = ({ parts }: OutboxItem): OutboxEntry | null =>
  parts?.entries.find((part) => part?.waiting.look === 'waiting' || part?.waiting.look === 'retry') ?? null;

/** Groups the queue: first items that need a decision, then those sent automatically. */
export function groupOutbox(entries: readonly OutboxEntry[], now = Date.now()): OutboxGroups {
  const rows = entries.map((entry) => entry.row);
  const byId = new Map(entries.map((entry) => [entry.row.id, entry]));
  const stuck = stuckOf(rows, now);
  const lastOf = lastSeqs(rows, ({ targetId, lane }) => `${targetId} ${lane}`);
  const items = entries.map((entry): OutboxItem => {
    const { row } = entry;
    const parts = partsOf(row, rows, byId);
    const isStuck = stuck.has(row.id) && !parts?.entries.some((part) => part && !stuck.has(part.row.id));
    return { ...entry, parts, superseded: row.seq < lastOf(row), isStuck };
  });
  const parts = new Set(items.flatMap((item) => item.parts?.entries.map((part) => part?.row.id) ?? []));
  // A part sent automatically belongs to its item; a replaced mutation is shown in its new form only.
  const replaced = replacedOf(rows);
  const listed = items.filter(({ row }) => definitionOf(row).labels.done !== undefined);
  const shown = listed.filter((item) => needsYou(item) || (!parts.has(item.row.id) && !replaced.has(item.row.id)));
  return { needsYou: shown.filter(needsYou), waiting: shown.filter((item) => !needsYou(item)) };
}

/** State of the shown items: all, some or none are sent automatically, or nothing is left. */
export type Remaining = 'moving' | 'some' | 'yours' | 'nothing';

export function remainingOf(open: readonly Pick<OutboxItem, 'isStuck'>[]): Remaining {
  const stuck = open.filter(({ isStuck }) => isStuck).length;
  if (open.length === 0) return 'nothing';
  if (stuck === 0) return 'moving';
  return stuck < open.length ? 'some' : 'yours';
}
