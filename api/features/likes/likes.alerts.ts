import { ReactionAlerts } from '#api/features/bikes/bikes.reaction-alerts.ts';
import type { Person } from '#contract/people.ts';

interface Deps {
  /** Current names of members. */
  peopleOf(ids: string[]): Promise<Person[]>;
}

/** One alert for all likes of a bike. */
export class LikeAlerts extends ReactionAlerts {
  constructor(deps: Deps) {
    super({ type: 'like', group: 'likes', raised: 'liked', lowered: 'unliked', count: 'likes', ...deps });
  }
}
