import type { AlertSource } from '#api/platform/alerting.ts';
import type { Person } from '#contract/people.ts';

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
