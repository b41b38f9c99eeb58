import type { Storage } from '#api/platform/storage/port.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { permitted, type Viewer } from '#contract/may.ts';
import { type PhotoWidth, photoWidths } from '#contract/photo-paths.ts';
import type { StoredPhoto } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import { folderOf, keyOf } from './photos.keys.ts';
import type { PhotoStore } from './photos.store.ts';

interface Deps {
  photos: PhotoStore;
  storage: Storage;
  /** Whether a visible bike shows the photo. */
  isShown(photoId: string): Promise<boolean>;
  /** Whether a Bike of the Week shows the photo. */
  isBanner(photoId: string): Promise<boolean>;
  /** Statuses of all bikes that have the photo, including hidden ones. */
  statusesWith(photoId: string): Promise<BikeStatus[]>;
}

/** Serves stored photos: immutable, in several widths, visible while a bike shows them. */
export class PhotoService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Returns a photo in a width, or in the next larger or smaller one; `withheld` means for the owner only.
   * @param viewer called only for photos that are not public
   * @throws not_found, gone
   */
  async bytesOf(
    id: string,
    width: PhotoWidth,
    viewer: () => Promise<Viewer>,
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; withheld: boolean }> {
    const withheld = !(await this.#deps.isShown(id));
    if (withheld) await this.#permitWithheld(id, viewer);
    return { bytes: await this.#bytes(id, width), withheld };
  }

  async #permitWithheld(id: string, viewer: () => Promise<Viewer>): Promise<void> {
    const { photos, statusesWith } = this.#deps;
    const source = await photos.sourceOf(id);
    if (!source) throw new Problem('not_found');
    const { ownerId, used } = source;
    const statuses = used ? await statusesWith(id) : [];
    permitted('photo.see', statuses.length > 0 || !used ? await viewer() : null, {
      shown: false,
      usedByStatuses: statuses,
      used,
      ownerId,
    });
  }

  async #bytes(id: string, width: PhotoWidth): Promise<Uint8Array<ArrayBuffer>> {
    const { storage } = this.#deps;
    const stored = await storage.get(keyOf(id, width));
    if (stored) return stored;
    // Older photos lack a width that was added since, sample photos those in between.
    const larger = photoWidths.filter((one) => one > width);
    const smaller = photoWidths.filter((one) => one < width).reverse();
    for (const other of [...larger, ...smaller]) {
      const bytes = await storage.get(keyOf(id, other));
      if (bytes) return bytes;
    }
    throw new Problem('not_found');
  }

  isBanner(id: string): Promise<boolean> {
    return this.#deps.isBanner(id);
  }

  /** Stores a copy of a photo whose row exists. @param width one of the photo widths, which names the file */
  store(id: string, width: number, bytes: Uint8Array): Promise<void> {
    return this.#deps.storage.put(keyOf(id, width), bytes);
  }

  of(ownerId: string, ids: string[]): Promise<StoredPhoto[]> {
    return this.#deps.photos.ofOwner(ownerId, ids);
  }

  /** Deletes the files of photos. */
  async forget(ids: string[]): Promise<void> {
    for (const id of ids) await this.#deps.storage.remove(folderOf(id));
  }
}
