import type { Bike } from '#contract/bike-whole.ts';
import { type BikeCard, cardOf } from '#contract/bikes.ts';
import { isPlaceFacet } from '#contract/search/facets.ts';
import type { Candidate } from '#contract/search/filter-and-count.ts';
import { foundBy } from '#contract/search/found.ts';
import { type FoundInMemory, searchInMemory } from '#contract/search/in-memory.ts';
import type { Search } from '#contract/search/query.ts';
import { activeBikes } from '#src/features/bikes/active-bikes.ts';

/** The result of a search among the cached bikes. `cachedCount`: how many were searched. */
export type CachedSearch = Omit<FoundInMemory<Candidate>, 'found'> & { cards: BikeCard[]; cachedCount: number };

/** The device does not know what is popular at the moment: of two equal matches the newer comes first. */
const candidateOf = (bike: Bike): Candidate & { bike: Bike } => ({
  id: bike.id,
  indexText: foundBy({ ...bike, places: bike.owner.places?.map(({ code }) => code) ?? [] }).find,
  hotRank: 0,
  publishedAt: bike.publishedAt ? Date.parse(bike.publishedAt) : 0,
  points: bike.counts.likes + 2 * bike.counts.favorites,
  bike,
});

/** Searches the cached bikes. */
export async function searchCached(search: Search): Promise<CachedSearch> {
  const bikes = (await activeBikes()).map(candidateOf);
  const { found, ...rest } = searchInMemory(bikes, search);
  const names = new Map(bikes.flatMap(({ bike }) => (bike.owner.places ?? []).map(({ code, name }) => [code, name])));
  const facets = rest.facets.map((facet) =>
    isPlaceFacet(facet.name)
      ? { ...facet, values: facet.values.map((one) => ({ ...one, label: names.get(one.value) ?? one.value })) }
      : facet,
  );
  return { ...rest, facets, cards: found.map(({ bike }) => cardOf(bike)), cachedCount: bikes.length };
}
