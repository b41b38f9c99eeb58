import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { Person } from '#contract/people.ts';
import type { CommentService } from './comments.service.ts';
import type { CommentStore } from './comments.store.ts';

interface Needs {
  comments: Pick<CommentStore, 'someOf' | 'forgetMentionsOf'>;
  service: Pick<CommentService, 'erase'>;
}

/** A member's comments, taken away one by one, so that each bike counts it; and what calls them in those of others. */
export class CommentErasure implements Eraser {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async erase({ id }: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void> {
    const { comments, service } = this.#needs;
    await comments.forgetMentionsOf(id);
    await emptied(
      () => comments.someOf(id),
      (comment) => service.erase(comment),
      stopping,
    );
  }
}
