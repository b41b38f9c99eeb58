import { type AlertSource, type CountedMarks, isByOthers } from '#api/platform/alerting.ts';
import type { Now } from '#api/platform/clock.ts';
import type { AppEvent } from '#api/platform/events.ts';
import {
  type Alert,
  type AlertBike,
  type Alerts,
  type AlertType,
  alertGroups,
  pollSeconds,
  type Unread,
} from '#contract/alerts.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { alertSwitches, type ChosenPreferences } from '#contract/user-preferences.ts';
import type { AlertStore, ListedAlert } from './alerts.store.ts';

interface Deps {
  alerts: AlertStore;
  /** Who knows each type of alert. */
  sources: readonly AlertSource[];
  /** Those of these bikes that their owners can see, with what they count. */
  bikesOf(ids: string[]): Promise<(AlertBike & CountedMarks)[]>;
  /** What a member has not read of their messages. */
  unreadOf(userId: string): Promise<Unread>;
  /** What a member has chosen. */
  chosenOf(userId: string): Promise<Pick<ChosenPreferences, 'version'>>;
  /** The preferences that each of these members has switched off. */
  switchedOff(userIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  now: Now;
  /** This build's. */
  version: string;
}

const pageLength = 30;
const shownActors = 3;

/** What members are told of what others did. It learns of it from the effects, and what it means from each source. */
export class AlertService {
  readonly #deps: Deps;
  readonly #sources: ReadonlyMap<string, AlertSource>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#sources = new Map(deps.sources.map((source) => [source.type, source]));
  }

  /** Keeps what effects mean for members. Told twice, it changes nothing. */
  follow = async (effects: readonly AppEvent[]): Promise<void> => {
    const { alerts, sources, now } = this.#deps;
    const readers = effects.flatMap((effect) =>
      effect.what === 'conversation.changed' || effect.what === 'preferences.changed' ? [effect.memberId] : [],
    );
    if (readers.length > 0) await alerts.touch(readers);
    const changes = effects.flatMap((effect) =>
      sources.flatMap((source) =>
        source
          .changesOf(effect)
          .filter(isByOthers)
          .map((change) => ({ ...change, type: source.type, first: source.first })),
      ),
    );
    // What one write ends and tells anew, as a removal does, is told.
    for (const change of changes) if (change.what === 'ended') await alerts.end(change, now());
    const raised = await this.#wanted(changes.filter((change) => change.what === 'raised'));
    if (raised.length > 0) await alerts.raise(raised, now());
    for (const change of changes) if (change.what === 'lowered') await alerts.lower(change, now());
  };

  /** Leaves out what members want no alerts of. Nobody is asked about what cannot be switched off. */
  async #wanted<T extends { userId: string; type: AlertType }>(raised: readonly T[]): Promise<T[]> {
    const switched = raised.filter(({ type }) => alertSwitches[type]);
    if (switched.length === 0) return [...raised];
    const off = await this.#deps.switchedOff([...new Set(switched.map(({ userId }) => userId))]);
    return raised.filter(({ userId, type }) => !off.get(userId)?.has(alertSwitches[type] ?? ''));
  }

  /** Says whether a member's alerts are still as they were: another after each change, and with each build. */
  tagOf = async (userId: string): Promise<string> => {
    const { alerts, version } = this.#deps;
    return `W/"${await alerts.version(userId)}-${userId}-${version}"`;
  };

  /** What is new for a member, with its tag, which is never newer than what it is for. */
  async poll(userId: string): Promise<{ tag: string; data: Alerts }> {
    const { alerts, unreadOf, chosenOf, now, version } = this.#deps;
    // What is told is not older than this.
    const serverTime = now().toISOString();
    const tag = await this.tagOf(userId);
    const [{ items, next }, unseen, unread, chosen] = await Promise.all([
      alerts.of(userId, pageLength),
      this.#unseen(userId),
      unreadOf(userId),
      chosenOf(userId),
    ]);
    const latest = Math.max(0, ...items.map(({ at }) => at.getTime()));
    const times = {
      cursor: String(latest),
      preferences: chosen.version,
      serverTime,
      pollAfterSeconds: pollSeconds,
    };
    return { tag, data: { ...unread, unseen, items: await this.#told(items), next, ...times, version } };
  }

  async list(userId: string, { cursor, limit = pageLength }: PageQuery): Promise<Page<Alert>> {
    const { items, next } = await this.#deps.alerts.of(userId, limit, cursor);
    return { items: await this.#told(items), next };
  }

  /** Notes what a member has seen. @param cursor of an answer */
  async see(userId: string, cursor: string): Promise<void> {
    const { alerts, now } = this.#deps;
    await alerts.see(userId, new Date(Math.min(Number(cursor), now().getTime())));
  }

  async #unseen(userId: string): Promise<Alerts['unseen']> {
    const unseen = Object.fromEntries(alertGroups.map((group) => [group, 0])) as Alerts['unseen'];
    for (const { type, count } of await this.#deps.alerts.unseen(userId)) {
      const group = this.#sources.get(type)?.group;
      if (group) unseen[group] += count;
    }
    return unseen;
  }

  /** Asks those who know what there is to tell, at once; those first that stand before others. */
  async #told(kept: ListedAlert[]): Promise<Alert[]> {
    if (kept.length === 0) return [];
    const bikes = new Map(
      (await this.#deps.bikesOf([...new Set(kept.map(({ bikeId }) => bikeId))])).map((bike) => [bike.id, bike]),
    );
    const here = kept.filter(({ bikeId }) => bikes.has(bikeId));
    const told = await Promise.all(
      this.#deps.sources.map(async (source) => {
        const mine = here.filter(({ type }) => type === source.type);
        const facts = mine.length > 0 ? await source.facts(mine, bikes) : new Map();
        return { source, facts };
      }),
    );
    const items = here.flatMap(({ key, bikeId, type, at, seen }) => {
      const { source, facts } = told.find((one) => one.source.type === type) ?? {};
      const bike = bikes.get(bikeId);
      const fact = facts?.get(key);
      if (!source || !bike || !fact) return [];
      const { counts: _, ...named } = bike;
      const actors = fact.actors.slice(0, shownActors);
      const alert: Alert = {
        ...fact,
        id: `${type}:${key}`,
        type: source.type,
        key,
        bikeId,
        bike: named,
        actors,
        at: at.toISOString(),
        seen,
      };
      return [{ alert, first: source.first }];
    });
    return items.toSorted((a, b) => Number(b.first) - Number(a.first)).map(({ alert }) => alert);
  }
}
