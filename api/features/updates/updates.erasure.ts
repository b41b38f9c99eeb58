import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { UpdateLikeService } from './updates.likes.service.ts';
import type { UpdateLikeStore } from './updates.likes.store.ts';

/** Erases a member's likes of updates one by one, so that the alerts of their owners follow. */
export const updateLikeEraser = (likes: UpdateLikeStore, service: UpdateLikeService): Eraser => ({
  erase: ({ id }, stopping) =>
    emptied(
      () => likes.someOf(id),
      (like) => service.withdraw(like),
      stopping,
    ),
});
