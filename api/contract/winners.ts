import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';

/** Lists the bikes that won a week, latest first, if they are still visible. */
export const listWinners = endpoint('GET', '/bikes/winners', {
  action: 'GetWinners',
  query: PageQuery,
  reply: pageOf(BikeCard),
});
