import type { Now } from '#api/platform/clock.ts';
import type { BikeSource } from '../bike-source.ts';
import type { BikesInMemory } from './bikes-in-memory.ts';
import { Followed } from './followed.ts';
import type { SearchInMemory } from './search-in-memory.ts';

/** Above these limits search uses the database; 100,000 bikes take a few MB. */
const maxIndex = { bikes: 250_000, bytes: 160 * 1024 * 1024 } as const;
/** Milliseconds between checks for writes of other processes. */
const pollIntervalMs = 1_000;
/** Milliseconds between counts that detect missed bikes. */
const countIntervalMs = 600_000;
/** Dead slots that trigger a rebuild. */
const maxDeadSlots = 20_000;

interface Deps {
  source: BikeSource;
  now: Now;
}

/**
 * In-memory index of all bikes, built in the background and kept in sync with the database. There is none until it is
 * built, or if there are too many bikes.
 */
export class MemoryIndex {
  readonly #source: BikeSource;
  readonly #now: () => number;
  #index: Followed | null = null;
  #isTooMuch = false;
  /** Whether there is more to apply than one request can wait for. */
  #isBehind = false;
  /** Bikes that this process wrote and has not applied yet. */
  readonly #pendingIds = new Set<string>();
  /** Bikes that this process wrote during a rebuild, which may have read older versions. */
  #idsDuringBuild: Set<string> | null = null;
  /** `#unnamed` counts writes of this process with unknown bikes, `#followedUnnamed` those of them already followed. */
  #unnamed = 0;
  #followedUnnamed = -1;
  #followedAt = 0;
  #following: Promise<void> | null = null;
  #countedAt: number | null = null;
  /** Whether the last count found a different number of bikes. */
  #isCountOff = false;

  constructor({ source, now }: Deps) {
    this.#source = source;
    this.#now = () => now().getTime();
  }

  /** Notes that this process wrote these bikes; null if it is unknown which. */
  wrote(ids: readonly string[] | null): void {
    if (!ids) this.#unnamed += 1;
    for (const id of ids ?? []) {
      if (this.#index) this.#pendingIds.add(id);
      this.#idsDuringBuild?.add(id);
    }
  }

  /** Removes bikes that are no longer public. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#index?.bikes.remove(id);
  }

  /** The index with all writes of this process, and others up to `pollIntervalMs` ago; null if catching up takes too long. */
  async current(): Promise<SearchInMemory | null> {
    // The run in progress may have begun before the last write.
    await this.#following?.catch(() => {});
    // Another caller may have begun a run meanwhile, which has taken the pending ids.
    const isToFollow = this.#following !== null || this.#pendingIds.size > 0 || this.#isOld();
    if (this.#index && !this.#isBehind && isToFollow) await this.#follow(this.#index);
    return this.#isBehind ? null : (this.#index?.search ?? null);
  }

  #isOld(): boolean {
    return this.#followedUnnamed < this.#unnamed || this.#now() - this.#followedAt >= pollIntervalMs;
  }

  /** Single flight: concurrent callers share one run. */
  #follow(followed: Followed): Promise<void> {
    this.#following ??= this.#followNow(followed).finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #followNow(followed: Followed): Promise<void> {
    const [unnamed, now] = [this.#unnamed, this.#now()];
    const isOld = this.#isBehind || this.#isOld();
    const hasMore = await followed.take(this.#pendingIds);
    const isBehind = (isOld && (await followed.follow(now))) || hasMore;
    if (followed !== this.#index) return;
    this.#isBehind = isBehind;
    if (!isOld) return;
    this.#followedUnnamed = unnamed;
    this.#followedAt = now;
  }

  /**
   * Builds the index if there is none, catches up if it is behind, and rebuilds it if bikes were missed or dead slots
   * waste too much memory.
   */
  async tend(stopping: AbortSignal): Promise<void> {
    while (this.#index && this.#isBehind && !stopping.aborted) await this.#follow(this.#index);
    if (this.#isTooMuch || stopping.aborted) return;
    const bikes = this.#index?.bikes;
    const isWorn = bikes !== undefined && bikes.dead > maxDeadSlots && bikes.dead > bikes.live / 4;
    if (!bikes || isWorn || (await this.#isMissing())) await this.#build(stopping);
  }

  /** Whether the index has a different number of bikes than the database, in two counts in a row. */
  async #isMissing(): Promise<boolean> {
    const now = this.#now();
    if (this.#countedAt !== null && !this.#isCountOff && now - this.#countedAt < countIntervalMs) return false;
    const there = await this.#source.countAll();
    await this.current();
    this.#countedAt = now;
    const wasOff = this.#isCountOff;
    this.#isCountOff = there !== this.#index?.bikes.live;
    // A bike may be written during one count, but hardly during each.
    return wasOff && this.#isCountOff;
  }

  async #build(stopping: AbortSignal): Promise<void> {
    const isEnough = ({ live, postings }: BikesInMemory) => live <= maxIndex.bikes && postings.bytes <= maxIndex.bytes;
    const expected = await this.#source.countAll();
    let isTooMuch = expected > maxIndex.bikes;
    const mayGoOn = (bikes: BikesInMemory) => {
      isTooMuch ||= !isEnough(bikes);
      return !isTooMuch && !stopping.aborted;
    };
    const meanwhile = new Set<string>();
    this.#idsDuringBuild = meanwhile;
    const made = isTooMuch ? null : await Followed.all(this.#source, { expected, mayGoOn, now: this.#now });
    this.#idsDuringBuild = null;
    if (stopping.aborted) return;
    this.#index = made;
    for (const id of meanwhile) this.#pendingIds.add(id);
    this.#isTooMuch = isTooMuch;
    this.#isBehind = false;
    this.#isCountOff = false;
    this.#followedUnnamed = -1;
  }
}
