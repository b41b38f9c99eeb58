import type { Now } from '#api/platform/clock.ts';
import type { AppEvent, Events } from '#api/platform/events.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { rankingLength } from '#contract/list-sizes.ts';
import { weekOf } from '#contract/week-dates.ts';
import type { WeekRanking } from '#contract/winners.ts';
import { type ElectionDeps, rankingOf } from './winners.election.ts';
import type { RankingStore } from './winners.ranking.store.ts';

/** Minimum milliseconds from an event to the refresh that follows it, which all events in between share. */
const collectMs = 500;
/** A refresh reads all likes of the week. It waits three times as long as the last one took, so the site stays fast. */
const pauseFactor = 3;

/** Events after which the order of a week may be another. */
const decisive: ReadonlySet<AppEvent['what']> = new Set([
  'liked',
  'unliked',
  'favorited',
  'unfavorited',
  'commented',
  'comment.hidden',
  'bike.published',
  'bike.changed',
  'bike.deleted',
  'bike.judged',
]);

interface Deps {
  rankings: RankingStore;
  election: ElectionDeps;
  cardsOf(ids: string[]): Promise<Map<string, BikeCard>>;
  /** Runs work in the background. */
  soon(work: () => Promise<void>): void;
  emit: Events['emit'];
  now: Now;
}

/** The ranking of the week that runs. It is stored after each change, so that reading it is cheap. */
export class RankingService {
  readonly #deps: Deps;
  /** Set from an event until the end of the refresh that follows it. */
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  /** Milliseconds that the last refresh took. */
  #tookMs = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The first bikes of the week that runs. Leaves out bikes that are not public any more. */
  async current(): Promise<WeekRanking> {
    const { rankings, cardsOf, now } = this.#deps;
    const week = weekOf(now());
    const { places } = await rankings.find(week);
    const cards = await cardsOf(places.map(({ bikeId }) => bikeId));
    return {
      week,
      places: places.flatMap(({ rank, votes, bikeId }) => {
        const bike = cards.get(bikeId);
        return bike ? [{ rank, votes, bike }] : [];
      }),
    };
  }

  /** Refreshes the ranking after events that may change it. Never waits: writes wait for their handlers. */
  follow = (events: readonly AppEvent[]): void => {
    if (events.some(({ what }) => decisive.has(what))) this.#refreshSoon();
  };

  /** Schedules a refresh unless one is scheduled or runs; the next one follows what has come meanwhile. */
  #refreshSoon(): void {
    this.#isDue = true;
    const waitMs = Math.max(collectMs, pauseFactor * this.#tookMs);
    this.#timer ??= setTimeout(() => this.#deps.soon(() => this.#refreshDue()), waitMs).unref();
  }

  /** Refreshes the ranking now if a refresh is scheduled. */
  async refreshed(): Promise<void> {
    if (!this.#isDue) return;
    clearTimeout(this.#timer);
    await this.#refreshDue();
  }

  async #refreshDue(): Promise<void> {
    this.#isDue = false;
    const begun = performance.now();
    try {
      await this.refresh();
    } finally {
      this.#timer = undefined;
      this.#tookMs = performance.now() - begun;
      if (this.#isDue) this.#refreshSoon();
    }
  }

  /** Stores the ranking by the current data, and emits `bike.ranked` once for each bike that is among the first. */
  async refresh(): Promise<void> {
    const { rankings, election, emit, now } = this.#deps;
    const at = now();
    const week = weekOf(at);
    const order = await rankingOf(week, rankingLength, election);
    const places = order.map(({ id, votes }, i) => ({ rank: i + 1, bikeId: id, votes }));
    await rankings.save(week, places, at);
    const { told } = await rankings.find(week);
    const untold = order.filter(({ id }) => !told.includes(id));
    if (untold.length > 0) {
      await emit(...untold.map(({ id, ownerId }) => ({ what: 'bike.ranked' as const, bikeId: id, ownerId, week })));
      await rankings.noteTold(
        week,
        untold.map(({ id }) => id),
      );
    }
    // Nobody has been told yet, so the week has only begun.
    if (told.length === 0) await rankings.deleteBefore(week);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
