import type { AuthUser } from '#contract/auth.ts';
import { withEveryField, withoutSecrets } from '#contract/bike-defaults.ts';
import type { Bike, PublishedBike } from '#contract/bike-whole.ts';
import { type BikeCard, cardOf, noCounts } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Photo } from '#contract/photos.ts';
import type { OutboxRow } from '../rows.ts';
import { latestRow, type Waiting, waitingOf } from '../waiting.ts';
import { bikeKinds, bikePartOf } from './bike-subject.ts';
import { bikeWrites } from './bikes.ts';
import type { RowKind } from './table.ts';

export type ShownCard = BikeCard & { waiting: Waiting | null };
export type ShownBike = Bike & { waiting: Waiting | null };

const kinds: readonly RowKind[] = [...bikeKinds, 'bike.delete'];

const standing = (row: OutboxRow, rows: readonly OutboxRow[]): Waiting =>
  waitingOf(row, rows, bikeWrites[row.kind === 'bike.edit' ? 'bike.edit' : 'bike.put']);

/** A bike as its waiting row will make it; null when there is neither a bike nor a row, or when it was deleted. */
export function overlayBike(
  bikeId: Id,
  bike: Bike | null,
  rows: readonly OutboxRow[],
  me: AuthUser | null,
): ShownBike | null {
  const row = latestRow(rows, kinds, bikeId);
  if (row?.kind === 'bike.delete' && row.state !== 'failed') return null;
  if (!row || row.kind === 'bike.delete' || !me) return bike && { ...bike, waiting: null };
  return { ...fromRow(row, bike, me), waiting: standing(row, rows) };
}

function fromRow(row: OutboxRow, bike: Bike | null, me: AuthUser): Bike {
  const { photos: notes, status: _, version: __, keepsPrice: ___, ...sent } = row.body as PublishedBike;
  const facts = withoutSecrets(withEveryField(sent));
  const part = bikePartOf(row);
  const sizes = new Map(part.photos.map((photo) => [photo.id, photo]));
  const photos = notes.map((note): Photo => ({ width: 4, height: 3, thumbhash: '', ...sizes.get(note.id), ...note }));
  const at = new Date(row.createdAt).toISOString();
  const empty = { slug: part.slug, counts: noCounts, version: 0 };
  const before = bike ?? { ...empty, id: row.targetId, owner: me, publishedAt: at };
  return { ...before, ...empty, ...bike, ...facts, brand: part.brand, status: 'Active', photos, updatedAt: at };
}

const overlayCards = (cards: readonly BikeCard[], rows: readonly OutboxRow[], me: AuthUser | null): ShownCard[] => {
  const known = new Set(cards.map((card) => card.id));
  const added = me ? rows.filter((row) => row.kind === 'bike.put' && !known.has(row.targetId)) : [];
  // A bike that was changed while it waited has two rows, and one card.
  const ids = new Set([...added.map((row) => row.targetId).toReversed(), ...cards.map((card) => card.id)]);
  return [...ids].flatMap((id): ShownCard[] => {
    const card = cards.find((one) => one.id === id) ?? null;
    const row = latestRow(rows, kinds, id);
    if (!row) return card ? [{ ...card, waiting: null }] : [];
    if (row.kind === 'bike.delete') return row.state === 'failed' && card ? [{ ...card, waiting: null }] : [];
    if (!me) return card ? [{ ...card, waiting: null }] : [];
    const counts = card?.counts ?? noCounts;
    const drawn = cardOf(fromRow(row, null, me));
    return [{ ...drawn, counts, publishedAt: card?.publishedAt ?? drawn.publishedAt, waiting: standing(row, rows) }];
  });
};

/** A member's own bikes, those that wait first, refused ones too; what is a draft again is among the drafts. */
export const overlayOwnBikes = (
  cards: readonly BikeCard[],
  rows: readonly OutboxRow[],
  me: AuthUser | null,
): ShownCard[] =>
  overlayCards(
    cards,
    rows.filter((row) => row.state !== 'editing'),
    me,
  );

/** A public list with the viewer's own waiting bikes at its top; refused ones are left out. */
export const overlayRecent = (
  cards: readonly BikeCard[],
  rows: readonly OutboxRow[],
  me: AuthUser | null,
): ShownCard[] =>
  overlayCards(
    cards,
    rows.filter((row) => row.state !== 'failed' && row.state !== 'editing'),
    me,
  );
