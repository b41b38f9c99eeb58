import { callOf } from '#contract/endpoint.ts';
import { pageSize } from '#contract/list-sizes.ts';
import type { listWinners } from '#contract/winners.ts';
import type { Read } from '#src/queries/read.ts';
import { defineFeed, type Feed, useFeed } from './bike-lists.queries.ts';

export const allWinners = defineFeed(
  callOf<typeof listWinners>('GET', '/bikes/winners', 'GetWinners'),
  () => 'all-winners',
  () => ({ query: { limit: pageSize } }),
);

/** All bikes that won a week, latest first. */
export const useAllWinners = (): Read<Feed> => useFeed(allWinners);
