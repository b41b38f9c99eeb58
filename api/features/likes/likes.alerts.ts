import type { AlertChange, AlertFacts, AlertSource, CountedLikes, KeptAlert } from '#api/platform/alerting.ts';
import type { Effect } from '#api/platform/effects.ts';
import type { Person } from '#contract/people.ts';

interface Needs {
  /** What members are called now. */
  peopleOf(ids: string[]): Promise<Person[]>;
}

const namedActors = 3;

/** All likes of one bike are one alert of its owner. */
export class LikeAlerts implements AlertSource {
  readonly type = 'like';
  readonly group = 'likes';
  readonly first = false;
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  changesOf(effect: Effect): AlertChange[] {
    const { what, bikeId } = effect;
    if (what === 'bike.deleted') return [{ what: 'ended', bikeId }];
    if (what !== 'liked' && what !== 'unliked') return [];
    const { ownerId, userId } = effect;
    if (!userId) return [];
    return [{ what: what === 'liked' ? 'raised' : 'lowered', userId: ownerId, key: bikeId, bikeId, actorId: userId }];
  }

  async facts(
    alerts: readonly KeptAlert[],
    bikes: ReadonlyMap<string, CountedLikes>,
  ): Promise<Map<string, AlertFacts>> {
    const named = (ids: string[]) => ids.slice(0, namedActors);
    const people = await this.#needs.peopleOf([...new Set(alerts.flatMap(({ actorIds }) => named(actorIds)))]);
    const byId = new Map(people.map((person) => [person.id, person]));
    return new Map(
      alerts.map(({ key, actorIds }) => {
        const actors = named(actorIds).flatMap((id) => byId.get(id) ?? []);
        const actorCount = Math.max(actors.length, bikes.get(key)?.counts.likes ?? 0);
        return [key, { actors, actorCount, text: '' }];
      }),
    );
  }
}
