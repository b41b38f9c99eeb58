import type { Now } from '#api/platform/clock.ts';
import type { BikesInMemory } from './bikes-in-memory.ts';
import { type BikeSource, Followed } from './followed.ts';
import type { SearchInMemory } from './search-in-memory.ts';

/** Above these limits search uses the database; 100,000 bikes take a few MB. */
const most = { bikes: 250_000, bytes: 160 * 1024 * 1024 } as const;
/** Milliseconds between checks for writes of other processes. */
const heardFor = 1_000;
/** Milliseconds between counts that detect missed bikes. */
const countedFor = 600_000;
/** Dead slots that trigger a rebuild. */
const mostDead = 20_000;

interface Deps {
  source: BikeSource;
  now: Now;
}

/**
 * In-memory index of all bikes, built in the background and kept in sync with the database. There is none until it is
 * built, or if there are too many bikes.
 */
export class KeptInMemory {
  readonly #source: BikeSource;
  readonly #now: () => number;
  #kept: Followed | null = null;
  #isTooMuch = false;
  /** Whether there is more to apply than one request can wait for. */
  #isBehind = false;
  /** Bikes that this process wrote and has not applied yet. */
  readonly #own = new Set<string>();
  /** Bikes that this process wrote during a rebuild, which may have read older versions. */
  #meanwhile: Set<string> | null = null;
  /** `#unnamed` counts writes of this process with unknown bikes, `#heard` those of them already followed. */
  #unnamed = 0;
  #heard = -1;
  #heardAt = 0;
  #following: Promise<void> | null = null;
  #countedAt: number | null = null;
  /** Whether the last count found a different number of bikes. */
  #isOff = false;

  constructor({ source, now }: Deps) {
    this.#source = source;
    this.#now = () => now().getTime();
  }

  /** Notes that this process wrote these bikes; null if it is unknown which. */
  wrote(ids: readonly string[] | null): void {
    if (!ids) this.#unnamed += 1;
    for (const id of ids ?? []) {
      if (this.#kept) this.#own.add(id);
      this.#meanwhile?.add(id);
    }
  }

  /** Removes bikes that are no longer public. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#kept?.bikes.remove(id);
  }

  /** The index with all writes of this process, and others up to `heardFor` ago; null if catching up takes too long. */
  async current(): Promise<SearchInMemory | null> {
    // The run in progress may have begun before the last write.
    await this.#following?.catch(() => {});
    if (this.#kept && !this.#isBehind && (this.#own.size > 0 || this.#isOld())) await this.#follow(this.#kept);
    return this.#isBehind ? null : (this.#kept?.search ?? null);
  }

  #isOld(): boolean {
    return this.#heard < this.#unnamed || this.#now() - this.#heardAt >= heardFor;
  }

  /** Single flight: concurrent callers share one run. */
  #follow(kept: Followed): Promise<void> {
    this.#following ??= this.#followNow(kept).finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #followNow(kept: Followed): Promise<void> {
    const [unnamed, now] = [this.#unnamed, this.#now()];
    const isOld = this.#isBehind || this.#isOld();
    const hasMore = await kept.take(this.#own);
    const isBehind = (isOld && (await kept.follow(now))) || hasMore;
    if (kept !== this.#kept) return;
    this.#isBehind = isBehind;
    if (!isOld) return;
    this.#heard = unnamed;
    this.#heardAt = now;
  }

  /**
   * Builds the index if there is none, catches up if it is behind, and rebuilds it if bikes were missed or dead slots
   * waste too much memory.
   */
  async tend(stopping: AbortSignal): Promise<void> {
    while (this.#kept && this.#isBehind && !stopping.aborted) await this.#follow(this.#kept);
    if (this.#isTooMuch || stopping.aborted) return;
    const bikes = this.#kept?.bikes;
    const isWorn = bikes !== undefined && bikes.dead > mostDead && bikes.dead > bikes.live / 4;
    if (!bikes || isWorn || (await this.#isMissing())) await this.#make(stopping);
  }

  /** Whether the index has a different number of bikes than the database, in two counts in a row. */
  async #isMissing(): Promise<boolean> {
    const now = this.#now();
    if (this.#countedAt !== null && !this.#isOff && now - this.#countedAt < countedFor) return false;
    const there = await this.#source.countAll();
    await this.current();
    this.#countedAt = now;
    const wasOff = this.#isOff;
    this.#isOff = there !== this.#kept?.bikes.live;
    // A bike may be written during one count, but hardly during each.
    return wasOff && this.#isOff;
  }

  async #make(stopping: AbortSignal): Promise<void> {
    const isEnough = ({ live, postings }: BikesInMemory) => live <= most.bikes && postings.bytes <= most.bytes;
    const expected = await this.#source.countAll();
    let isTooMuch = expected > most.bikes;
    const mayGoOn = (bikes: BikesInMemory) => {
      isTooMuch ||= !isEnough(bikes);
      return !isTooMuch && !stopping.aborted;
    };
    const meanwhile = new Set<string>();
    this.#meanwhile = meanwhile;
    const made = isTooMuch ? null : await Followed.all(this.#source, { expected, mayGoOn, now: this.#now });
    this.#meanwhile = null;
    if (stopping.aborted) return;
    this.#kept = made;
    for (const id of meanwhile) this.#own.add(id);
    this.#isTooMuch = isTooMuch;
    this.#isBehind = false;
    this.#isOff = false;
    this.#heard = -1;
  }
}
