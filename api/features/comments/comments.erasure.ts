import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { CommentService } from './comments.service.ts';
import type { CommentStore } from './comments.store.ts';

/** Erases a member's comments one by one, so that each bike updates its count, and their mentions in other comments. */
export const commentEraser = (comments: CommentStore, service: CommentService): Eraser => ({
  async erase({ id }, stopping) {
    await comments.forgetMentionsOf(id);
    await emptied(
      () => comments.someOf(id),
      (comment) => service.erase(comment),
      stopping,
    );
  },
});
