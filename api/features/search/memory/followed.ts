import { batchSize, ChangeFeed, maxChanges } from '#api/platform/change-feed.ts';
import type { BikeSource } from '../bike-source.ts';
import { BikesInMemory } from './bikes-in-memory.ts';
import { SearchInMemory } from './search-in-memory.ts';

/** The bikes in memory and how far they have followed the database. */
export class Followed {
  readonly search: SearchInMemory;
  readonly #source: BikeSource;
  readonly #feed: ChangeFeed;

  private constructor(source: BikeSource, since: number, expected: number) {
    this.#source = source;
    this.search = new SearchInMemory(new BikesInMemory(expected));
    this.#feed = new ChangeFeed(source, since);
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
    const followed = new Followed(source, await ChangeFeed.begin(source), expected);
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
  follow(now: number): Promise<boolean> {
    return this.#feed.follow(now, (ids) => this.#apply(ids));
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
