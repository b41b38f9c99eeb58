import type { AuthUser } from '#contract/auth.ts';
import { withEveryField, withoutSecrets } from '#contract/bike-defaults.ts';
import type { Bike, PublishedBike } from '#contract/bike-whole.ts';
import { type BikeCard, cardOf, noCounts } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Photo } from '#contract/photos.ts';
import type { FeedCard } from '../cache/feeds.ts';
import type { OutboxRow } from '../rows.ts';
import { latestRow, type Waiting, waitingOf } from '../waiting.ts';
import { bikeStatusWrites, moveOf } from './bike-status.ts';
import { bikeKinds, bikePartOf } from './bike-subject.ts';
import { bikeWrites } from './bikes.ts';
import type { RowKind } from './table.ts';

/** `moving`: what waits is a step from one status to another, and no other change. */
type Overlaid = { waiting: Waiting | null; moving?: boolean };
export type ShownCard = FeedCard & Overlaid;
export type ShownBike = Bike & Overlaid;

const kinds: readonly RowKind[] = [...bikeKinds, 'bike.delete'];

const standing = (row: OutboxRow, rows: readonly OutboxRow[]): Waiting =>
  waitingOf(row, rows, bikeWrites[row.kind === 'bike.edit' ? 'bike.edit' : 'bike.put']);

/** With the status that the last waiting step gives it; a refused one leaves it and says so. */
function moved<T extends Overlaid & Pick<BikeCard, 'id' | 'status'>>(bike: T, rows: readonly OutboxRow[]): T {
  const row = latestRow(rows, ['bike.status'], bike.id);
  if (!row) return bike;
  const waiting = bike.waiting ?? waitingOf(row, rows, bikeStatusWrites['bike.status']);
  const status = row.state === 'failed' ? bike.status : moveOf(row).to;
  return { ...bike, status, waiting, moving: bike.waiting === null };
}

/** A bike as its waiting rows will make it; null when there is neither a bike nor a row, or when it was deleted. */
export function overlayBike(
  bikeId: Id,
  bike: Bike | null,
  rows: readonly OutboxRow[],
  me: AuthUser | null,
): ShownBike | null {
  const row = latestRow(rows, kinds, bikeId);
  if (row?.kind === 'bike.delete' && row.state !== 'failed') return null;
  if (!row || row.kind === 'bike.delete' || !me) return bike && moved({ ...bike, waiting: null }, rows);
  return moved({ ...fromRow(row, bike, me), waiting: standing(row, rows) }, rows);
}

function fromRow(row: OutboxRow, bike: Bike | null, me: AuthUser): Bike {
  const { photos: notes, status: _, version: __, keepsPrice: ___, seen: ____, ...sent } = row.body as PublishedBike;
  const facts = withoutSecrets(withEveryField(sent));
  const part = bikePartOf(row);
  const sizes = new Map(part.photos.map((photo) => [photo.id, photo]));
  const photos = notes.map((note): Photo => ({ width: 4, height: 3, thumbhash: '', ...sizes.get(note.id), ...note }));
  const at = new Date(row.createdAt).toISOString();
  const empty = { slug: part.slug, counts: noCounts, version: 0 };
  const before = bike ?? { ...empty, id: row.targetId, owner: me, publishedAt: at };
  return {
    ...before,
    ...empty,
    ...bike,
    ...facts,
    brand: part.brand,
    status: bike?.status ?? part.status ?? 'Active',
    photos,
    updatedAt: at,
  };
}

const overlayCards = (cards: readonly FeedCard[], rows: readonly OutboxRow[], me: AuthUser | null): ShownCard[] => {
  const known = new Set(cards.map((card) => card.id));
  const added = me ? rows.filter((row) => row.kind === 'bike.put' && !known.has(row.targetId)) : [];
  // A bike that was changed while it waited has two rows, and one card.
  const ids = new Set([...added.map((row) => row.targetId).toReversed(), ...cards.map((card) => card.id)]);
  return [...ids].flatMap((id): ShownCard[] => {
    const card = cards.find((one) => one.id === id) ?? null;
    const row = latestRow(rows, kinds, id);
    const asKept = card ? [moved({ ...card, waiting: null }, rows)] : [];
    if (!row || !me) return asKept;
    if (row.kind === 'bike.delete') return row.state === 'failed' ? asKept : [];
    const counts = card?.counts ?? noCounts;
    const drawn = cardOf(fromRow(row, null, me));
    const known = card && { status: card.status, publishedAt: card.publishedAt, standing: card.standing };
    return [moved({ ...drawn, counts, ...known, waiting: standing(row, rows) }, rows)];
  });
};

/** A member's own bikes, those that wait first, refused ones too; what is a draft again is among the drafts. */
export const overlayOwnBikes = (
  cards: readonly FeedCard[],
  rows: readonly OutboxRow[],
  me: AuthUser | null,
): ShownCard[] =>
  overlayCards(
    cards,
    rows.filter((row) => row.state !== 'editing'),
    me,
  );

/** Bikes as everybody finds them, without what their viewer takes away. */
export const overlayListed = <T extends FeedCard | Bike>(
  bikes: readonly T[],
  rows: readonly OutboxRow[],
): (T & Overlaid)[] => {
  const deleted = new Set(
    rows.filter(({ kind, state }) => kind === 'bike.delete' && state !== 'failed').map(({ targetId }) => targetId),
  );
  return bikes
    .map((bike) => moved<T & Overlaid>({ ...bike, waiting: null }, rows))
    .filter(({ id, status }) => status === 'Active' && !deleted.has(id));
};

/** A public list with the viewer's own waiting bikes at its top; refused ones, and what they unpublish, are left out. */
export const overlayRecent = (
  cards: readonly FeedCard[],
  rows: readonly OutboxRow[],
  me: AuthUser | null,
): ShownCard[] =>
  overlayCards(
    cards,
    rows.filter((row) => row.state !== 'failed' && row.state !== 'editing'),
    me,
  ).filter(({ status }) => status === 'Active');
