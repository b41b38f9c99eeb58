import type { AlertSource, CountedReactions } from '#api/platform/alerting.ts';
import type { AppEvent } from '#api/platform/events.ts';
import type { AlertGroup, AlertType } from '#contract/alerts.ts';
import type { Person } from '#contract/people.ts';

interface Options {
  type: AlertType;
  group: AlertGroup;
  /** The events of adding and removing the reaction. */
  raised: AppEvent['what'];
  lowered: AppEvent['what'];
  /** The bike's counter of these reactions. */
  count: keyof CountedReactions['counts'];
  /** Reads the members' current names and avatars. */
  peopleOf(ids: string[]): Promise<Person[]>;
}

const namedActors = 3;

/** Groups all reactions of one kind to one bike into one alert for its owner. */
export const reactionAlerts = ({ type, group, raised, lowered, count, peopleOf }: Options): AlertSource => ({
  type,
  group,
  first: false,
  changesOf(event) {
    if (!('bikeId' in event)) return [];
    const { what, bikeId } = event;
    if (what === 'bike.deleted') return [{ what: 'ended', bikeId }];
    if ((what !== raised && what !== lowered) || !('op' in event) || !event.userId) return [];
    const { ownerId, userId } = event;
    return [{ what: what === raised ? 'raised' : 'lowered', userId: ownerId, key: bikeId, bikeId, actorId: userId }];
  },
  async fieldsOf(alerts, bikes) {
    const named = (ids: string[]) => ids.slice(0, namedActors);
    const people = await peopleOf([...new Set(alerts.flatMap(({ actorIds }) => named(actorIds)))]);
    const byId = new Map(people.map((person) => [person.id, person]));
    return new Map(
      alerts.map(({ key, actorIds }) => {
        const actors = named(actorIds).flatMap((id) => byId.get(id) ?? []);
        const actorCount = Math.max(actors.length, bikes.get(key)?.counts[count] ?? 0);
        return [key, { actors, actorCount, text: '' }];
      }),
    );
  },
});
