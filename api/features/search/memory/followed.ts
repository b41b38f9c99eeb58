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
const batchSize = 100;
/** Changes applied while a request waits. */
const maxChanges = 500;
/**
 * Milliseconds by which a write may become visible after writes with later timestamps: clocks differ a little between
 * machines, and a write carries a time before the moment at which others see it.
 */
const overlapMs = 10_000;

/** Milliseconds within which two writes to a bike may carry the same timestamp. */
const sameMomentMs = 100;

/** A position after everything written up to that time. */
const positionAfter = (at: number): Change => ({ id: '\uffff', at: new Date(at) });

type Applied = {
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
  readonly #applied = new Map<string, Applied>();
  /** Newest change seen, and when it was seen by this process's clock. */
  #checkpoints: { seenAt: number; change: number }[];
  /** Position of the next changes while there are more than one round applies. */
  #from: Change | null = null;

  private constructor(source: BikeSource, since: number, expected: number) {
    this.#source = source;
    this.search = new SearchInMemory(new BikesInMemory(expected));
    this.#checkpoints = [{ seenAt: Number.NEGATIVE_INFINITY, change: since }];
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
    const followed = new Followed(source, (last?.getTime() ?? 0) - overlapMs, expected);
    const { bikes } = followed;
    for (let rows = await source.all('', batchSize); rows.length > 0; ) {
      for (const row of rows) bikes.put(row);
      if (!mayGoOn(bikes)) return null;
      rows = rows.length < batchSize ? [] : await source.all(rows.at(-1)?.id ?? '', batchSize);
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
    for (let left = maxChanges; left > 0 && ids.size > 0; left -= batchSize) {
      const some = [...ids].slice(0, batchSize);
      // Remove the ids before reading: a write from here on may not be part of what is read.
      for (const id of some) ids.delete(id);
      try {
        await this.#apply(some);
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
    const settled = this.#checkpoints.findLastIndex(({ seenAt }) => seenAt <= now - overlapMs);
    if (settled > 0) this.#checkpoints.splice(0, settled);
    const since = this.#checkpoints[0]?.change ?? 0;
    for (const [id, { at }] of this.#applied) if (at <= since) this.#applied.delete(id);
    const changes = await this.#source.changes(this.#from ?? positionAfter(since), maxChanges);
    const fresh = changes.filter((change) => this.#isFresh(change));
    for (let at = 0; at < fresh.length; at += batchSize) {
      const some = fresh.slice(at, at + batchSize);
      await this.#apply(some.map(({ id }) => id));
      for (const change of some) this.#note(change, now);
    }
    const newest = changes.at(-1);
    const known = this.#checkpoints.at(-1)?.change ?? 0;
    if (newest && newest.at.getTime() > known) this.#checkpoints.push({ seenAt: now, change: newest.at.getTime() });
    this.#from = newest && changes.length === maxChanges ? newest : null;
    return this.#from !== null;
  }

  #isFresh({ id, at }: Change): boolean {
    const known = this.#applied.get(id);
    return known?.at !== at.getTime() || known.last - known.first < sameMomentMs;
  }

  #note({ id, at }: Change, now: number): void {
    const known = this.#applied.get(id);
    const first = known?.at === at.getTime() ? known.first : now;
    this.#applied.set(id, { at: at.getTime(), first, last: now });
  }

  async #apply(ids: readonly string[]): Promise<void> {
    const there = new Map((await this.#source.these(ids)).map((bike) => [bike.id, bike]));
    for (const id of ids) {
      const bike = there.get(id);
      if (bike) this.bikes.put(bike);
      else this.bikes.remove(id);
    }
  }
}
