import * as v from 'valibot';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery } from './paging.ts';
import { Week } from './weeks.ts';

/** How many winners a page holds unless told otherwise. */
export const winnersShown = 8;

/** The bikes that won a week, the latest first; of those that are still here. */
const WinnersPage = v.object({
  items: v.array(BikeCard),
  next: v.nullable(v.string()),
  /** The last week that was decided, also when no bike won it; null before the first. */
  decided: v.nullable(Week),
});

export const listWinners = endpoint('GET', '/bikes/winners', { query: PageQuery, reply: WinnersPage });
export type WinnersPage = v.InferOutput<typeof WinnersPage>;
