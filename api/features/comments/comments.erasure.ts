import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { Person } from '#contract/people.ts';
import type { CommentService } from './comments.service.ts';
import type { CommentStore } from './comments.store.ts';

interface Deps {
  comments: CommentStore;
  service: CommentService;
}

/** Erases a member's comments one by one, so that each bike updates its count, and their mentions in other comments. */
export class CommentErasure implements Eraser {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async erase({ id }: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void> {
    const { comments, service } = this.#deps;
    await comments.forgetMentionsOf(id);
    await emptied(
      () => comments.someOf(id),
      (comment) => service.erase(comment),
      stopping,
    );
  }
}
