import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { rankingLength } from '#contract/list-sizes.ts';
import { weekOf } from '#contract/week-dates.ts';
import type { WeekRanking } from '#contract/winners.ts';
import { type ElectionDeps, type Runner, rankingOf } from './winners.election.ts';
import type { RankedStore } from './winners.ranked.store.ts';

/** For so long a ranking is shown again; a cached response is as old at most, and together they make two seconds. */
export const rankingMaxAgeMs = 1_000;
/** A ranking reads all likes of the week. The next one waits three times as long as the last one took. */
const pauseFactor = 3;

interface Deps {
  ranked: RankedStore;
  election: ElectionDeps;
  cardsOf(ids: string[]): Promise<Map<string, BikeCard>>;
  emit: Events['emit'];
  now: Now;
}

type Latest = { week: string; at: number; tookMs: number; order: Runner[] };

/** The ranking of the week that runs. It is computed when somebody reads it, so that a like costs nothing more. */
export class RankingService {
  readonly #deps: Deps;
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
    const order = await this.#read(week);
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
    const age = this.#deps.now().getTime() - (latest?.at ?? 0);
    if (latest?.week === week && age < Math.max(rankingMaxAgeMs, pauseFactor * latest.tookMs)) return latest.order;
    this.#reading ??= this.#read(week).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(week: string): Promise<Runner[]> {
    const at = this.#deps.now().getTime();
    const begun = performance.now();
    const order = await rankingOf(week, rankingLength, this.#deps.election);
    this.#latest = { week, at, tookMs: performance.now() - begun, order };
    return order;
  }
}
