import type { Bike } from '#contract/bike-whole.ts';
import { type BikeCard, cardOf } from '#contract/bikes.ts';
import { type FoundAmong, searchAmong } from '#contract/search/among.ts';
import { foundBy } from '#contract/search/found.ts';
import type { Search } from '#contract/search/query.ts';
import type { Candidate } from '#contract/search/sift.ts';
import { keptBikes } from './cache/bikes.ts';
import { rowsOf } from './outbox.ts';
import { memberHere } from './vault.ts';
import { moved, type ShownBike } from './writes/bike-overlay.ts';

/** What a search finds among the bikes on this device, and how many those are. */
export type KeptSearch = Omit<FoundAmong<Candidate>, 'found'> & { cards: BikeCard[]; keptCount: number };

/** A device does not know what members like these days: of two that match alike the newer comes first. */
const candidateOf = (bike: Bike): Candidate & { bike: Bike } => ({
  id: bike.id,
  find: foundBy(bike).find,
  hotRank: 0,
  publishedAt: bike.publishedAt ? Date.parse(bike.publishedAt) : 0,
  points: bike.counts.likes + 2 * bike.counts.favorites,
  bike,
});

/** The bikes on this device as everybody sees them: without what their owner is about to take away. */
async function shownHere(): Promise<Bike[]> {
  const me = await memberHere();
  const rows = me ? await rowsOf(me.id) : [];
  const bikes = (await keptBikes()).map(({ bike }) => moved<ShownBike>({ ...bike, waiting: null }, rows));
  return bikes.filter(({ status }) => status === 'Active');
}

/** Searches the bikes that this device keeps. */
export async function searchKept(search: Search): Promise<KeptSearch> {
  const bikes = (await shownHere()).map(candidateOf);
  const { found, ...rest } = searchAmong(bikes, search);
  return { ...rest, cards: found.map(({ bike }) => cardOf(bike)), keptCount: bikes.length };
}
