import type { AlertSource } from '#api/platform/alerting.ts';
import type { Person } from '#contract/people.ts';
import type { Follow } from './follows.store.ts';

const namedActors = 3;

interface Deps {
  /** The visible members among `ids`, unordered. */
  peopleHere(ids: string[]): Promise<Person[]>;
  followerCountOf(memberId: string): Promise<number>;
}

/** Groups all followers of a member into one alert. It is about no bike. */
export const followAlerts = ({ peopleHere, followerCountOf }: Deps): AlertSource => ({
  type: 'follow',
  group: 'followers',
  first: false,
  changesOf(event) {
    if (event.what !== 'followed' && event.what !== 'unfollowed') return [];
    const { memberId, userId } = event;
    const what = event.what === 'followed' ? 'raised' : 'lowered';
    return [{ what, userId: memberId, key: memberId, bikeId: '', actorId: userId }];
  },
  async fieldsOf(alerts) {
    // A member has one alert of this type.
    const fields = await Promise.all(
      alerts.map(async ({ key, actorIds }) => {
        const ids = actorIds.slice(0, namedActors);
        const [people, count] = await Promise.all([peopleHere(ids), followerCountOf(key)]);
        const byId = new Map(people.map((person) => [person.id, person]));
        const actors = ids.flatMap((id) => byId.get(id) ?? []);
        return [key, { actors, actorCount: Math.max(actors.length, count), text: '' }] as const;
      }),
    );
    return new Map(fields);
  },
});

interface SearchDeps {
  /** The searches among these that their members still follow. */
  searches(of: readonly { userId: string; key: string }[]): Promise<Follow[]>;
  /** The visible ones of some bikes. */
  visible(bikeIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** `2026-08-01:keywords=bianchi`: the day and the search of an alert. */
const alertKey = (day: string, key: string) => `${day}:${key}`;
const searchKeyOf = (alert: string) => alert.slice(alert.indexOf(':') + 1);

/** Groups the new bikes of a followed search into one alert a day. The bikes take the place of actors. */
export const searchAlerts = ({ searches, visible }: SearchDeps): AlertSource => ({
  type: 'search',
  group: 'searches',
  first: false,
  changesOf(event) {
    if (event.what !== 'search.found') return [];
    const { memberId: userId, key, day, bikeIds } = event;
    return bikeIds.map((actorId) => ({ what: 'raised', userId, key: alertKey(day, key), bikeId: '', actorId }));
  },
  async fieldsOf(alerts) {
    const of = alerts.map(({ userId, key }) => ({ userId, key: searchKeyOf(key) }));
    const [followed, bikes] = await Promise.all([searches(of), visible(alerts.flatMap(({ actorIds }) => actorIds))]);
    const nameOf = new Map(followed.map(({ userId, key, name }) => [`${userId}:${key}`, name]));
    return new Map(
      alerts.flatMap(({ userId, key: dated, actorIds }) => {
        const key = searchKeyOf(dated);
        const name = nameOf.get(`${userId}:${key}`);
        const actorCount = actorIds.filter((id) => bikes.has(id)).length;
        if (name === undefined || actorCount === 0) return [];
        return [[dated, { actors: [], actorCount, text: '', search: { key, name } }] as const];
      }),
    );
  },
});
