import { SingleFlight } from '#api/platform/single-flight.ts';
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
  /** Draws a sample picture in a width that was never requested. */
  draw(drawing: unknown, width: PhotoWidth, urgent: boolean): Promise<Uint8Array>;
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
  readonly #drawn = new SingleFlight<Uint8Array>();

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
    const { storage, photos } = this.#deps;
    const stored = await storage.get(keyOf(id, width));
    if (stored) return stored;
    const source = await photos.sourceOf(id);
    if (source?.drawing) return (await this.draw(id, source.drawing, width)) as Uint8Array<ArrayBuffer>;
    // Older photos lack a width that was added since.
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

  /** Draws a sample picture and stores it. Single flight per width. */
  draw(id: string, drawing: unknown, width: PhotoWidth, urgent = true): Promise<Uint8Array> {
    const key = keyOf(id, width);
    return this.#drawn.run(key, async () => {
      const bytes = await this.#deps.draw(drawing, width, urgent);
      await this.#deps.storage.put(key, bytes);
      return bytes;
    });
  }

  /** Draws a sample picture before its first request, unless it is stored. */
  async prepare(id: string, width: PhotoWidth): Promise<void> {
    if (await this.#deps.storage.get(keyOf(id, width))) return;
    const source = await this.#deps.photos.sourceOf(id);
    if (source?.drawing) await this.draw(id, source.drawing, width, false);
  }

  of(ownerId: string, ids: string[]): Promise<StoredPhoto[]> {
    return this.#deps.photos.ofOwner(ownerId, ids);
  }

  /** Deletes the files of photos. */
  async forget(ids: string[]): Promise<void> {
    for (const id of ids) await this.#deps.storage.remove(folderOf(id));
  }
}
