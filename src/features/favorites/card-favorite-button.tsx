import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { useIsFavorited } from './favorited.queries.ts';

/** Favorite button of a card. */
export function CardFavoriteButton({ bike, userId }: { bike: BikeCard; userId: Id }) {
  return <FavoriteButton bike={bike} on={useIsFavorited(userId, bike.id)} compact />;
}
