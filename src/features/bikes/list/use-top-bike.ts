import type { BikeCard } from '#contract/bikes.ts';
import { usePopular } from './bike-lists.queries.ts';

/** Most liked recent bike with a photo; null while none is known. */
export function useTopBike(): BikeCard | null {
  const { data } = usePopular();
  return data?.cards.find((card) => card.cover) ?? null;
}
