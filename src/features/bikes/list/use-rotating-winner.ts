import { useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { useWinners } from './bike-lists.queries.ts';

let visits = Math.floor(Math.random() * 1000);

/**
 * A winner of the last weeks that has a photo, another one at each visit of a screen; null while none is known. In a
 * server-rendered page it is the newest, because hydration must render the same.
 */
export function useRotatingWinner(): BikeCard | null {
  const isHydrated = useHydrated();
  const [visit] = useState(() => (isHydrated ? visits++ : 0));
  const [first, setFirst] = useState<string>();
  const winners = (useWinners().data?.cards ?? []).filter(({ cover }) => cover);
  // It stays although a fresh answer may have more.
  const bike = winners.find(({ id }) => id === first) ?? winners[visit % winners.length] ?? null;
  if (bike && bike.id !== first) setFirst(bike.id);
  return bike;
}
