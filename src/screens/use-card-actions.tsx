import { lazy, Suspense } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { whenIdle } from '#src/queries/when-idle.ts';
import { useSession } from '#src/session/use-session.ts';

// The list is painted first.
const CardActions = lazy(() =>
  whenIdle(() => import('./card-actions.tsx').then((it) => ({ default: it.CardActions }))),
);

/** Actions on the cards of a list, loaded after the list. Visitors get them on the bike's page only. */
export function useCardActions() {
  const { user } = useSession();
  if (!user) return undefined;
  return (bike: BikeCard) => (
    <Suspense>
      <CardActions bike={bike} userId={user.id} />
    </Suspense>
  );
}
