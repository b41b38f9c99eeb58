import { comparePlaces, type Place, placeOf } from '#contract/search/order.ts';
import type { SearchSort } from '#contract/search/query.ts';
import type { Candidate } from '#contract/search/sift.ts';

/** The orders that an index keeps. */
type Order = 'hot' | 'newest' | 'oldest' | 'points';
type Place_ = Pick<Candidate, 'id' | 'hotRank' | 'publishedAt' | 'points'>;

/** Active bikes, read along an index. */
export interface BikeReader {
  read(reading: {
    terms?: readonly string[];
    order: Order;
    after?: Place_ | null;
    limit: number;
  }): Promise<Candidate[]>;
  some(terms: readonly string[], limit: number): Promise<Candidate[]>;
}

/** Bikes that a search looks at: whatever it asks for, it costs no more than these. */
const looked = 250;
/** Bikes that a page goes on through after those, where few of them match. */
const further = 750;
const leastShare = 25;

const orderOf: Record<SearchSort, Order> = { BestMatch: 'hot', Newest: 'newest', Oldest: 'oldest', Popular: 'points' };

const shareOf = (terms: readonly string[]) => Math.max(leastShare, Math.ceil(looked / terms.length));

/** Candidates for a search. `complete`: there are no others. `on`: where a walk goes on that began with these. */
export type Window = { bikes: Candidate[]; complete: boolean; on: Place | null };

const byId = (bikes: Iterable<Candidate>) => new Map(Array.from(bikes, (bike) => [bike.id, bike]));

/** All bikes with one of these terms, where they are few enough to be looked at; null where there are more. */
async function allOf(reader: BikeReader, terms: readonly string[]): Promise<Window | null> {
  const most = terms.length > 1 ? 2 * looked : looked;
  const bikes = await reader.some(terms, most + 1);
  return bikes.length > most ? null : { bikes: [...byId(bikes).values()], complete: true, on: null };
}

/** Of bikes with one of these terms those that are worth a look before others: called so, and liked these days. */
async function bestOf(reader: BikeReader, terms: readonly string[]): Promise<Window> {
  const limit = shareOf(terms);
  const read = (order: Order) => Promise.all(terms.map((term) => reader.read({ terms: [term], order, limit })));
  const best = byId((await read('hot')).flat());
  if (best.size < looked) for (const bike of (await read('newest')).flat()) best.set(bike.id, bike);
  return { bikes: [...best.values()], complete: false, on: null };
}

/**
 * Candidates by which a search is answered.
 * @param n about how many there are
 * @param sort null where the best matches are wanted, and nothing says their order
 */
export async function windowOf(
  reader: BikeReader,
  terms: readonly string[] | null,
  n: number,
  sort: SearchSort | null,
): Promise<Window> {
  const all = terms && n <= looked ? await allOf(reader, terms) : null;
  if (all) return all;
  if (terms && !sort) return bestOf(reader, terms);
  const { bikes, last, end } = await stretch(reader, terms, sort ?? 'BestMatch', null, looked);
  return { bikes, complete: end, on: last };
}

type Stretch = { bikes: Candidate[]; last: Place | null; end: boolean };

const placeIn = (sort: SearchSort, bike: Candidate): Place => placeOf(sort, bike, null);

/** The bike's numbers that its place was made of. */
function seenAt(sort: SearchSort, { by, id }: Place): Place_ {
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
 * The next bikes in an order, of several terms as of one: as far as all of these were read.
 * @param after where the last stretch ended
 */
async function stretch(
  reader: BikeReader,
  terms: readonly string[] | null,
  sort: SearchSort,
  after: Place | null,
  limit: number,
): Promise<Stretch> {
  const order = orderOf[sort];
  // No index knows which of a term have the most points: all are walked by these.
  const ways = order === 'points' || !terms ? [undefined] : terms.map((term) => [term]);
  const share = Math.max(leastShare, Math.ceil(limit / ways.length));
  const from = after && seenAt(sort, after);
  const lanes = await Promise.all(
    ways.map((one) => reader.read({ ...(one && { terms: one }), order, after: from, limit: share })),
  );
  const compare = (a: Place, b: Place) => comparePlaces(sort, a, b);
  // Behind the end of a lane that goes on, bikes of it may be missing.
  const ends = lanes.flatMap((lane) => {
    const last = lane.length === share ? lane.at(-1) : undefined;
    return last ? [placeIn(sort, last)] : [];
  });
  const horizon = ends.sort(compare)[0] ?? null;
  const bikes = [...byId(lanes.flat()).values()]
    .filter((bike) => !horizon || compare(placeIn(sort, bike), horizon) <= 0)
    .sort((a, b) => compare(placeIn(sort, a), placeIn(sort, b)));
  const last = bikes.at(-1);
  return { bikes, last: last ? placeIn(sort, last) : after, end: horizon === null };
}

/** Takes bikes in, in their order, until there are enough. */
class Shown {
  readonly #bikes: Candidate[] = [];
  readonly #enough: number;
  readonly #sift: (bikes: Candidate[]) => Candidate[];

  constructor({ enough, sift }: Accepting) {
    this.#enough = enough;
    this.#sift = sift;
  }

  /** @returns whether there are more than enough now */
  take(bikes: Candidate[]): boolean {
    this.#bikes.push(...this.#sift(bikes));
    return this.#bikes.length > this.#enough;
  }

  page(sort: SearchSort, goesOn: Place | null): { bikes: Candidate[]; next: Place | null } {
    const bikes = this.#bikes.slice(0, this.#enough);
    const last = bikes.at(-1);
    return { bikes, next: this.#bikes.length > this.#enough && last ? placeIn(sort, last) : goesOn };
  }
}

type Accepting = { enough: number; sift(bikes: Candidate[]): Candidate[] };

/**
 * Goes through bikes in an order until enough of them are accepted, or so many were looked at that a page ends early.
 * @param begun what was read of it already; else it begins behind `after`
 * @returns those that are accepted, and where to go on; null at the end
 */
export async function walk(
  reader: BikeReader,
  terms: readonly string[] | null,
  sort: SearchSort,
  { after, begun }: { after: Place | null; begun: Window | null },
  accepting: Accepting,
): Promise<{ bikes: Candidate[]; next: Place | null }> {
  const shown = new Shown(accepting);
  if (begun && shown.take(begun.bikes)) return shown.page(sort, null);
  let from = begun ? begun.on : after;
  for (let left = begun ? further - looked : further, size = 2 * accepting.enough; left > 0; ) {
    const { bikes, last, end } = await stretch(reader, terms, sort, from, size);
    if (shown.take(bikes) || end) return shown.page(sort, null);
    from = last;
    left -= size;
    // Where few are accepted, more are read at once.
    size = Math.min(4 * size, Math.max(left, leastShare));
  }
  return shown.page(sort, from);
}
