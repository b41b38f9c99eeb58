import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { FollowService } from './follows.service.ts';
import type { FollowStore } from './follows.store.ts';

/** Erases a member's follows and those of the member one by one, so that alerts about them end. */
export const followEraser = (follows: FollowStore, service: FollowService): Eraser => ({
  erase: (member, stopping) =>
    emptied(
      () => follows.someAround(member.id),
      ({ userId, kind, key }) => service.unfollow({ id: userId }, { kind, key }),
      stopping,
    ),
});
