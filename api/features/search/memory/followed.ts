import type { Candidate } from '#contract/search/sift.ts';
import { BikesInMemory } from './bikes-in-memory.ts';
import { SearchInMemory } from './search-in-memory.ts';

/** When a bike was last written. */
type Change = { id: string; at: Date };

/** The searchable bikes of the database. */
export interface BikeSource {
  /** All public bikes by ascending id. */
  all(after: string, limit: number): Promise<Candidate[]>;
  /** The public ones of these bikes. */
  these(ids: readonly string[]): Promise<Candidate[]>;
  /** Bikes written after a change, in order of writing. */
  changes(after: Change, limit: number): Promise<Change[]>;
  lastChange(): Promise<Date | null>;
  countAll(): Promise<number>;
}

/** Bikes read per batch; indexing a batch blocks the event loop. */
const batch = 100;
/** Changes applied while a request waits. */
const changesAtOnce = 500;
/**
 * Milliseconds by which a write may become visible after writes with later timestamps: clocks differ a little between
 * machines, and a write carries a time before the moment at which others see it.
 */
const overlap = 10_000;

/** Milliseconds within which two writes to a bike may carry the same timestamp. */
const sameMoment = 100;

/** A position after everything written up to that time. */
const behind = (at: number): Change => ({ id: '\uffff', at: new Date(at) });

type Taken = {
  /** Timestamp of the write. */
  at: number;
  /** When the change was first and last applied, by this process's clock. */
  first: number;
  last: number;
};

/** The bikes in memory and how far they have followed the database. */
export class Followed {
  readonly search: SearchInMemory;
  readonly #source: BikeSource;
  /** Recently applied changes by id. */
  readonly #taken = new Map<string, Taken>();
  /** Newest change seen, and when it was seen by this process's clock. */
  #marks: { seenAt: number; change: number }[];
  /** Position of the next changes while there are more than one round applies. */
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
   * Loads all bikes in batches.
   * @returns null if they exceed the memory limit or the server is stopping
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
   * Applies bikes that this process wrote.
   * @param ids applied ids are removed from this set
   * @returns whether there are more
   */
  async take(ids: Set<string>): Promise<boolean> {
    for (let left = changesAtOnce; left > 0 && ids.size > 0; left -= batch) {
      const some = [...ids].slice(0, batch);
      // Remove the ids before reading: a write from here on may not be part of what is read.
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
   * Applies changes that any process has written since the last call.
   * @returns whether there are more
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
