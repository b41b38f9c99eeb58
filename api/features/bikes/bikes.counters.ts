import { isDeepStrictEqual } from 'node:util';
import { Batcher } from '#api/platform/batcher.ts';
import type { AppEvent, Events } from '#api/platform/events.ts';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { noCounts } from '#contract/bike-defaults.ts';
import { Problem } from '#contract/problems.ts';
import { type Changed, type CountSource, toStored } from './bikes.count-changes.store.ts';
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
  /** Runs work in the background; its failures are logged. */
  soon(work: () => Promise<void>): void;
}

/** Changes to count. `cancelled`: removals of items that the bike has not counted. */
type Open = { of: CountKind; changed: Changed[]; cancelled?: Changed[] };
/** A stored change, and its bike as read before. `cancelled`: the item was removed before the bike counted it. */
type Uncounted = { bike: CountedBike; of: CountKind; changed: Changed; cancelled?: 'waiting' | 'written' };
type Whole = CountedBike & { tally: Tally };
/** A bike as this process finished it last. Since the sequence number `since` it was counted by this process alone. */
type Finished = { bike: Whole; since: number };

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
/** Time in milliseconds for which changes are collected before they are counted in one batch. */
const collectMs = 300;

/** Works on the ids of all pages, in sequence. Returns the failures. */
async function eachId(
  page: (after: string) => Promise<string[]>,
  stopping: AbortSignal | undefined,
  work: (id: string) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (let ids = await page(''); ids.length > 0; ids = await page(ids.at(-1) ?? '')) {
    for (const id of ids) {
      if (stopping?.aborted) return failures;
      await work(id).catch((error: unknown) => failures.push(error));
    }
  }
  return failures;
}

const isWhole = (bike: CountedBike): bike is Whole => bike.tally !== null;

/**
 * Keeps each bike's counters and rank in step with its likes, comments, favorites and views, at a cost that does not
 * grow with them.
 *
 * A change is first stored on its own document. The bike then counts changes with one optimistic write, which succeeds
 * only if nobody else wrote the counters since they were read, and which stores the ids of these changes. Afterwards
 * they are emitted as events and finished on their documents. Nothing else is counted before all stored changes are
 * finished, so no change is counted twice. A change left by a crash is still on its document, where the bike's next
 * count, the next start or the sweep finds it. So a write may be answered before its change is counted.
 */
export class BikeCounters {
  readonly #deps: Deps;
  /** Complete before the first request. */
  readonly #sources = {} as Record<CountKind, CountSource>;
  readonly #running = new Map<string, Promise<Counts | null>>();
  readonly #waiting = new Map<string, Promise<Counts | null>>();
  /** The bikes with the latest sequence numbers up to which this process knows their changes to be finished. */
  readonly #finished = new Map<string, Finished>();
  /** Changes for the next batch, by bike. */
  readonly #collected = new Map<string, Uncounted[]>();
  /** Changes of the batches that are running, by bike. */
  readonly #batches = new Map<string, Uncounted[]>();
  readonly #emitter: Batcher<AppEvent[], void>;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#emitter = new Batcher(async (all) => {
      await deps.emit(...all.flat());
      return [];
    });
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
    return (await this.#countTogether(bike.id, [{ bike, of, changed }])) ?? bike.counts;
  }

  /**
   * Collects a change that was written after `bike` was read for the next batch. Returns the counter that includes it.
   * After a crash or a failure the sweep counts it.
   */
  countSoon(bike: CountedBike, of: CountKind, changed: Changed): number {
    const collected = this.#collected.get(bike.id) ?? [];
    collected.push({ bike, of, changed });
    this.#collected.set(bike.id, collected);
    this.#countLater();
    return this.total(bike, of);
  }

  /**
   * Removes an item whose change is collected: one write of the bike notes both as done, and its counter does not
   * change. Returns the counter; null if the change is not collected, or was counted meanwhile.
   */
  async cancel(bikeId: string, of: CountKind, id: string): Promise<number | null> {
    const isMeant = (one: Uncounted) => one.of === of && one.changed.id === id && one.changed.by === 1;
    const change = this.#collected.get(bikeId)?.find(isMeant);
    if (!change) return null;
    change.cancelled = 'waiting';
    while (this.#collected.get(bikeId)?.includes(change)) {
      // All that are cancelled meanwhile share the next write.
      if (this.#running.has(bikeId)) await this.#ended(bikeId);
      else await this.#countBatch(bikeId, ({ cancelled }) => cancelled !== undefined);
    }
    if (change.cancelled === 'waiting') await (this.#waiting.get(bikeId) ?? this.#running.get(bikeId));
    // The type does not see what was awaited.
    return (change.cancelled as Uncounted['cancelled']) === 'written' ? this.total(change.bike, of) : null;
  }

  /** A bike's counter, including changes of this process that were counted or collected after `bike` was read. */
  total(bike: CountedBike, of: CountKind): number {
    const { id } = bike;
    const finished = this.#finished.get(id)?.bike;
    const { counts, seq } = finished && finished.seq > bike.seq ? finished : bike;
    const running = this.#batches.get(id)?.filter((one) => one.bike.seq >= seq) ?? [];
    const all = [...running, ...(this.#collected.get(id) ?? [])];
    const missing = all.filter((one) => one.of === of && !one.cancelled);
    return missing.reduce((sum, { changed }) => sum + changed.by, counts[of]);
  }

  /**
   * Counts the collected changes of one bike or of all bikes now. The sweep repeats what fails. An event handler must
   * not wait for it: counting waits for the handlers.
   */
  async counted(bikeId?: string): Promise<void> {
    const ids = bikeId ? [bikeId] : [...this.#collected.keys(), ...this.#running.keys()];
    await Promise.allSettled(ids.map((id) => this.#countBatch(id)));
  }

  /** Counts all open changes of a bike and returns its counters; null if there is no such bike. @throws unavailable */
  settle(bikeId: string): Promise<Counts | null> {
    this.#collected.delete(bikeId);
    const running = this.#running.get(bikeId);
    if (running === undefined) return this.#run(bikeId, () => this.#addAll(bikeId));
    const waiting = this.#waiting.get(bikeId);
    if (waiting !== undefined) return waiting;
    // The current run may have read before the caller wrote. All callers that come meanwhile share the next run.
    const next = this.#ended(bikeId).then(() => {
      this.#waiting.delete(bikeId);
      return this.#run(bikeId, () => this.#addAll(bikeId));
    });
    this.#waiting.set(bikeId, next);
    return next;
  }

  /** Counts changes left by crashes, and bikes stored before they had tallies. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { bikes, siteMeta } = this.#deps;
    const failures = await this.countLeft(countKinds, stopping);
    if (!(await siteMeta.get(allCounted))) {
      failures.push(
        ...(await eachId(
          (after) => bikes.uncounted(after),
          stopping,
          (id) => this.settle(id),
        )),
      );
      if (failures.length === 0 && !stopping.aborted) await siteMeta.set(allCounted, 'yes');
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some bikes could not be counted.');
  }

  /** Counts changes left by crashes. Returns its failures. */
  async countLeft(kinds: readonly CountKind[], stopping?: AbortSignal): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const source of kinds.map((kind) => this.#sources[kind])) {
      const count = async (id: string) => (await this.settle(id)) ?? source.drop(id);
      failures.push(...(await eachId((after) => source.openBikes(after), stopping, count)));
    }
    return failures;
  }

  /** Number of uncounted changes, by what they count. */
  async waiting(): Promise<Record<CountKind, number>> {
    const count = async (kind: CountKind) => [kind, await this.#sources[kind].waiting()] as const;
    return Object.fromEntries(await Promise.all(countKinds.map(count))) as Record<CountKind, number>;
  }

  #countLater(): void {
    this.#timer ??= setTimeout(() => this.#deps.soon(() => this.#countCollected()), collectMs).unref();
  }

  async #countCollected(): Promise<void> {
    const outcomes = await Promise.allSettled([...this.#collected.keys()].map((id) => this.#countBatch(id)));
    this.#timer = undefined;
    if (this.#collected.size > 0) this.#countLater();
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'Some bikes will be counted by the next sweep.');
  }

  /** Counts the collected changes of a bike, or waits for the running count. @param isMeant which of them */
  async #countBatch(bikeId: string, isMeant: (change: Uncounted) => boolean = () => true): Promise<void> {
    const collected = this.#collected.get(bikeId);
    if (!collected) return void (await (this.#waiting.get(bikeId) ?? this.#running.get(bikeId)));
    const changes = collected.filter(isMeant);
    const left = collected.filter((change) => !changes.includes(change));
    if (left.length > 0) this.#collected.set(bikeId, left);
    else this.#collected.delete(bikeId);
    const batch = [...(this.#batches.get(bikeId) ?? []), ...changes];
    this.#batches.set(bikeId, batch);
    await this.#countTogether(bikeId, changes).finally(() => {
      if (this.#batches.get(bikeId) === batch) this.#batches.delete(bikeId);
    });
  }

  /** Counts changes of a bike with one write, unless others wrote it since it was read. */
  async #countTogether(bikeId: string, changes: Uncounted[]): Promise<Counts | null> {
    const latest = this.#running.has(bikeId) || changes.length > batchSize ? null : this.#latest(bikeId, changes);
    if (!latest) return this.settle(bikeId);
    const { bike, since } = latest;
    for (const change of changes) change.bike = bike;
    const open = countKinds.map((of) => {
      const here = changes.filter((one) => one.of === of);
      const cancelled = here.filter((one) => one.cancelled);
      return {
        of,
        changed: here.filter((one) => !one.cancelled).map(({ changed }) => changed),
        cancelled: cancelled.map(({ changed }) => ({ ...changed, by: -1 as const })),
      };
    });
    return this.#run(bikeId, async () => {
      const counts = await this.#add(bike, open);
      if (!counts) return this.#addAll(bikeId);
      for (const change of changes) if (change.cancelled) change.cancelled = 'written';
      const finished = this.#finished.get(bikeId);
      if (finished) finished.since = since;
      return counts;
    });
  }

  /** The latest state of a bike that is known to include none of these changes; null if some may be counted. */
  #latest(bikeId: string, changes: Uncounted[]): Finished | null {
    const finished = this.#finished.get(bikeId);
    const [read] = changes.map(({ bike }) => bike).toSorted((a, b) => b.seq - a.seq);
    if (!read || !isWhole(read)) return null;
    const latest = finished && finished.bike.seq >= read.seq ? finished : { bike: read, since: read.seq };
    return changes.every(({ bike }) => bike.seq >= latest.since) ? latest : null;
  }

  #run(bikeId: string, work: () => Promise<Counts | null>): Promise<Counts | null> {
    const run = work().finally(() => {
      if (this.#running.get(bikeId) === run) this.#running.delete(bikeId);
    });
    this.#running.set(bikeId, run);
    return run;
  }

  /** Waits until nothing of a bike is being counted. Others may begin in the same tick, so it looks again. */
  async #ended(bikeId: string): Promise<void> {
    for (let run = this.#running.get(bikeId); run !== undefined; run = this.#running.get(bikeId))
      await run.catch(() => null);
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
    const changes = open.filter(({ changed, cancelled = [] }) => changed.length + cancelled.length > 0);
    if (changes.length === 0) return bike.counts;
    await this.#finish(bike);
    const counts = { ...bike.counts };
    let { weeks } = bike.tally;
    let { points } = bike;
    const marks: Tally['marks'] = [];
    for (const { of, changed, cancelled = [] } of changes) {
      const { by, moments, mark } = await this.#sources[of].batchOf(bike, changed);
      counts[of] += by;
      points += weights[of] * moments.reduce((all, moment) => all + moment.by, 0);
      weeks = withEvents(
        weeks,
        moments.map((moment) => ({ at: moment.at, weight: moment.by * weights[of] })),
      );
      marks.push({ of, mark: { ...mark, changes: [...mark.changes, ...toStored(cancelled)] } });
    }
    const tally = { weeks, marks };
    if (!(await bikes.replace(bike, counts, points, tally))) return null;
    await this.#finish({ ...bike, counts, points, seq: bike.seq + 1, tally });
    return counts;
  }

  async #finish(bike: Whole): Promise<void> {
    const { id, ownerId, seq, tally } = bike;
    if (tally.marks.length === 0 || this.#finished.get(id)?.bike.seq === seq) return;
    await this.#emitter.do(eventsOf({ id, ownerId }, tally.marks));
    const shared: Tally['marks'] = [];
    for (const one of tally.marks) if (!(await this.#sources[one.of].finish(one.mark, seq))) shared.push(one);
    if (shared.length > 0) await this.#emitLatest({ id, ownerId }, shared);
    this.#finished.delete(id);
    this.#finished.set(id, { bike, since: seq });
    const [oldest = id] = this.#finished.keys();
    if (this.#finished.size > maxFinished) this.#finished.delete(oldest);
  }

  /**
   * Another process has finished these changes too, and perhaps newer ones of the same items, so the events of this
   * process may have come after theirs. Emits the state of each item until it is the state emitted last.
   */
  async #emitLatest(bike: Pick<CountedBike, 'id' | 'ownerId'>, emitted: Tally['marks']): Promise<void> {
    const latest = await Promise.all(
      emitted.map(async ({ of, mark }) => {
        const present = await this.#sources[of].present(mark.changes.map(({ id }) => id));
        const changes = mark.changes.map((change) => ({ ...change, by: present.has(change.id) ? 1 : -1 }) as const);
        return { of, mark: { ...mark, changes } };
      }),
    );
    if (isDeepStrictEqual(latest, emitted)) return;
    await this.#emitter.do(eventsOf(bike, latest));
    await this.#emitLatest(bike, latest);
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
