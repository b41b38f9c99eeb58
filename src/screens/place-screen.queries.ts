import { placeCodeOf } from '#contract/place-page.ts';
import { placeBikes } from '#src/features/bikes/list/place-bikes.queries.ts';
import { place } from '#src/features/places/places.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = ({ place: param = '' }) => {
  const code = placeCodeOf(param);
  return code ? [pathFor(place, code), pathFor(placeBikes, code)] : [];
};
