import type { Now } from '#api/platform/clock.ts';
import type { Position } from '#api/platform/paging.ts';
import type { KeyedNews } from './feed.store.ts';

/** Number of the latest news that are held in memory. They take about a megabyte. */
const latestNews = 2_000;
/** Milliseconds between checks for writes of other processes. */
const pollIntervalMs = 1_000;
/** Milliseconds by which a write may become visible after writes with later timestamps, as in the change feed of bikes. */
const overlapMs = 10_000;
/** Changes that are applied one by one; with more, the latest news are read again. */
const maxChanges = 500;
/** Parts of the number of news: more are cut off. */
const slack = 1.25;

interface Deps {
  source: {
    /** The latest news of all bikes, latest first. */
    newest(limit: number): Promise<KeyedNews[]>;
    /** News that were written since a time. */
    changedSince(at: Date, limit: number): Promise<(KeyedNews & { changedAt: Date })[]>;
    lastChange(): Promise<Date | null>;
  };
  now: Now;
  /** Fewer, for tests only. */
  size?: number;
}

const byPosition = (a: KeyedNews, b: KeyedNews): number =>
  b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * The latest news of all bikes, held in memory for all members: members who follow much find a page here, and those who
 * follow little find it quickly in the database. News that were deleted may remain, since whoever shows news reads the
 * bike and leaves out what it no longer has. Nothing is read or kept unless somebody asks.
 */
export class LatestNews {
  readonly #deps: Deps;
  readonly #size: number;
  #rows: Map<string, KeyedNews> | null = null;
  #order: readonly KeyedNews[] | null = null;
  /** All news after this time are in memory. */
  #horizon = 0;
  /** The latest write that is known, by the database's clock. */
  #changedAt = 0;
  #polledAt = 0;
  /** Number of writes of this process, and of those that are applied. */
  #writes = 0;
  #applied = 0;
  #updating: Promise<void> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#size = deps.size ?? latestNews;
  }

  /** Notes that this process wrote news. */
  wrote(): void {
    this.#writes += 1;
  }

  /** The latest news of some keys, and the time until which these are all. */
  async of(
    keys: ReadonlySet<string>,
    { before, since, limit }: { before: Position; since: number; limit: number },
  ): Promise<{ news: KeyedNews[]; horizon: number }> {
    await this.#update();
    this.#order ??= [...(this.#rows ?? new Map<string, KeyedNews>()).values()].sort(byPosition);
    const news: KeyedNews[] = [];
    for (const one of this.#order) {
      const at = one.at.getTime();
      if (at <= since || at <= this.#horizon || news.length >= limit) break;
      const isAfter = at < before.at || (at === before.at && one.id < before.id);
      if (isAfter && one.keys.some((key) => keys.has(key))) news.push(one);
    }
    return { news, horizon: this.#horizon };
  }

  async #update(): Promise<void> {
    // The run in progress may have begun before the last write.
    await this.#updating?.catch(() => {});
    const isOld = this.#deps.now().getTime() - this.#polledAt >= pollIntervalMs;
    if (this.#rows && !this.#updating && !isOld && this.#applied === this.#writes) return;
    this.#updating ??= this.#updateNow().finally(() => {
      this.#updating = null;
    });
    await this.#updating;
  }

  async #updateNow(): Promise<void> {
    const [writes, now] = [this.#writes, this.#deps.now().getTime()];
    const changes = this.#rows && (await this.#deps.source.changedSince(this.#since(), maxChanges + 1));
    if (!this.#rows || !changes || changes.length > maxChanges) await this.#load();
    else for (const { changedAt, ...one } of changes) this.#put(one, changedAt);
    if (this.#rows && this.#rows.size > this.#size * slack) this.#trim(this.#rows);
    this.#applied = writes;
    this.#polledAt = now;
  }

  #since = () => new Date(this.#changedAt - overlapMs);

  async #load(): Promise<void> {
    const { source } = this.#deps;
    const changedAt = (await source.lastChange())?.getTime() ?? 0;
    const rows = await source.newest(this.#size);
    this.#rows = new Map(rows.map((one) => [one.id, one]));
    this.#order = null;
    this.#changedAt = changedAt;
    // Others of the same moment may be missing.
    this.#horizon = rows.length < this.#size ? 0 : (rows.at(-1)?.at.getTime() ?? 0);
  }

  #put(one: KeyedNews, changedAt: Date): void {
    this.#changedAt = Math.max(this.#changedAt, changedAt.getTime());
    if (one.at.getTime() > this.#horizon) this.#rows?.set(one.id, one);
    this.#order = null;
  }

  #trim(rows: Map<string, KeyedNews>): void {
    const order = [...rows.values()].sort(byPosition);
    this.#horizon = order[this.#size]?.at.getTime() ?? 0;
    for (const one of order) if (one.at.getTime() <= this.#horizon) rows.delete(one.id);
    this.#order = null;
  }
}
