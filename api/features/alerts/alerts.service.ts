import { type AlertSource, type CountedReactions, isByOthers, type StoredAlert } from '#api/platform/alerting.ts';
import type { Now } from '#api/platform/clock.ts';
import type { AppEvent, Events } from '#api/platform/events.ts';
import {
  type Alert,
  type AlertBike,
  type Alerts,
  type AlertType,
  alertGroups,
  pollSeconds,
  type UnreadMessages,
} from '#contract/alerts.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { alertSwitches, type ChosenPreferences } from '#contract/user-preferences.ts';
import { groupedType } from './alerts.row.ts';
import type { AlertStore, ListedAlert } from './alerts.store.ts';

interface Deps {
  alerts: AlertStore;
  /** One source for each type of alert; complete before the first request. */
  sources: readonly AlertSource[];
  /** The bikes among `ids` that their owners can see, with their counts. */
  bikesOf(ids: string[]): Promise<(AlertBike & CountedReactions)[]>;
  /** A member's unread messages. */
  unreadOf(userId: string): Promise<UnreadMessages>;
  /** Waits until the alerts of all answered likes are stored. */
  counted(): Promise<void>;
  /** A member's preferences. */
  chosenOf(userId: string): Promise<Pick<ChosenPreferences, 'version'>>;
  /** The preferences that each of these members has switched off. */
  switchedOff(userIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  emit: Events['emit'];
  now: Now;
  /** The version of this build. */
  version: string;
}

const pageLength = 30;
const shownActors = 3;

const idOf = ({ type, key }: Pick<StoredAlert, 'type' | 'key'>): string => `${type}:${key}`;

const groupOf = ({ id, type, actors: [actor] }: Alert): string =>
  type === groupedType && actor ? idOf({ type, key: actor.id }) : id;

/** Joins the grouped alerts of each actor to one, which shows the latest of them. */
function joinGroups(alerts: readonly Alert[]): Alert[] {
  return [...Map.groupBy(alerts, groupOf)].map(([id, all]) => {
    const latest = all.reduce((one, other) => (other.at > one.at ? other : one));
    const bikes = new Set(all.map(({ bikeId }) => bikeId));
    return {
      ...latest,
      id,
      seen: all.every(({ seen }) => seen),
      ...(all.length > 1 && {
        grouped: { count: all.length, bikeCount: bikes.size },
        isReply: all.every(({ isReply }) => isReply),
      }),
    };
  });
}

/** Stores and lists alerts. Each type's source decides which events raise it. */
export class AlertService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Stores the alerts that these events cause. Idempotent. */
  follow = async (events: readonly AppEvent[]): Promise<void> => {
    const { alerts, sources, emit, now } = this.#deps;
    const readers = events.flatMap((event) =>
      event.what === 'conversation.changed' || event.what === 'preferences.changed' ? [event.memberId] : [],
    );
    if (readers.length > 0) await alerts.touch(readers);
    const changes = events.flatMap((event) =>
      sources.flatMap((source) =>
        source
          .changesOf(event)
          .filter(isByOthers)
          .map((change) => ({ ...change, type: source.type, first: source.first })),
      ),
    );
    // First end, then raise: an event such as a removal can do both, and its new alert has to stay.
    for (const change of changes) if (change.what === 'ended') await alerts.end(change, now());
    const raised = await this.#wanted(changes.filter((change) => change.what === 'raised'));
    if (raised.length > 0) await alerts.raise(raised, now());
    await alerts.lower(
      changes.filter((change) => change.what === 'lowered'),
      now(),
    );
    const members = new Set(raised.map(({ userId }) => userId));
    await emit(...[...members].map((memberId) => ({ what: 'alerts.raised' as const, memberId })));
  };

  /** Drops alerts that members have switched off. Reads no preferences for alerts that cannot be switched off. */
  async #wanted<T extends { userId: string; type: AlertType }>(raised: readonly T[]): Promise<T[]> {
    const switched = raised.filter(({ type }) => alertSwitches[type]);
    if (switched.length === 0) return [...raised];
    const off = await this.#deps.switchedOff([...new Set(switched.map(({ userId }) => userId))]);
    return raised.filter(({ userId, type }) => !off.get(userId)?.has(alertSwitches[type] ?? ''));
  }

  /** The ETag of a member's alerts. It changes with each change and with each build. */
  tagOf = async (userId: string): Promise<string> => {
    const { alerts, counted, version } = this.#deps;
    await counted();
    return `W/"${await alerts.version(userId)}-${userId}-${version}"`;
  };

  /** A member's news with its tag, which is never newer than the data. */
  async poll(userId: string): Promise<{ tag: string; data: Alerts }> {
    const { alerts, unreadOf, chosenOf, now, version } = this.#deps;
    // Read before the data, so that the data is never older than this time.
    const serverTime = now().toISOString();
    const tag = await this.tagOf(userId);
    const [{ items, next }, counts, unread, chosen] = await Promise.all([
      alerts.of(userId, pageLength),
      alerts.unseen(userId),
      unreadOf(userId),
      chosenOf(userId),
    ]);
    const shown = await this.#toAlerts(items);
    const ids = new Set(shown.map(({ id }) => id));
    // An alert of a bike that is not public, or that was deleted before the alert was stored, is not listed.
    const hidden = items.filter((one) => !ids.has(idOf(one))).map(({ type, fresh }) => ({ type, count: -fresh }));
    const unseen = this.#byGroup([...counts, ...hidden]);
    const latest = Math.max(0, ...items.map(({ at }) => at.getTime()));
    const times = {
      cursor: String(latest),
      preferences: chosen.version,
      serverTime,
      pollAfterSeconds: pollSeconds,
    };
    return { tag, data: { ...unread, unseen, items: joinGroups(shown), next, ...times, version } };
  }

  async list(userId: string, { cursor, limit = pageLength }: PageQuery): Promise<Page<Alert>> {
    const { alerts, counted } = this.#deps;
    await counted();
    const { items, next } = await alerts.of(userId, limit, cursor);
    return { items: joinGroups(await this.#toAlerts(items)), next };
  }

  /** Marks alerts as seen. @param cursor as returned by a poll */
  async see(userId: string, cursor: string): Promise<void> {
    const { alerts, now } = this.#deps;
    await alerts.see(userId, new Date(Math.min(Number(cursor), now().getTime())));
  }

  #byGroup(counts: readonly { type: string; count: number }[]): Alerts['unseen'] {
    const unseen = Object.fromEntries(alertGroups.map((group) => [group, 0])) as Alerts['unseen'];
    for (const { type, count } of counts) {
      const group = this.#deps.sources.find((source) => source.type === type)?.group;
      if (group) unseen[group] = Math.max(0, unseen[group] + count);
    }
    return unseen;
  }

  /** Loads the content of alerts from all sources in parallel. Pinned alerts come first. */
  async #toAlerts(listed: ListedAlert[]): Promise<Alert[]> {
    if (listed.length === 0) return [];
    const bikeIds = [...new Set(listed.map(({ bikeId }) => bikeId))].filter(Boolean);
    const found = bikeIds.length > 0 ? await this.#deps.bikesOf(bikeIds) : [];
    const bikes = new Map(found.map((bike) => [bike.id, bike]));
    const here = listed.filter(({ bikeId }) => bikeId === '' || bikes.has(bikeId));
    const bySource = await Promise.all(
      this.#deps.sources.map(async (source) => {
        const mine = here.filter(({ type }) => type === source.type);
        const fields = mine.length > 0 ? await source.fieldsOf(mine, bikes) : new Map();
        return { source, fields };
      }),
    );
    const items = here.flatMap(({ key, bikeId, type, at, seen }) => {
      const { source, fields } = bySource.find((one) => one.source.type === type) ?? {};
      const bike = bikes.get(bikeId);
      const own = fields?.get(key);
      if (!source || !own) return [];
      const { counts: _, ...named } = bike ?? {};
      const actors = own.actors.slice(0, shownActors);
      const alert: Alert = {
        ...own,
        id: idOf({ type, key }),
        type: source.type,
        key,
        bikeId,
        bike: bike ? (named as AlertBike) : null,
        actors,
        at: at.toISOString(),
        seen,
      };
      return [{ alert, first: source.first }];
    });
    return items.toSorted((a, b) => Number(b.first) - Number(a.first)).map(({ alert }) => alert);
  }
}
