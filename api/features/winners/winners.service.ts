import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Leases } from '#api/platform/leases.ts';
import type { BikeCard, Win } from '#contract/bikes.ts';
import { winnersShown } from '#contract/list-sizes.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { endOf, weekOf, weeksAfter } from '#contract/week-dates.ts';
import { type ElectionDeps, elect, rules } from './winners.election.ts';
import type { Decision, WinnerStore } from './winners.store.ts';

/** Milliseconds in which a like that was sent in time may still be being written. */
const latenessMs = 30_000;
const leaseMs = 5 * 60_000;

interface Deps {
  weeks: WinnerStore;
  election: ElectionDeps;
  leases: Leases;
  bikes: {
    firstPublished(): Promise<Date | null>;
    ownersOf(ids: string[]): Promise<Map<string, string>>;
    noteWin(bikeId: string, win: Win, at: Date): Promise<void>;
    winners(limit: number, cursor?: string): Promise<Page<BikeCard>>;
  };
  /** Adds the owners' disciplines and places. */
  withOwners(bikes: BikeCard[]): Promise<BikeCard[]>;
  emit: Events['emit'];
  now: Now;
}

/** Bike of the Week: elects a winner for each week. */
export class WinnerService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Winning bikes that still exist, latest first. */
  async list({ cursor, limit = winnersShown }: PageQuery): Promise<Page<BikeCard>> {
    const { bikes, withOwners } = this.#deps;
    const { items, next } = await bikes.winners(limit, cursor);
    return { items: await withOwners(items), next };
  }

  /** Results of the last decided weeks, latest first. */
  decided = (limit: number): Promise<Decision[]> => this.#deps.weeks.last(limit);

  /**
   * Decides all weeks that are over, earliest first. Idempotent, may be late, and may run in several processes: the
   * first to record a week decides it.
   * @returns the weeks decided by this call; null while another process holds the lease
   */
  async decideDue(stopping?: AbortSignal): Promise<Decision[] | null> {
    const { leases, weeks } = this.#deps;
    if (!(await this.#next()) && (await weeks.open()).length === 0) return [];
    return leases.run('winners', leaseMs, async () => {
      const made: Decision[] = [];
      for (let week = await this.#next(); week && !stopping?.aborted; week = await this.#next()) {
        made.push(...(await this.#decide(week)));
      }
      await this.#announce();
      return made;
    });
  }

  /** The first undecided week that is over. */
  async #next(): Promise<string | null> {
    const { weeks, now } = this.#deps;
    const over = now().getTime() - latenessMs;
    const [last] = await weeks.last(1);
    const week = last ? weeksAfter(last.week, 1) : await this.#first();
    return week && endOf(week).getTime() <= over ? week : null;
  }

  /** Without any decided week, it goes back no further than the pause of a winning owner. */
  async #first(): Promise<string | null> {
    const { bikes, now } = this.#deps;
    const published = await bikes.firstPublished();
    if (!published) return null;
    const [week, earliest] = [weekOf(published), weeksAfter(weekOf(now()), -rules.pause)];
    if (week > earliest) return week;
    return earliest;
  }

  async #decide(week: string): Promise<Decision[]> {
    const { weeks, election, now } = this.#deps;
    const { ownerId, ...result } = await elect(week, election);
    const decision = { week, ...result, decidedAt: now() };
    return (await weeks.insert(decision, ownerId)) ? [decision] : [];
  }

  /** Records wins on the bikes and emits `bike.won`. The next run completes what a crash interrupted. */
  async #announce(): Promise<void> {
    const { weeks, bikes, emit } = this.#deps;
    for (const { week, places } of await weeks.open()) {
      const [winner] = places;
      if (winner) {
        const { bikeId, votes } = winner;
        await bikes.noteWin(bikeId, { week, votes }, endOf(week));
        const ownerId = (await bikes.ownersOf([bikeId])).get(bikeId);
        await emit({ what: 'bike.won', bikeId, week, ownerId });
      }
      await weeks.close(week);
    }
  }
}
