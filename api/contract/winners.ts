import * as v from 'valibot';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Week } from './weeks.ts';

/** Lists the bikes that won a week, latest first, if they are still visible. */
export const listWinners = endpoint('GET', '/bikes/winners', {
  action: 'GetWinners',
  query: PageQuery,
  reply: pageOf(BikeCard),
});

/** The first bikes of the week that runs, by the votes so far. */
const WeekRanking = v.object({
  week: Week,
  /** In order; a bike that is not public any more is missing, and its rank with it. */
  places: v.array(v.object({ rank: v.number(), votes: v.number(), bike: BikeCard })),
});
export type WeekRanking = v.InferOutput<typeof WeekRanking>;

/** Returns the ranking of the week that runs, at most two seconds old. */
export const getWeekRanking = endpoint('GET', '/bikes/ranking', { reply: WeekRanking });
