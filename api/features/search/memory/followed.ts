import type { Candidate } from '#contract/search/sift.ts';
import { BikesInMemory } from './bikes-in-memory.ts';
import { SearchInMemory } from './search-in-memory.ts';

/** When a bike was written last. */
type Change = { id: string; at: Date };

/** The bikes of the database, as far as search goes by them. */
export interface BikeSource {
  /** All that can be found, by their ids upwards. */
  all(after: string, limit: number): Promise<Candidate[]>;
  /** Those of these that can be found. */
  these(ids: readonly string[]): Promise<Candidate[]>;
  /** What was written behind a moment, in the order in which it was. */
  changes(after: Change, limit: number): Promise<Change[]>;
  lastChange(): Promise<Date | null>;
  countAll(): Promise<number>;
}

/** Bikes that are read at once: as long as it takes to take them in, nobody else is served. */
const batch = 100;
/** Changes that are taken in while somebody waits for an answer. */
const changesAtOnce = 500;
/**
 * Milliseconds by which a write may be seen later than others that say they were later: clocks differ a little from
 * machine to machine, and what a write notes is older than the moment at which others see it.
 */
const overlap = 10_000;

/** Milliseconds in which a bike may be written twice and say the same of when. */
const sameMoment = 100;

/** Behind all that was written until then. */
const behind = (at: number): Change => ({ id: '\uffff', at: new Date(at) });

type Taken = {
  /** When it was written. */
  at: number;
  /** When it was taken in for the first time and for the last time, by the clock of this process. */
  first: number;
  last: number;
};

/** The bikes in memory, and how far they have followed the database. */
export class Followed {
  readonly search: SearchInMemory;
  readonly #source: BikeSource;
  /** What was taken in of late, by id. */
  readonly #taken = new Map<string, Taken>();
  /** The newest change that was seen, and when that was by the clock of this process. */
  #marks: { seenAt: number; change: number }[];
  /** Where the next changes begin, while there are more than are taken in at once. */
  #from: Change | null = null;

  private constructor(source: BikeSource, since: number, expected: number) {
    this.#source = source;
    this.search = new SearchInMemory(new BikesInMemory(expected));
    this.#marks = [{ seenAt: Number.NEGATIVE_INFINITY, change: since }];
  }

  get bikes(): BikesInMemory {
    return this.search.bikes;
  }

  /**
   * Reads all bikes, a few at a time.
   * @returns null where they got more than may be kept, or the site stops
   */
  static async all(
    source: BikeSource,
    { expected, mayGoOn, now }: { expected: number; mayGoOn(bikes: BikesInMemory): boolean; now(): number },
  ): Promise<Followed | null> {
    const last = await source.lastChange();
    const followed = new Followed(source, (last?.getTime() ?? 0) - overlap, expected);
    const { bikes } = followed;
    for (let rows = await source.all('', batch); rows.length > 0; ) {
      for (const row of rows) bikes.put(row);
      if (!mayGoOn(bikes)) return null;
      rows = rows.length < batch ? [] : await source.all(rows.at(-1)?.id ?? '', batch);
    }
    while (await followed.follow(now())) if (!mayGoOn(bikes)) return null;
    return followed;
  }

  /**
   * Takes in what this process wrote.
   * @param ids what was taken in is removed from these
   * @returns whether there is more
   */
  async take(ids: Set<string>): Promise<boolean> {
    for (let left = changesAtOnce; left > 0 && ids.size > 0; left -= batch) {
      const some = [...ids].slice(0, batch);
      // What is written again from here on may not be seen yet.
      for (const id of some) ids.delete(id);
      try {
        await this.#take(some);
      } catch (error) {
        for (const id of some) ids.add(id);
        throw error;
      }
    }
    return ids.size > 0;
  }

  /**
   * Takes in what anybody wrote since the last time.
   * @returns whether there is more
   */
  async follow(now: number): Promise<boolean> {
    const settled = this.#marks.findLastIndex(({ seenAt }) => seenAt <= now - overlap);
    if (settled > 0) this.#marks.splice(0, settled);
    const since = this.#marks[0]?.change ?? 0;
    for (const [id, { at }] of this.#taken) if (at <= since) this.#taken.delete(id);
    const changes = await this.#source.changes(this.#from ?? behind(since), changesAtOnce);
    const fresh = changes.filter((change) => this.#isFresh(change));
    for (let at = 0; at < fresh.length; at += batch) {
      const some = fresh.slice(at, at + batch);
      await this.#take(some.map(({ id }) => id));
      for (const change of some) this.#note(change, now);
    }
    const newest = changes.at(-1);
    const known = this.#marks.at(-1)?.change ?? 0;
    if (newest && newest.at.getTime() > known) this.#marks.push({ seenAt: now, change: newest.at.getTime() });
    this.#from = newest && changes.length === changesAtOnce ? newest : null;
    return this.#from !== null;
  }

  #isFresh({ id, at }: Change): boolean {
    const known = this.#taken.get(id);
    return known?.at !== at.getTime() || known.last - known.first < sameMoment;
  }

  #note({ id, at }: Change, now: number): void {
    const known = this.#taken.get(id);
    const first = known?.at === at.getTime() ? known.first : now;
    this.#taken.set(id, { at: at.getTime(), first, last: now });
  }

  async #take(ids: readonly string[]): Promise<void> {
    const there = new Map((await this.#source.these(ids)).map((bike) => [bike.id, bike]));
    for (const id of ids) {
      const bike = there.get(id);
      if (bike) this.bikes.put(bike);
      else this.bikes.remove(id);
    }
  }
}
