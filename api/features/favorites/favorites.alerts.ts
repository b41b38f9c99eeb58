import { ReactionAlerts } from '#api/features/bikes/bikes.reaction-alerts.ts';
import type { Person } from '#contract/people.ts';

interface Deps {
  /** Current names of members. */
  peopleOf(ids: string[]): Promise<Person[]>;
}

/** One alert for all favorites of a bike. It names no folders, which are private. */
export class FavoriteAlerts extends ReactionAlerts {
  constructor(deps: Deps) {
    const events = { raised: 'favorited', lowered: 'unfavorited' } as const;
    super({ type: 'favorite', group: 'favorites', count: 'favorites', ...events, ...deps });
  }
}
