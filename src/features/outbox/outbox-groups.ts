import type { OutboxEntry } from './outbox.queries.ts';

/** A write as a person sees it: a bike stands with its photos. */
export type OutboxItem = OutboxEntry & {
  /** The photos of a bike that have not arrived. */
  photos: OutboxEntry[];
  /** Something behind it in its lane undoes or replaces it already. */
  superseded: boolean;
};
export type OutboxGroups = { needsYou: OutboxItem[]; waiting: OutboxItem[] };

const needsYou = ({ waiting }: OutboxEntry) => waiting.look === 'failed' || waiting.look === 'old';

/** Sorts what waits: first what a person has to decide, then what goes out by itself. */
export function groupOutbox(entries: readonly OutboxEntry[]): OutboxGroups {
  const items = entries.map((entry): OutboxItem => {
    const { row } = entry;
    const photos = entries.filter((other) => other.row.kind === 'photo.put' && other.row.draftId === row.draftId);
    const later = (other: OutboxEntry) => other.row.seq > row.seq && other.row.targetId === row.targetId;
    return { ...entry, photos: row.kind === 'bike.put' ? photos : [], superseded: entries.some(later) };
  });
  const bikes = new Set(items.filter((item) => item.row.kind === 'bike.put').map((item) => item.row.draftId));
  // A photo that goes out by itself is a step of its bike.
  const shown = items.filter((item) => item.row.kind !== 'photo.put' || needsYou(item) || !bikes.has(item.row.draftId));
  return { needsYou: shown.filter(needsYou), waiting: shown.filter((item) => !needsYou(item)) };
}
