import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { SearchAlertStore } from './follows.search-alerts.store.ts';
import type { FollowService } from './follows.service.ts';
import type { FollowStore } from './follows.store.ts';

/** Erases a member's follows and those of the member one by one, so that alerts about them end. */
export const followEraser = (follows: FollowStore, searchAlerts: SearchAlertStore, service: FollowService): Eraser => ({
  async erase(member, stopping) {
    await searchAlerts.eraseOf(member.id);
    await emptied(
      () => follows.someAround(member.id),
      ({ userId, kind, key }) => service.unfollow({ id: userId }, { kind, key }),
      stopping,
    );
  },
});
