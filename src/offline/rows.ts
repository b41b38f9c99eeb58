import type { Method } from '#contract/endpoint.ts';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import type { StoredPhoto } from '#contract/photos.ts';

export type RowKind =
  | 'photo.put'
  | 'bike.put'
  | 'bike.delete'
  | 'like.put'
  | 'like.delete'
  | 'comment.add'
  | 'comment.edit'
  | 'comment.delete';
type RowState = 'queued' | 'sending' | 'failed' | 'blocked';

/** Why a row was not sent the last time. Status 0 means that no answer came. */
export type RowError = { status: number; code: string; message: string; validation: Validation | null };

/** What the outbox screen and the overlay need in order to draw a row without its bike. */
export type RowShown = {
  bikeId: Id;
  bikeTitle: string;
  bikeSlug: string;
  /** A photo on the server that stands for the row, or null. */
  coverId: Id | null;
  /** A photo that is only in the vault, or null. */
  blobId: Id | null;
  /** The photos of a bike that waits, in order. */
  photos: StoredPhoto[];
};

/** One write that the server has not confirmed. Its id is its Idempotency-Key. */
export type OutboxRow = {
  id: Id;
  version: 1;
  userId: Id;
  seq: number;
  lane: string;
  kind: RowKind;
  targetId: Id;
  method: Exclude<Method, 'GET'>;
  path: string;
  /** The JSON body; null where there is none and for a photo, whose bytes are read from the vault. */
  body: unknown;
  dependsOn: Id[];
  coalesceKey: string | null;
  state: RowState;
  /** How often a request with this row's key may have left the device. */
  attempts: number;
  /** Milliseconds since the epoch before which it is not tried again. */
  nextAt: number;
  createdAt: number;
  /** When a person last wanted it sent; after 14 days they are asked again. */
  wantedAt: number;
  lastError: RowError | null;
  /** The draft that a photo or a bike came from. */
  draftId: Id | null;
  /** The sentence of the row in lists. */
  title: string;
  shown: RowShown;
};

/** What was sent within the last day. */
export type SentLine = { id: Id; userId: Id; kind: RowKind; title: string; shown: RowShown; sentAt: number };

/** How a row looks to a person. */
export type RowLook = 'waiting' | 'retry' | 'sending' | 'blocked' | 'failed' | 'old';

const askAfter = 14 * 86_400_000;

/** Whether a row has waited so long (14 days) that its author is asked whether it should still be sent. */
export const isOld = (row: OutboxRow, now: number): boolean => row.wantedAt < now - askAfter;

/** Whether a person counts a row as a thing of its own: a bike's photos go with the bike. */
export const isThing = (row: OutboxRow): boolean => row.kind !== 'photo.put';

/** A row that nobody has tried to send: it can still be changed, merged or cancelled without a trace. */
export const isUntried = (row: OutboxRow): boolean => row.attempts === 0 && row.state !== 'sending';

/** How `row` looks, given every row that is kept. */
export function lookOf(row: OutboxRow, rows: readonly OutboxRow[], now = Date.now()): RowLook {
  if (row.state === 'failed' || row.state === 'sending') return row.state;
  if (isOld(row, now)) return 'old';
  if (rows.some((other) => row.dependsOn.includes(other.id))) return 'blocked';
  return row.attempts > 0 && row.nextAt > 0 ? 'retry' : 'waiting';
}
