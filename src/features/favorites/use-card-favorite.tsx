import { lazy, Suspense } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { idle } from '#src/lib/idle.ts';
import { useSession } from '#src/session/use-session.ts';

// The list is painted first.
const CardFavoriteButton = lazy(async () => {
  await idle();
  return { default: (await import('./card-favorite-button.tsx')).CardFavoriteButton };
});

/** Favorite button on the cards of a list, loaded after the list. Visitors get it on the bike's page only. */
export function useCardFavorite() {
  const { user } = useSession();
  if (!user) return undefined;
  return (bike: BikeCard) => (
    <Suspense>
      <CardFavoriteButton bike={bike} userId={user.id} />
    </Suspense>
  );
}
