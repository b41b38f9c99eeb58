import { lazy, type ReactNode, Suspense } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { useSession } from '#src/session/use-session.ts';

const FavoriteButton = lazy(() => import('./favorite-button.tsx').then((it) => ({ default: it.FavoriteButton })));

const button = (bike: BikeCard): ReactNode => (
  <Suspense>
    <FavoriteButton bike={bike} compact />
  </Suspense>
);

/** Favorite button on the cards of a list, loaded after the list. Visitors get it on the bike's page only. */
export const useCardFavorite = () => (useSession().user ? button : undefined);
