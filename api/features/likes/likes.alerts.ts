import { ReactionAlerts } from '#api/platform/reaction-alerts.ts';
import type { Person } from '#contract/people.ts';

interface Deps {
  /** What members are called now. */
  peopleOf(ids: string[]): Promise<Person[]>;
}

/** All likes of one bike are one alert of its owner. */
export class LikeAlerts extends ReactionAlerts {
  constructor(deps: Deps) {
    super({ type: 'like', group: 'likes', raised: 'liked', lowered: 'unliked', count: 'likes', ...deps });
  }
}
