import { placeParam } from '#contract/place-address.ts';
import { listPlaceBikes } from '#contract/place-page.ts';
import { placeBikesKey } from '#src/cache/values/feeds.ts';
import type { Read } from '#src/queries/read.ts';
import { defineFeed, type Feed, useFeed } from './bike-lists.queries.ts';

export const placeBikes = defineFeed(listPlaceBikes, placeBikesKey, (code) => ({
  params: { place: placeParam(code) },
}));

/** Bikes of a country or region, newest first. */
export const usePlaceBikes = (code: string): Read<Feed> => useFeed(placeBikes, code);
