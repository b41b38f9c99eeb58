import type { Now } from '#api/platform/clock.ts';
import type { BikesInMemory } from './bikes-in-memory.ts';
import { type BikeSource, Followed } from './followed.ts';
import type { SearchInMemory } from './search-in-memory.ts';

/** More than that and search reads the database instead: all of 100,000 bikes are some MB. */
const most = { bikes: 250_000, bytes: 160 * 1024 * 1024 } as const;
/** Milliseconds after which it is looked for what other processes wrote. */
const heardFor = 1_000;
/** Milliseconds after which bikes are counted, in case that any was missed. */
const countedFor = 600_000;
/** Slots of bikes that changed since: so many are cleared away. */
const mostDead = 20_000;

interface Deps {
  source: BikeSource;
  now: Now;
}

/**
 * All bikes in memory, made in the background and kept in step with the database. Until they are there, or where they
 * are too many, there are none.
 */
export class KeptInMemory {
  readonly #source: BikeSource;
  readonly #now: () => number;
  #kept: Followed | null = null;
  #isTooMuch = false;
  /** Whether there was more to follow than somebody could wait for. */
  #isBehind = false;
  /** Bikes that this process wrote, and that were not looked at since. */
  readonly #own = new Set<string>();
  /** Bikes that it wrote while all are read anew: what is read may be older. */
  #meanwhile: Set<string> | null = null;
  /** Writes of this process that do not say which bikes they meant, and how many of them were followed. */
  #unnamed = 0;
  #heard = -1;
  #heardAt = 0;
  #following: Promise<void> | null = null;
  #countedAt: number | null = null;
  /** Whether there were too few bikes or too many when they were counted last. */
  #isOff = false;

  constructor({ source, now }: Deps) {
    this.#source = source;
    this.#now = () => now().getTime();
  }

  /** This process wrote these bikes; null: nobody knows which. */
  wrote(ids: readonly string[] | null): void {
    if (!ids) this.#unnamed += 1;
    for (const id of ids ?? []) {
      if (this.#kept) this.#own.add(id);
      this.#meanwhile?.add(id);
    }
  }

  /** These bikes cannot be found any more. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#kept?.bikes.remove(id);
  }

  /** All bikes, with everything that this process wrote, and others until a moment ago; null where that takes longer. */
  async current(): Promise<SearchInMemory | null> {
    // That may have begun before the last write.
    await this.#following?.catch(() => {});
    if (this.#kept && !this.#isBehind && (this.#own.size > 0 || this.#isOld())) await this.#follow(this.#kept);
    return this.#isBehind ? null : (this.#kept?.search ?? null);
  }

  #isOld(): boolean {
    return this.#heard < this.#unnamed || this.#now() - this.#heardAt >= heardFor;
  }

  /** Once at a time, whoever asks for it meanwhile. */
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
   * Makes what is missing: all, where there is nothing; what is left to follow; and all anew, where bikes were missed or
   * too much room is lost to those that changed.
   */
  async tend(stopping: AbortSignal): Promise<void> {
    while (this.#kept && this.#isBehind && !stopping.aborted) await this.#follow(this.#kept);
    if (this.#isTooMuch || stopping.aborted) return;
    const bikes = this.#kept?.bikes;
    const isWorn = bikes !== undefined && bikes.dead > mostDead && bikes.dead > bikes.live / 4;
    if (!bikes || isWorn || (await this.#isMissing())) await this.#make(stopping);
  }

  /** Whether there are not as many as there should be. */
  async #isMissing(): Promise<boolean> {
    const now = this.#now();
    if (this.#countedAt !== null && !this.#isOff && now - this.#countedAt < countedFor) return false;
    const there = await this.#source.countAll();
    await this.current();
    this.#countedAt = now;
    const wasOff = this.#isOff;
    this.#isOff = there !== this.#kept?.bikes.live;
    // A bike may be written while the others are counted, but not each time.
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
