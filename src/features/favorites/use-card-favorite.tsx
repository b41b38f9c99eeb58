import { lazy, type ReactNode, Suspense } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { useSession } from '#src/session/use-session.ts';

const FavoriteButton = lazy(() => import('./favorite-button.tsx').then((it) => ({ default: it.FavoriteButton })));

const button = (bike: BikeCard): ReactNode => (
  <Suspense>
    <FavoriteButton bike={bike} compact />
  </Suspense>
);

/** The button on the cards of a list, whose code comes behind the list; visitors have it on a bike's page only. */
export const useCardFavorite = () => (useSession().user ? button : undefined);
