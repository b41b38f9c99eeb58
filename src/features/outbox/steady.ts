import type { Id } from '#contract/ids.ts';
import type { SentLine } from '#src/outbox/mutation.ts';
import type { OutboxGroups, OutboxItem } from './outbox-groups.ts';

/** Item in its original group; `sentAt` in milliseconds since the epoch, null while queued. */
export type SteadyItem = { item: OutboxItem; group: keyof OutboxGroups; sentAt: number | null };

/** Items seen since the outbox was opened, by mutation id. */
export type Steady = ReadonlyMap<Id, SteadyItem>;

export const nothingSeen: Steady = new Map();

/**
 * Keeps each item in its place while the outbox is open: sent and refused ones stay. Only undone or replaced ones
 * disappear.
 */
export function keepSteady(seen: Steady, groups: OutboxGroups, sent: readonly SentLine[]): Steady {
  const next = new Map<Id, SteadyItem>();
  for (const group of ['needsYou', 'waiting'] as const) {
    for (const item of groups[group]) {
      const { id } = item.row;
      next.set(id, { item, group: seen.get(id)?.group ?? group, sentAt: null });
    }
  }
  const lines = new Map(sent.map((line) => [line.id, line]));
  for (const [id, place] of seen) {
    const line = next.has(id) ? undefined : lines.get(id);
    if (line) next.set(id, { ...place, sentAt: line.sentAt });
  }
  return next;
}

/** Items of one group in the order of the queue. */
export const itemsOf = (seen: Steady, group: keyof OutboxGroups): SteadyItem[] =>
  [...seen.values()].filter((one) => one.group === group).sort((a, b) => a.item.row.seq - b.item.row.seq);
