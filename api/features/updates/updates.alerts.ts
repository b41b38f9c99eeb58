import type { AlertSource } from '#api/platform/alerting.ts';
import type { Person } from '#contract/people.ts';
import type { UpdateLikeStore } from './updates.likes.store.ts';
import type { UpdateStore } from './updates.store.ts';

interface Deps {
  updates: UpdateStore;
  likes: UpdateLikeStore;
  /** Reads the members' current names and avatars. */
  peopleOf(ids: string[]): Promise<Person[]>;
}

const namedActors = 3;

/** Groups all likes of one update into one alert for the owner. An update that is gone has none. */
export const updateLikeAlerts = ({ updates, likes, peopleOf }: Deps): AlertSource => ({
  type: 'updateLike',
  group: 'likes',
  first: false,
  changesOf(event) {
    if (event.what === 'bike.deleted') return [{ what: 'ended', bikeId: event.bikeId }];
    if (event.what !== 'update.liked' && event.what !== 'update.unliked') return [];
    const { bikeId, ownerId, id: key, userId: actorId } = event;
    return [{ what: event.what === 'update.liked' ? 'raised' : 'lowered', userId: ownerId, key, bikeId, actorId }];
  },
  async fieldsOf(alerts) {
    const bikeIds = [...new Set(alerts.map(({ bikeId }) => bikeId))];
    const named = (ids: string[]) => ids.slice(0, namedActors);
    const [titles, counts, people] = await Promise.all([
      updates.titlesOf(bikeIds),
      likes.counts(bikeIds),
      peopleOf([...new Set(alerts.flatMap(({ actorIds }) => named(actorIds)))]),
    ]);
    const byId = new Map(people.map((person) => [person.id, person]));
    return new Map(
      alerts.flatMap(({ key, actorIds }) => {
        const title = titles.get(key);
        if (title === undefined) return [];
        const actors = named(actorIds).flatMap((id) => byId.get(id) ?? []);
        const actorCount = Math.max(actors.length, counts.get(key) ?? 0);
        return [[key, { actors, actorCount, text: '', update: { id: key, title } }] as const];
      }),
    );
  },
});
