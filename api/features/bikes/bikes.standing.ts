import type { AuthorState, DenormalizedAuthors } from '#api/platform/denormalized-authors.ts';
import type { Events } from '#api/platform/events.ts';
import type { Person } from '#contract/people.ts';
import type { BikeStandingStore } from './bikes.standing.store.ts';

const tries = 5;

interface Deps {
  bikes: BikeStandingStore;
  emit: Events['emit'];
}

/** Hides bikes when their owner leaves or is banned, and restores them as they were on return. */
export class BikeStandings implements DenormalizedAuthors {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async follow({ id }: Person, cursor: string | undefined, standing: AuthorState | null) {
    const { bikes, emit } = this.#deps;
    if (!standing) return { old: 0, next: null };
    let found = 0;
    // Read again, in case somebody changed a bike meanwhile.
    for (let i = 0; ; i++) {
      const { old, next } = await bikes.batch(id, standing, cursor);
      found += old.length;
      if (old.length === 0 || i === tries) return { old: found, next };
      await bikes.follow(old, standing);
      const ids = await bikes.untold(
        old.map(({ _id }) => _id),
        standing,
      );
      const what = standing.gone ? 'bike.deleted' : 'bike.changed';
      await emit(...ids.map((bikeId) => ({ what, bikeId }) as const));
      await bikes.noteTold(ids, standing);
    }
  }
}
