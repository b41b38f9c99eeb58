import type { Now } from '#api/platform/clock.ts';
import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { Events } from '#api/platform/events.ts';
import type { Person } from '#contract/people.ts';
import type { EndedBikeStore } from './bikes.ended.store.ts';
import type { BikeStore } from './bikes.store.ts';

interface Deps {
  bikes: BikeStore;
  ended: EndedBikeStore;
  /** Erases the photos that no other bike of their owner uses. */
  erasePhotos(ownerId: string, photoIds: string[], bikeId: string): Promise<void>;
  emit: Events['emit'];
  now: Now;
}

/** Erases a member's bikes with everything that others left on them, and deleted bikes after 30 days. */
export class BikeErasure implements Eraser {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  erase({ id }: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void> {
    return emptied(
      () => this.#deps.bikes.someOf(id),
      (bike) => this.#erase(bike.id),
      stopping,
    );
  }

  /** Erases bikes that can no longer be restored, with their photos. */
  sweep(stopping: AbortSignal): Promise<void> {
    const { ended, erasePhotos, now } = this.#deps;
    return emptied(
      () => ended.some(now()),
      async ({ id, ownerId, photoIds }) => {
        // Its owner may just have restored it.
        if (!(await ended.close(id, now()))) return;
        await erasePhotos(ownerId, photoIds, id);
        await this.#erase(id);
      },
      stopping,
    );
  }

  async #erase(id: string): Promise<void> {
    const { bikes, emit } = this.#deps;
    await emit({ what: 'bike.deleted', bikeId: id });
    // Delete the bike last, so that the next run finds what a crash has left.
    await emit({ what: 'bike.erased', bikeId: id });
    await bikes.erase(id);
  }
}
