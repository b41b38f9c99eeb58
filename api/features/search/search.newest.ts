import { batchSize, ChangeFeed, type ChangeSource, maxChanges } from '#api/platform/change-feed.ts';
import type { Now } from '#api/platform/clock.ts';
import { makerOfKey } from '#contract/model-key.ts';
import { matcherOf } from '#contract/search/filter-and-count.ts';
import { type ReadFacets, readFacets } from '#contract/search/found.ts';
import { searchOfKey } from '#contract/search/key.ts';

/**
 * Number of the newest bikes that are held in memory, and that followed searches find: at least three quarters of it, as
 * bikes may be hidden. They take a few MB.
 */
const newestBikes = 2_000;
/** Searches whose results are kept. */
const maxSearches = 5_000;
/** Milliseconds between checks for writes of other processes. */
const pollIntervalMs = 1_000;
/** Changed bikes that are noted for searches which have not compared them yet. */
const maxNoted = 4 * newestBikes;

/** `at`: when it was published, in milliseconds. */
type Place = { id: string; at: number };
/** A bike with what it is followed by. */
type Read = Place & {
  ownerId: string;
  modelKey: string;
  partKeys: readonly string[];
  tags: readonly string[];
  indexText: string;
};
type Bike = Read & { facets: ReadFacets; slot: number };
/** Keys of what is followed, by kind; of a search its query, as `searchKey` writes it. */
type Sources = Readonly<Record<'member' | 'brand' | 'model' | 'part' | 'tag' | 'search', readonly string[]>>;
type Matched = {
  isFound: ReturnType<typeof matcherOf>;
  /** Number of noted changes that it has compared; less than none before the first comparison. */
  seen: number;
  /** Whether it finds the bike in a slot. */
  finds: Uint8Array;
};
/** The newest bikes of what is followed. */
type Newest = {
  /** Newest first. */
  bikes: Place[];
  /** The searches that find a bike. */
  searchesOf(id: string): string[];
  /** The oldest bike in memory; null if these are all bikes. */
  horizon: Place | null;
};
/** `before`: the position that the bikes come after. `since`: only later ones, in milliseconds. */
type Stretch = { before: Place; since: number; limit: number };

/** Parts of the number of bikes: more are cut off, and fewer are read anew. */
const slack = { more: 1.25, fewer: 0.75 } as const;

interface Deps {
  source: ChangeSource & {
    newest(limit: number): Promise<Read[]>;
    these(ids: readonly string[]): Promise<Read[]>;
  };
  now: Now;
  /** Fewer, for tests only. */
  size?: number;
}

/** Compares for sorting as the search for the newest does. */
const byAge = (a: Place, b: Place): number => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * Finds the newest bikes of many members, models, parts, tags and searches. The newest visible bikes are held in memory for all
 * members, and what a search finds among them is kept: a written bike alone is compared again. Nothing is read or kept
 * unless somebody asks.
 */
export class NewestBikes {
  readonly #deps: Deps;
  readonly #size: number;
  readonly #bikes = new Map<string, Bike>();
  /** The bikes by their slot, and the slots that are free. */
  readonly #slots: (Bike | undefined)[];
  readonly #free: number[];
  /** Newest first; null until it is needed. */
  #order: Bike[] | null = null;
  readonly #searches = new Map<string, Matched>();
  /** The position behind which bikes are left out; null if there are no others. */
  #horizon: Place | null = null;
  #feed: ChangeFeed | null = null;
  #followedAt = 0;
  /** Bikes that this process wrote and has not applied yet. */
  #pending = new Set<string>();
  /** Whether this process wrote unknown bikes since it followed last. */
  #isUnnamed = false;
  #updating: Promise<void> | null = null;
  /** Slots that changed, and the number of those that were noted before and are forgotten. */
  #noted: number[] = [];
  #forgotten = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#size = deps.size ?? newestBikes;
    const slots = Math.ceil(this.#size * slack.more) + batchSize;
    this.#slots = Array.from({ length: slots }, () => undefined);
    this.#free = Array.from({ length: slots }, (_, at) => slots - 1 - at);
  }

  /** Notes that this process wrote these bikes; null if it is unknown which. */
  wrote(ids: readonly string[] | null): void {
    if (!this.#feed && !this.#updating) return;
    if (!ids) this.#isUnnamed = true;
    for (const id of ids ?? []) this.#pending.add(id);
  }

  async of({ member, brand, model, part, tag, search }: Sources, { before, since, limit }: Stretch): Promise<Newest> {
    await this.#update();
    const searches = search.map((key) => ({ key, matched: this.#matchedBy(key) }));
    // A large first comparison gives way to others.
    for (const { matched } of searches) if (this.#compare(matched)) await new Promise((done) => setImmediate(done));
    for (const { matched } of searches) this.#compare(matched);
    const [members, brands, models] = [new Set(member), new Set(brand), new Set(model)];
    const [parts, tags] = [new Set(part), new Set(tag)];
    const isMeant = ({ ownerId, modelKey, partKeys, tags: own, slot }: Bike) =>
      members.has(ownerId) ||
      models.has(modelKey) ||
      (brands.size > 0 && brands.has(makerOfKey(modelKey))) ||
      (parts.size > 0 && partKeys.some((one) => parts.has(one))) ||
      own.some((one) => tags.has(one)) ||
      searches.some(({ matched }) => matched.finds[slot]);
    const bikes: Place[] = [];
    for (const bike of this.#newestFirst()) {
      if (bike.at <= since || bikes.length >= limit) break;
      if (byAge(bike, before) > 0 && isMeant(bike)) bikes.push({ id: bike.id, at: bike.at });
    }
    return {
      bikes,
      horizon: this.#horizon,
      searchesOf: (id) => {
        const slot = this.#bikes.get(id)?.slot;
        if (slot === undefined) return [];
        return searches.flatMap(({ key, matched }) => {
          this.#compare(matched);
          return matched.finds[slot] ? [key] : [];
        });
      },
    };
  }

  #newestFirst(): readonly Bike[] {
    this.#order ??= [...this.#bikes.values()].sort(byAge);
    return this.#order;
  }

  /** Puts a bike into the order in place of another, if there is an order. */
  #arrange(before: Bike | undefined, now: Bike | undefined): void {
    const order = this.#order;
    if (!order) return;
    if (before) order.splice(order.indexOf(before), 1);
    if (!now) return;
    const at = order.findIndex((one) => byAge(now, one) <= 0);
    order.splice(at < 0 ? order.length : at, 0, now);
  }

  /** The kept result of a search. The least recently asked ones are forgotten first. */
  #matchedBy(key: string): Matched {
    const known = this.#searches.get(key);
    const matched = known ?? {
      isFound: matcherOf(searchOfKey(key)),
      seen: -1,
      finds: new Uint8Array(this.#slots.length),
    };
    this.#searches.delete(key);
    this.#searches.set(key, matched);
    for (const oldest of this.#searches.keys()) {
      if (this.#searches.size <= maxSearches) break;
      this.#searches.delete(oldest);
    }
    return matched;
  }

  /** Compares the bikes that changed since the last comparison. Returns whether these were all. */
  #compare(matched: Matched): boolean {
    const { isFound, finds } = matched;
    const isAll = matched.seen < this.#forgotten;
    const compare = (slot: number) => {
      const bike = this.#slots[slot];
      finds[slot] = bike && isFound(bike) ? 1 : 0;
    };
    if (isAll) for (let slot = 0; slot < finds.length; slot += 1) compare(slot);
    else for (const slot of this.#noted.slice(matched.seen - this.#forgotten)) compare(slot);
    matched.seen = this.#forgotten + this.#noted.length;
    return isAll;
  }

  /** Applies all writes of this process, and those of others up to `pollIntervalMs` ago. */
  async #update(): Promise<void> {
    // The run in progress may have begun before the last write.
    await this.#updating?.catch(() => {});
    const isToUpdate = this.#updating !== null || !this.#feed || this.#pending.size > 0 || this.#isOld();
    if (!isToUpdate) return;
    this.#updating ??= this.#updateNow().finally(() => {
      this.#updating = null;
    });
    await this.#updating;
  }

  #isOld(): boolean {
    return this.#isUnnamed || this.#deps.now().getTime() - this.#followedAt >= pollIntervalMs;
  }

  async #updateNow(): Promise<void> {
    const now = this.#deps.now().getTime();
    if (!this.#feed || this.#pending.size > maxChanges) return this.#load(now);
    const pending = this.#pending;
    this.#pending = new Set();
    try {
      for (const ids = [...pending]; ids.length > 0; ) await this.#apply(ids.splice(0, batchSize));
    } catch (error) {
      for (const id of pending) this.#pending.add(id);
      throw error;
    }
    if (!this.#isOld()) return;
    this.#isUnnamed = false;
    const hasMore = await this.#feed
      .follow(now, (ids) => this.#apply(ids))
      .catch((error: unknown) => {
        this.#isUnnamed = true;
        throw error;
      });
    this.#followedAt = now;
    // Reading the newest bikes again costs less than many changes; so it does once many of them are gone.
    const isShort = this.#horizon !== null && this.#bikes.size < this.#size * slack.fewer;
    if (hasMore || isShort) await this.#load(now);
  }

  async #load(now: number): Promise<void> {
    const { source } = this.#deps;
    const feed = new ChangeFeed(source, await ChangeFeed.begin(source));
    this.#pending.clear();
    this.#isUnnamed = false;
    const bikes = await source.newest(this.#size);
    const there = new Set(bikes.map(({ id }) => id));
    this.#order = null;
    const last = bikes.length < this.#size ? undefined : bikes.at(-1);
    this.#horizon = last ?? null;
    for (const id of [...this.#bikes.keys()]) if (!there.has(id)) this.#remove(id);
    for (const bike of bikes) this.#put(bike);
    // Writes during the read are applied by the next run.
    this.#feed = feed;
    this.#followedAt = now - pollIntervalMs;
  }

  async #apply(ids: readonly string[]): Promise<void> {
    const there = new Map((await this.#deps.source.these(ids)).map((bike) => [bike.id, bike]));
    for (const id of ids) {
      const bike = there.get(id);
      const isIn = bike && (!this.#horizon || byAge(bike, this.#horizon) <= 0);
      if (isIn) this.#put(bike);
      else this.#remove(id);
    }
    if (this.#bikes.size <= this.#size * slack.more) return;
    const order = [...this.#newestFirst()];
    this.#order = null;
    this.#horizon = order[this.#size - 1] ?? null;
    for (const { id } of order.slice(this.#size)) this.#remove(id);
  }

  #put(read: Read): void {
    const known = this.#bikes.get(read.id);
    const slot = known?.slot ?? (this.#free.pop() as number);
    const isSame = known?.indexText === read.indexText && known.at === read.at;
    const bike = { ...read, facets: isSame ? known.facets : readFacets(read.indexText), slot };
    this.#bikes.set(read.id, bike);
    this.#slots[slot] = bike;
    this.#arrange(known, bike);
    if (!isSame) this.#note(slot);
  }

  #remove(id: string): void {
    const known = this.#bikes.get(id);
    if (!known) return;
    this.#bikes.delete(id);
    this.#free.push(known.slot);
    this.#slots[known.slot] = undefined;
    this.#arrange(known, undefined);
    this.#note(known.slot);
  }

  #note(slot: number): void {
    this.#noted.push(slot);
    if (this.#noted.length <= maxNoted) return;
    const half = maxNoted / 2;
    this.#noted.splice(0, half);
    this.#forgotten += half;
  }
}
