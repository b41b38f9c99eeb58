import type { Changed, CountSource } from '#api/platform/counting.ts';
import type { Events } from '#api/platform/events.ts';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { noCounts } from '#contract/bikes.ts';
import { Problem } from '#contract/problems.ts';
import {
  type BikeCountStore,
  type CountedBike,
  type CountKind,
  type Counts,
  countKinds,
  type Tally,
} from './bikes.counts.store.ts';
import { eventsOf } from './bikes.events.ts';
import { favoriteWeight, firstCommentWeight, likeWeight, publishedWeeks, withEvents } from './hot-rank.ts';

interface Deps {
  bikes: BikeCountStore;
  siteMeta: SiteMeta;
  emit: Events['emit'];
}

type Open = { of: CountKind; changed: Changed[] };
type Whole = CountedBike & { tally: Tally };

const weights: Record<CountKind, number> = {
  likes: likeWeight,
  comments: firstCommentWeight,
  views: 0,
  favorites: favoriteWeight,
};
const batchSize = 64;
const tries = 20;
const maxFinished = 1000;
const allCounted = 'every bike is counted';

const isWhole = (bike: CountedBike): bike is Whole => bike.tally !== null;

/**
 * Keeps each bike's counters and rank in step with its likes, comments, favorites and views, at a cost that does not
 * grow with them.
 *
 * A change is first stored on its own document. The bike then counts changes with one optimistic write, which succeeds
 * only if nobody else wrote the counters since they were read, and which stores the ids of these changes. Afterwards
 * they are emitted as events and finished on their documents. Nothing else is counted before all stored changes are
 * finished, so no change is counted twice. A change left by a crash is still on its document, where the bike's next
 * count or the sweep finds it.
 */
export class BikeCounters {
  readonly #deps: Deps;
  /** Complete before the first request. */
  readonly #sources = {} as Record<CountKind, CountSource>;
  readonly #running = new Map<string, Promise<Counts | null>>();
  readonly #waiting = new Map<string, Promise<Counts | null>>();
  /** The sequence number up to which this process knows a bike's changes to be finished. */
  readonly #finished = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  addSource(kind: CountKind, source: CountSource): void {
    this.#sources[kind] = source;
  }

  /** A bike with its counters; read it before writing a change. Null if there is none. */
  async find(bikeId: string): Promise<CountedBike | null> {
    const { bikes } = this.#deps;
    const bike = await bikes.find(bikeId);
    if (!bike || isWhole(bike)) return bike;
    await this.settle(bikeId);
    return bikes.find(bikeId);
  }

  /** Counts a change that was written after `bike` was read. @throws unavailable; the change is then counted later */
  async count(bike: CountedBike, of: CountKind, changed: Changed): Promise<Counts> {
    const { id } = bike;
    const alone = isWhole(bike) && !this.#running.has(id);
    const counts = alone
      ? await this.#run(id, async () => (await this.#add(bike, [{ of, changed: [changed] }])) ?? this.#addAll(id))
      : await this.settle(id);
    return counts ?? bike.counts;
  }

  /** Counts all open changes of a bike and returns its counters; null if there is no such bike. @throws unavailable */
  settle(bikeId: string): Promise<Counts | null> {
    const running = this.#running.get(bikeId);
    if (!running) return this.#run(bikeId, () => this.#addAll(bikeId));
    const waiting = this.#waiting.get(bikeId);
    if (waiting !== undefined) return waiting;
    // The current run may have read before the caller wrote. All callers that come meanwhile share the next run.
    const next = running
      .catch(() => null)
      .then(() => {
        this.#waiting.delete(bikeId);
        return this.#run(bikeId, () => this.#addAll(bikeId));
      });
    this.#waiting.set(bikeId, next);
    return next;
  }

  /** Counts changes left by crashes, and bikes stored before they had tallies. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { bikes, siteMeta } = this.#deps;
    const failures: unknown[] = [];
    const each = async (page: (after: string) => Promise<string[]>, work: (bikeId: string) => Promise<unknown>) => {
      for (let ids = await page(''); ids.length > 0; ids = await page(ids.at(-1) ?? '')) {
        for (const id of ids) {
          if (stopping.aborted) return;
          await work(id).catch((error: unknown) => failures.push(error));
        }
      }
    };
    for (const source of countKinds.map((kind) => this.#sources[kind])) {
      await each(
        (after) => source.openBikes(after),
        async (id) => (await this.settle(id)) ?? source.drop(id),
      );
    }
    if (!(await siteMeta.get(allCounted))) {
      await each(
        (after) => bikes.uncounted(after),
        (id) => this.settle(id),
      );
      if (failures.length === 0 && !stopping.aborted) await siteMeta.set(allCounted, 'yes');
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some bikes could not be counted.');
  }

  #run(bikeId: string, work: () => Promise<Counts | null>): Promise<Counts | null> {
    const run = work().finally(() => {
      if (this.#running.get(bikeId) === run) this.#running.delete(bikeId);
    });
    this.#running.set(bikeId, run);
    return run;
  }

  async #addAll(bikeId: string): Promise<Counts | null> {
    const { bikes } = this.#deps;
    for (let lost = 0; lost < tries; ) {
      const bike = await bikes.find(bikeId);
      if (!bike) return null;
      if (!isWhole(bike)) {
        if (!(await this.#countWhole(bike))) lost++;
        continue;
      }
      await this.#finish(bike);
      const open = await Promise.all(
        countKinds.map(async (of) => ({ of, changed: await this.#sources[of].open(bikeId, batchSize) })),
      );
      const counts = await this.#add(bike, open);
      if (!counts) lost++;
      else if (open.every(({ changed }) => changed.length < batchSize)) return counts;
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  /** Counts changes. Returns null if somebody else wrote the counters meanwhile. */
  async #add(bike: Whole, open: Open[]): Promise<Counts | null> {
    const { bikes } = this.#deps;
    const changes = open.filter(({ changed }) => changed.length > 0);
    if (changes.length === 0) return bike.counts;
    await this.#finish(bike);
    const counts = { ...bike.counts };
    let { weeks } = bike.tally;
    let { points } = bike;
    const marks: Tally['marks'] = [];
    for (const { of, changed } of changes) {
      const { by, moments, mark } = await this.#sources[of].batchOf(bike, changed);
      counts[of] += by;
      points += weights[of] * moments.reduce((all, moment) => all + moment.by, 0);
      weeks = withEvents(
        weeks,
        moments.map((moment) => ({ at: moment.at, weight: moment.by * weights[of] })),
      );
      marks.push({ of, mark });
    }
    const tally = { weeks, marks };
    if (!(await bikes.replace(bike, counts, points, tally))) return null;
    await this.#finish({ ...bike, seq: bike.seq + 1, tally });
    return counts;
  }

  async #finish({ id, ownerId, seq, tally }: Whole): Promise<void> {
    if (tally.marks.length === 0 || this.#finished.get(id) === seq) return;
    await this.#deps.emit(...eventsOf({ id, ownerId }, tally));
    for (const { of, mark } of tally.marks) await this.#sources[of].finish(mark, seq);
    this.#finished.delete(id);
    this.#finished.set(id, seq);
    const [oldest = id] = this.#finished.keys();
    if (this.#finished.size > maxFinished) this.#finished.delete(oldest);
  }

  /** Counts everything of a bike that was never counted. Returns false if somebody else did so meanwhile. */
  async #countWhole(bike: CountedBike): Promise<boolean> {
    const { bikes } = this.#deps;
    const counts: Counts = { ...noCounts };
    let weeks = publishedWeeks(bike.publishedAt);
    let points = 0;
    for (const of of countKinds) {
      const { by, moments, mark } = await this.#sources[of].whole(bike);
      await this.#sources[of].finish(mark, bike.seq);
      counts[of] = by;
      points += weights[of] * moments.length;
      weeks = withEvents(
        weeks,
        moments.map(({ at }) => ({ at, weight: weights[of] })),
      );
    }
    return bikes.replace(bike, counts, points, { weeks, marks: [] });
  }
}
