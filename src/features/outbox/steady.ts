import type { Id } from '#contract/ids.ts';
import type { SentLine } from '#src/outbox/mutation.ts';
import type { OutboxGroups, OutboxItem } from './outbox-groups.ts';

/** A write where a person saw it first; `sentAt` once it has arrived, in milliseconds since the epoch. */
export type SteadyItem = { item: OutboxItem; group: keyof OutboxGroups; sentAt: number | null };

/** What a person has seen of the outbox since they opened it, by row. */
export type Steady = ReadonlyMap<Id, SteadyItem>;

export const nothingSeen: Steady = new Map();

/**
 * Keeps each write in its place while the outbox is looked at: what arrives stays there as sent, what is refused stays
 * where it was. Only what was taken back, or written anew, leaves.
 */
export function keepSteady(seen: Steady, groups: OutboxGroups, sent: readonly SentLine[]): Steady {
  const next = new Map<Id, SteadyItem>();
  for (const group of ['needsYou', 'waiting'] as const) {
    for (const item of groups[group]) {
      const { id } = item.row;
      next.set(id, { item, group: seen.get(id)?.group ?? group, sentAt: null });
    }
  }
  for (const [id, place] of seen) {
    const line = next.has(id) ? undefined : sent.find((one) => one.id === id);
    if (line) next.set(id, { ...place, sentAt: line.sentAt });
  }
  return next;
}

/** The writes of one group in the order in which they were written. */
export const itemsOf = (seen: Steady, group: keyof OutboxGroups): SteadyItem[] =>
  [...seen.values()].filter((one) => one.group === group).sort((a, b) => a.item.row.seq - b.item.row.seq);
