import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';

/** How many winners a page holds unless told otherwise. */
export const winnersShown = 8;

/** The bikes that won a week, the latest first; of those that are still here. */
export const listWinners = endpoint('GET', '/bikes/winners', { query: PageQuery, reply: pageOf(BikeCard) });
