import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { Person } from '#contract/people.ts';
import type { LikeService } from './likes.service.ts';
import type { LikeStore } from './likes.store.ts';

interface Deps {
  likes: LikeStore;
  service: LikeService;
}

/** Erases a member's likes one by one, so that each bike updates its count. */
export class LikeErasure implements Eraser {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  erase(member: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void> {
    const { likes, service } = this.#deps;
    return emptied(
      () => likes.someOf(member.id),
      ({ bikeId }) => service.withdraw(member, bikeId),
      stopping,
    );
  }
}
