import type { Candidate } from '#contract/search/filter-and-count.ts';
import { compareSortPositions, type SortFields, type SortPosition, sortPositionOf } from '#contract/search/order.ts';
import type { SearchSort } from '#contract/search/query.ts';

/** The orders that have an index. */
type Order = 'hot' | 'newest' | 'oldest' | 'points';

/** Reads active bikes along an index. */
export interface BikeReader {
  read(reading: {
    terms?: readonly string[];
    order: Order;
    after?: SortFields | null;
    limit: number;
  }): Promise<Candidate[]>;
  some(terms: readonly string[], limit: number): Promise<Candidate[]>;
}

/** Most candidates that a search reads, so that its cost is bounded. */
const maxCandidates = 250;
/** More bikes that a page reads after those if few match. */
const maxFurther = 750;
const minShare = 25;

const orderOf: Record<SearchSort, Order> = { BestMatch: 'hot', Newest: 'newest', Oldest: 'oldest', Popular: 'points' };

const shareOf = (terms: readonly string[]) => Math.max(minShare, Math.ceil(maxCandidates / terms.length));

/** Candidates for a search. `complete`: there are no others. `on`: where a walk continues after these. */
export type Window = { bikes: Candidate[]; complete: boolean; on: SortPosition | null };

const byId = (bikes: Iterable<Candidate>) => new Map(Array.from(bikes, (bike) => [bike.id, bike]));

/** All bikes with one of these terms; null if there are too many. */
async function allOf(reader: BikeReader, terms: readonly string[]): Promise<Window | null> {
  const maxTerms = terms.length > 1 ? 2 * maxCandidates : maxCandidates;
  const bikes = await reader.some(terms, maxTerms + 1);
  return bikes.length > maxTerms ? null : { bikes: [...byId(bikes).values()], complete: true, on: null };
}

/** The most promising bikes with one of these terms: by hot rank, then the newest. */
async function bestOf(reader: BikeReader, terms: readonly string[]): Promise<Window> {
  const limit = shareOf(terms);
  const read = (order: Order) => Promise.all(terms.map((term) => reader.read({ terms: [term], order, limit })));
  const best = byId((await read('hot')).flat());
  if (best.size < maxCandidates) for (const bike of (await read('newest')).flat()) best.set(bike.id, bike);
  return { bikes: [...best.values()], complete: false, on: null };
}

/**
 * Reads the candidates for a search.
 * @param n approximate number of matches
 * @param sort null for the best matches, which no index orders
 */
export async function windowOf(
  reader: BikeReader,
  terms: readonly string[] | null,
  n: number,
  sort: SearchSort | null,
): Promise<Window> {
  const all = terms && n <= maxCandidates ? await allOf(reader, terms) : null;
  if (all) return all;
  if (terms && !sort) return bestOf(reader, terms);
  const { bikes, last, end } = await stretch(reader, terms, sort ?? 'BestMatch', null, maxCandidates);
  return { bikes, complete: end, on: last };
}

type Stretch = { bikes: Candidate[]; last: SortPosition | null; end: boolean };

const positionIn = (sort: SearchSort, bike: Candidate): SortPosition => sortPositionOf(sort, bike, null);

/** Rebuilds the sort keys of a bike from its position. */
function seenAt(sort: SearchSort, { by, id }: SortPosition): SortFields {
  const [first = 0, second = 0] = by;
  const none = { id, hotRank: 0, publishedAt: 0, points: 0 };
  switch (sort) {
    case 'BestMatch':
      return { ...none, hotRank: first };
    case 'Newest':
      return { ...none, publishedAt: first };
    case 'Oldest':
      return { ...none, publishedAt: -first };
    case 'Popular':
      return { ...none, points: first, publishedAt: second };
  }
}

/**
 * The next bikes in an order, merged over several terms up to where all of them have been read.
 * @param after the position where the last stretch ended
 */
async function stretch(
  reader: BikeReader,
  terms: readonly string[] | null,
  sort: SearchSort,
  after: SortPosition | null,
  limit: number,
): Promise<Stretch> {
  const order = orderOf[sort];
  // No index orders a term's bikes by points, so walk all bikes instead.
  const ways = order === 'points' || !terms ? [undefined] : terms.map((term) => [term]);
  const share = Math.max(minShare, Math.ceil(limit / ways.length));
  const from = after && seenAt(sort, after);
  const streams = await Promise.all(
    ways.map((one) => reader.read({ ...(one && { terms: one }), order, after: from, limit: share })),
  );
  const compare = (a: SortPosition, b: SortPosition) => compareSortPositions(sort, a, b);
  // If a stream goes on, bikes after its end may be missing from the merge.
  const ends = streams.flatMap((stream) => {
    const last = stream.length === share ? stream.at(-1) : undefined;
    return last ? [positionIn(sort, last)] : [];
  });
  const horizon = ends.sort(compare)[0] ?? null;
  const bikes = [...byId(streams.flat()).values()]
    .filter((bike) => !horizon || compare(positionIn(sort, bike), horizon) <= 0)
    .sort((a, b) => compare(positionIn(sort, a), positionIn(sort, b)));
  const last = bikes.at(-1);
  return { bikes, last: last ? positionIn(sort, last) : after, end: horizon === null };
}

/**
 * Walks bikes in an order until a page is full, or ends the page early after a bounded number of reads.
 * @param begun bikes already read; otherwise the walk begins after `after`
 * @returns the matching bikes and where to continue; null at the end
 */
export async function walk(
  reader: BikeReader,
  terms: readonly string[] | null,
  sort: SearchSort,
  { after, begun }: { after: SortPosition | null; begun: Window | null },
  { enough, filter }: { enough: number; filter(bikes: Candidate[]): Candidate[] },
): Promise<{ bikes: Candidate[]; next: SortPosition | null }> {
  const shown = begun ? filter(begun.bikes) : [];
  let from = begun ? begun.on : after;
  let isEnd = false;
  let left = begun ? maxFurther - maxCandidates : maxFurther;
  for (let size = 2 * enough; shown.length <= enough && !isEnd && left > 0; ) {
    const { bikes, last, end } = await stretch(reader, terms, sort, from, size);
    shown.push(...filter(bikes));
    isEnd = end;
    from = last;
    left -= size;
    // Read bigger batches if few match.
    size = Math.min(4 * size, Math.max(left, minShare));
  }
  const bikes = shown.slice(0, enough);
  const last = bikes.at(-1);
  if (shown.length > enough && last) return { bikes, next: positionIn(sort, last) };
  return { bikes, next: isEnd ? null : from };
}
