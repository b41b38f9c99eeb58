import type { Photo } from '#contract/photos.ts';
import { usePopular } from './bikes.queries.ts';

/** The cover of the bike that members like most these days; null while none is known. */
export function useTopPhoto(): Photo | null {
  const { data } = usePopular();
  return data?.cards.find((card) => card.cover)?.cover ?? null;
}
