import { type Belongings, emptied } from '#api/platform/belongings.ts';
import type { Effects } from '#api/platform/effects.ts';
import type { Person } from '#contract/people.ts';
import type { BikeStore } from './bikes.store.ts';

interface Needs {
  bikes: Pick<BikeStore, 'someOf' | 'erase'>;
  /** Erases what anybody said and liked about a bike. */
  eraseTalk(bikeId: string): Promise<void>;
  tell: Effects['tell'];
}

/** A member's bikes, and what others left on them. */
export class BikeErasure implements Belongings {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  erase({ id }: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void> {
    const { bikes, eraseTalk, tell } = this.#needs;
    return emptied(
      () => bikes.someOf(id),
      async (bike) => {
        await tell({ what: 'bike.deleted', bikeId: bike.id });
        // The bike goes last: what a crash leaves of the rest is found by it.
        await eraseTalk(bike.id);
        await bikes.erase(bike.id);
      },
      stopping,
    );
  }
}
