import type { BikeCard } from '#contract/bikes.ts';
import type { FavoriteFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';

/** Things in an order; those that are not named keep theirs, behind. */
export function inOrder<T extends { id: Id }>(things: readonly T[], order: readonly Id[]): T[] {
  const placeOf = ({ id }: T) => (order.includes(id) ? order.indexOf(id) : order.length);
  return things.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A folder's bikes with one more, which comes first. */
export const withBike = (cards: readonly BikeCard[], card: BikeCard): BikeCard[] =>
  cards.some(({ id }) => id === card.id) ? [...cards] : [card, ...cards];

/** A folder's bikes without one. */
export const withoutBike = (cards: readonly BikeCard[], bikeId: Id): BikeCard[] =>
  cards.filter(({ id }) => id !== bikeId);

/** The folders with one bike more or less in one of them. */
export const withCount = (folders: readonly FavoriteFolder[], folderId: Id, by: 1 | -1): FavoriteFolder[] =>
  folders.map((one) => (one.id === folderId ? { ...one, count: Math.max(0, one.count + by) } : one));
