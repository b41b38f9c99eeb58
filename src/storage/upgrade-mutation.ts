import type { Id } from '#contract/ids.ts';
import type { StoredPhoto } from '#contract/photos.ts';
import { type QueuedMutation, rowVersion, type SentLine, type Subject } from './queued-mutation.ts';

/** Version 1 stored mutations of bikes only. */
type ShownV1 = {
  bikeId: Id;
  bikeTitle: string;
  bikeSlug: string;
  coverId: Id | null;
  blobId: Id | null;
  photos: StoredPhoto[];
};
type MutationV1 = Omit<QueuedMutation, 'version' | 'subject' | 'part'> & {
  version: 1;
  draftId: Id | null;
  shown: ShownV1;
};
type SentLineV1 = Omit<SentLine, 'version' | 'subject'> & { shown?: ShownV1 };

function subjectOf({ bikeId, bikeTitle, coverId, blobId }: ShownV1): Subject {
  const picture = blobId ? { id: blobId, here: true } : coverId ? { id: coverId, here: false } : null;
  return { kind: 'bike', id: bikeId, title: bikeTitle, picture };
}

/** The brand, which version 1 stored within the bike's title. */
function brandIn(title: string, body: unknown): string {
  const { year, model = '' } = (body ?? {}) as { year?: number | null; model?: string };
  return title.slice(year ? `${year} `.length : 0, title.length - model.length).trim();
}

/**
 * Upgrades a stored mutation to the current shape. A worker of an older build may still write the old one after the
 * page has been updated.
 */
export function rowFrom(stored: object): QueuedMutation {
  if ('subject' in stored) return stored as QueuedMutation;
  const { shown, draftId: _, ...mutation } = stored as MutationV1;
  const bike = { slug: shown.bikeSlug, brand: '', photos: shown.photos };
  const part = mutation.kind === 'bike.put' ? { ...bike, brand: brandIn(shown.bikeTitle, mutation.body) } : null;
  return { ...mutation, version: rowVersion, subject: subjectOf(shown), part };
}

/** Upgrades a stored sent line to the current shape. */
export function lineFrom(stored: object): SentLine {
  if ('subject' in stored) return stored as SentLine;
  const { shown, ...line } = stored as SentLineV1;
  // A worker of version 1 that sends a current mutation finds no `shown` to store with the line.
  const subject = shown ? subjectOf(shown) : { kind: 'bike', id: line.id, title: line.title, picture: null };
  return { ...line, version: rowVersion, subject };
}
