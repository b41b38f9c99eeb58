import { ReactionAlerts } from '#api/platform/reaction-alerts.ts';
import type { Person } from '#contract/people.ts';

interface Deps {
  /** What members are called now. */
  peopleOf(ids: string[]): Promise<Person[]>;
}

/** All who have a bike among their favorites are one alert of its owner; in which folders is nobody's business. */
export class FavoriteAlerts extends ReactionAlerts {
  constructor(deps: Deps) {
    const effects = { raised: 'favorited', lowered: 'unfavorited' } as const;
    super({ type: 'favorite', group: 'favorites', count: 'favorites', ...effects, ...deps });
  }
}
