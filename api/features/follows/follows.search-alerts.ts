import { setImmediate } from 'node:timers/promises';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Leases } from '#api/platform/leases.ts';
import { maxNewBikes } from '#contract/list-sizes.ts';
import { may } from '#contract/may.ts';
import { matcherOf } from '#contract/search/filter-and-count.ts';
import { type ReadFacets, readFacets } from '#contract/search/found.ts';
import { searchOfKey } from '#contract/search/key.ts';
import type { Pass, SearchAlertStore } from './follows.search-alerts.store.ts';
import type { Follow, FollowStore } from './follows.store.ts';

/** Milliseconds in which a bike that was published in time may still be being written. */
const latenessMs = 30_000;
const leaseMs = 60_000;
/** Bikes of one pass, and searches of one batch. */
const [maxBikes, batchSize] = [1_000, 500];

interface NewBike {
  id: string;
  ownerId: string;
  /** When it was published, in milliseconds. */
  at: number;
  indexText: string;
}
type Candidate = NewBike & { facets: ReadFacets };

interface Deps {
  follows: Pick<FollowStore, 'alerting'>;
  alerts: SearchAlertStore;
  bikes: { between(from: Date, until: Date, limit: number): Promise<NewBike[]> };
  leases: Leases;
  /** Filters the members whom the member has blocked, or who have blocked the member. */
  blockedAround(memberId: string, otherIds: readonly string[]): Promise<ReadonlySet<unknown>>;
  /** Null if it is unknown. */
  timeZoneOf(memberId: string): Promise<string | null>;
  emit: Events['emit'];
  now: Now;
}

/** The day of a moment in a time zone, ISO 8601. */
const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

/**
 * Tells members of new bikes that their searches find. It compares the bikes that were published since the last pass with
 * all searches that alert, so that publishing a bike costs the same however many there are.
 */
export class SearchAlertService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Goes through the bikes since the last pass. Idempotent: an interrupted pass goes on where it was. */
  async tell(stopping?: AbortSignal): Promise<void> {
    await this.#deps.leases.hold('search alerts', leaseMs, async (lost) => {
      const signal = stopping ? AbortSignal.any([stopping, lost]) : lost;
      for (let pass = await this.#next(); pass && !signal.aborted; pass = await this.#next())
        await this.#run(pass, signal);
    });
  }

  /** The pass to run; null if nothing was published. The first one begins now: older bikes are not news. */
  async #next(): Promise<Pass | null> {
    const { alerts, bikes, now } = this.#deps;
    const until = new Date(now().getTime() - latenessMs);
    const state = await alerts.state();
    if (state?.until) return { ...state, until: state.until };
    if (!state) await alerts.rest(until);
    if (!state || state.from >= until) return null;
    const found = await bikes.between(state.from, until, maxBikes);
    if (found.length === 0) {
      await alerts.rest(until);
      return null;
    }
    const last = found.length === maxBikes ? found.at(-1)?.at : undefined;
    const pass = { from: state.from, until: last === undefined ? until : new Date(last), after: '' };
    await alerts.begin(pass);
    return pass;
  }

  async #run(pass: Pass, stopping: AbortSignal): Promise<void> {
    const { follows, alerts, bikes } = this.#deps;
    const found = await bikes.between(pass.from, pass.until, maxBikes);
    const candidates = found.map((bike) => ({ ...bike, facets: readFacets(bike.indexText) }));
    for (let { after } = pass; candidates.length > 0; ) {
      const searches = await follows.alerting(after, batchSize);
      const last = searches.at(-1);
      if (!last) break;
      for (const [userId, own] of Map.groupBy(searches, (search) => search.userId)) {
        if (stopping.aborted) return;
        // Comparing takes the processor alone, and requests come first.
        await setImmediate();
        await this.#tellMember(userId, own, candidates, pass);
      }
      after = last.id;
      await alerts.advance(pass, after);
    }
    if (!stopping.aborted) await alerts.end(pass);
  }

  async #tellMember(userId: string, searches: readonly Follow[], candidates: readonly Candidate[], pass: Pass) {
    const matched = searches
      .map(({ key, at, lookedAt = at }) => {
        const finds = matcherOf(searchOfKey(key));
        return { key, bikes: candidates.filter((bike) => bike.at > lookedAt.getTime() && finds(bike)) };
      })
      .filter(({ bikes }) => bikes.length > 0);
    if (matched.length === 0) return;
    const { alerts, blockedAround, timeZoneOf, emit, now } = this.#deps;
    const owners = new Set(matched.flatMap(({ bikes }) => bikes.map(({ ownerId }) => ownerId)));
    const blocked = await blockedAround(userId, [...owners]);
    // The day of the pass, not of this moment: a pass that goes on tomorrow tells nothing twice.
    const day = dayIn((await timeZoneOf(userId)) ?? 'UTC', pass.until);
    for (const { key, bikes } of matched) {
      const isMeant = ({ ownerId }: Candidate) =>
        may('bike.follow', { id: userId }, { owner: { id: ownerId }, status: 'Active', blocked: blocked.has(ownerId) });
      const bikeIds = bikes.filter(isMeant).map(({ id }) => id);
      if (bikeIds.length === 0) continue;
      if (!(await alerts.note(userId, day, `${pass.until.toISOString()} ${key}`, now()))) continue;
      await emit({ what: 'search.found', memberId: userId, key, day, bikeIds: bikeIds.slice(-maxNewBikes) });
    }
  }
}
