import type { AuthorState, DenormalizedAuthors } from '#api/platform/denormalized-authors.ts';
import type { Events } from '#api/platform/events.ts';
import type { Person } from '#contract/people.ts';
import type { OwnerAvailabilityStore } from './bikes.owner-availability.store.ts';

const tries = 5;

interface Deps {
  bikes: OwnerAvailabilityStore;
  emit: Events['emit'];
}

/** Hides bikes when their owner leaves or is banned, and restores them as they were on return. */
export class OwnerAvailability implements DenormalizedAuthors {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async update({ id }: Person, cursor: string | undefined, state: AuthorState | null) {
    const { bikes, emit } = this.#deps;
    if (!state) return { old: 0, next: null };
    let found = 0;
    // Read again, in case somebody changed a bike meanwhile.
    for (let i = 0; ; i++) {
      const { old, next } = await bikes.batch(id, state, cursor);
      found += old.length;
      if (old.length === 0 || i === tries) return { old: found, next };
      await bikes.update(old, state);
      const ids = await bikes.unannounced(
        old.map(({ _id }) => _id),
        state,
      );
      const what = state.gone ? 'bike.deleted' : 'bike.changed';
      await emit(...ids.map((bikeId) => ({ what, bikeId }) as const));
      await bikes.noteAnnounced(ids, state);
    }
  }
}
