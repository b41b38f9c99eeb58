import type { Now } from '#api/platform/clock.ts';
import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Person } from '#contract/people.ts';
import type { PhotoStore } from './photos.store.ts';
import { forgetPhoto } from './photos.sweep.ts';

interface Deps {
  photos: PhotoStore;
  storage: Storage;
  now: Now;
}

/**
 * Erases a member's photos with their files. Runs after the bikes are erased, as only these know which photos are in
 * use.
 */
export class PhotoErasure implements Eraser {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  erase({ id }: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void> {
    return emptied(
      () => this.#deps.photos.someOf(id),
      (photo) => forgetPhoto(this.#deps, photo),
      stopping,
    );
  }

  /** Erases some of a member's photos, except those that a bike starts using meanwhile. */
  async eraseSome(ownerId: string, ids: string[]): Promise<void> {
    for (const photo of await this.#deps.photos.namedOf(ownerId, ids)) await forgetPhoto(this.#deps, photo);
  }
}
