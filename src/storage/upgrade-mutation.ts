import type { Id } from '#contract/ids.ts';
import type { StoredPhoto } from '#contract/photos.ts';
import { type QueuedMutation, rowVersion, type SentLine, type Subject } from '#src/outbox/mutation.ts';

/** Version 1 knew of nothing but bikes. */
type Shown = {
  bikeId: Id;
  bikeTitle: string;
  bikeSlug: string;
  coverId: Id | null;
  blobId: Id | null;
  photos: StoredPhoto[];
};
type RowOf1 = Omit<QueuedMutation, 'version' | 'subject' | 'part'> & { version: 1; draftId: Id | null; shown: Shown };
type LineOf1 = Omit<SentLine, 'version' | 'subject'> & { shown?: Shown };

function subjectOf({ bikeId, bikeTitle, coverId, blobId }: Shown): Subject {
  const picture = blobId ? { id: blobId, here: true } : coverId ? { id: coverId, here: false } : null;
  return { kind: 'bike', id: bikeId, title: bikeTitle, picture };
}

/** The maker's name, which version 1 kept within the bike's title. */
function brandIn(title: string, body: unknown): string {
  const { year, model = '' } = (body ?? {}) as { year?: number | null; model?: string };
  return title.slice(year ? `${year} `.length : 0, title.length - model.length).trim();
}

/** A row as it is written now. A worker of an older build may go on to write older ones after the page has moved on. */
export function rowFrom(kept: object): QueuedMutation {
  if ('subject' in kept) return kept as QueuedMutation;
  const { shown, draftId: _, ...row } = kept as RowOf1;
  const bike = { slug: shown.bikeSlug, brand: '', photos: shown.photos };
  const part = row.kind === 'bike.put' ? { ...bike, brand: brandIn(shown.bikeTitle, row.body) } : null;
  return { ...row, version: rowVersion, subject: subjectOf(shown), part };
}

/** A line of what was sent, as it is written now. */
export function lineFrom(kept: object): SentLine {
  if ('subject' in kept) return kept as SentLine;
  const { shown, ...line } = kept as LineOf1;
  // A worker of version 1 that sends one of today's rows finds nothing to note of what it was about.
  const subject = shown ? subjectOf(shown) : { kind: 'bike', id: line.id, title: line.title, picture: null };
  return { ...line, version: rowVersion, subject };
}
