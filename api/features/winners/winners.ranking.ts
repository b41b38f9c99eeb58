import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { rankingLength } from '#contract/list-sizes.ts';
import { weekOf } from '#contract/week-dates.ts';
import type { WeekRanking } from '#contract/winners.ts';
import type { CurrentWeek } from './winners.current-week.ts';
import type { Runner } from './winners.election.ts';
import type { RankedStore } from './winners.ranked.store.ts';

/** For so long a ranking is shown again; a cached response is as old at most, and together they make two seconds. */
export const rankingMaxAgeMs = 1_000;

interface Deps {
  ranked: RankedStore;
  /** Reads the votes of a week. */
  readWeek(week: string): Promise<CurrentWeek>;
  cardsOf(ids: string[]): Promise<Map<string, BikeCard>>;
  emit: Events['emit'];
  now: Now;
}

type Latest = { week: string; at: number; order: Runner[] };

/** The ranking of the week that runs. It is computed when somebody reads it, so that a like costs nothing more. */
export class RankingService {
  readonly #deps: Deps;
  #votes: CurrentWeek | undefined;
  #latest: Latest | undefined;
  #reading: Promise<Runner[]> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The first bikes of the week that runs. Leaves out bikes that are not public any more. */
  async current(): Promise<WeekRanking> {
    const { cardsOf, now } = this.#deps;
    const week = weekOf(now());
    const order = await this.#orderOf(week);
    const cards = await cardsOf(order.map(({ id }) => id));
    return {
      week,
      places: order.flatMap(({ id, votes }, i) => {
        const bike = cards.get(id);
        return bike ? [{ rank: i + 1, votes, bike }] : [];
      }),
    };
  }

  /** Emits `bike.ranked` once a week for each bike that is among the first. */
  async tell(): Promise<void> {
    const { ranked, emit, now } = this.#deps;
    const week = weekOf(now());
    // Read whole, so that changes of accounts and blocks count.
    const votes = await this.#deps.readWeek(week);
    const order = await votes.ranking(rankingLength);
    this.#votes = votes;
    const told = await ranked.told(week);
    const untold = order.filter(({ id }) => !told.includes(id));
    if (untold.length === 0) return;
    await emit(...untold.map(({ id, ownerId }) => ({ what: 'bike.ranked' as const, bikeId: id, ownerId, week })));
    await ranked.noteTold(
      week,
      untold.map(({ id }) => id),
    );
    // The week has only begun.
    if (told.length === 0) await ranked.deleteBefore(week);
  }

  /** The latest order if it is new enough. Readers at the same time share one reading. */
  async #orderOf(week: string): Promise<Runner[]> {
    const latest = this.#latest;
    if (latest?.week === week && this.#deps.now().getTime() - latest.at < rankingMaxAgeMs) return latest.order;
    this.#reading ??= this.#read(week).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(week: string): Promise<Runner[]> {
    const at = this.#deps.now().getTime();
    const votes = this.#votes?.week === week ? this.#votes : await this.#deps.readWeek(week);
    this.#votes = votes;
    const order = await votes.ranking(rankingLength);
    this.#latest = { week, at, order };
    return order;
  }
}
