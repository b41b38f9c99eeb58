import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { LikeService } from './likes.service.ts';
import type { LikeStore } from './likes.store.ts';

/** Erases a member's likes one by one, so that each bike updates its count. */
export const likeEraser = (likes: LikeStore, service: LikeService): Eraser => ({
  erase: (member, stopping) =>
    emptied(
      () => likes.someOf(member.id),
      ({ bikeId }) => service.withdraw(member, bikeId),
      stopping,
    ),
});
