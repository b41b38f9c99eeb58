import type { Now } from '#api/platform/clock.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Person } from '#contract/bikes.ts';
import { type PhotoWidth, photoWidths, type StoredPhoto } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import type { PhotoMaker } from './photos.maker.ts';
import type { PhotoStore } from './photos.store.ts';
import { withUpload } from './photos.upload.ts';

const day = 24 * 3600 * 1000;
/** A phone may hold the bike that belongs to a photo for a while. */
const orphanAge = 30 * day;
const sweepSize = 100;

interface Needs {
  photos: Pick<PhotoStore, 'find' | 'insert' | 'sourceOf' | 'ofOwner' | 'bind' | 'orphansBefore' | 'removeOrphan'>;
  storage: Storage;
  maker: Pick<PhotoMaker, 'make'>;
  /** Draws a sample picture that was never asked for in this width. */
  draw(drawing: unknown, width: PhotoWidth, urgent: boolean): Promise<Uint8Array>;
  /** Whether a bike was taken away, by its owner or by a moderator. */
  isWithdrawn(bikeId: string): Promise<boolean>;
  uploads: string;
  now: Now;
}

const folderOf = (id: string) => `bikes/${id.slice(-2)}/${id}`;
const keyOf = (id: string, width: PhotoWidth) => `${folderOf(id)}/${width}.webp`;

/** The rules of photos: immutable, bound to whoever sent them, kept in several widths. */
export class PhotoService {
  readonly #needs: Needs;
  readonly #drawn = new Map<string, Promise<Uint8Array>>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * Takes an upload in. The same photo sent twice is one photo.
   * @throws photo.exists, photo.too_large, photo.damaged, photo.unreadable, photo.too_small, photo.too_many_pixels,
   *   photo.too_slow
   */
  async put(owner: Person, id: string, body: ReadableStream<Uint8Array>, digest: string): Promise<StoredPhoto> {
    const { photos, maker, storage, uploads, now } = this.#needs;
    const earlier = await photos.find(id);
    if (earlier?.ownerId === owner.id) return earlier.photo;
    if (earlier) throw new Problem('photo.exists');
    const { variants, ...facts } = await withUpload(uploads, body, digest, (path) => maker.make(path, owner.id));
    for (const { width, bytes } of variants) await storage.put(keyOf(id, width), bytes);
    await photos.insert({ id, ...facts }, owner.id, now());
    const stored = await photos.find(id);
    if (stored?.ownerId !== owner.id) throw new Problem('photo.exists');
    return stored.photo;
  }

  /** The bytes of a photo in a width, or in the largest smaller one. @throws not_found, gone */
  async bytesOf(id: string, width: PhotoWidth): Promise<Uint8Array<ArrayBuffer>> {
    const { storage, photos, isWithdrawn } = this.#needs;
    const source = await photos.sourceOf(id);
    if (!source) throw new Problem('not_found');
    if (source.bikeId && (await isWithdrawn(source.bikeId))) throw new Problem('gone');
    const stored = await storage.get(keyOf(id, width));
    if (stored) return stored;
    if (source.drawing) return (await this.draw(id, source.drawing, width)) as Uint8Array<ArrayBuffer>;
    for (const smaller of photoWidths.filter((one) => one < width).reverse()) {
      const bytes = await storage.get(keyOf(id, smaller));
      if (bytes) return bytes;
    }
    throw new Problem('not_found');
  }

  /** Draws a sample picture once, however many ask for it, and keeps it like any other. */
  draw(id: string, drawing: unknown, width: PhotoWidth, urgent = true): Promise<Uint8Array> {
    const key = keyOf(id, width);
    const running = this.#drawn.get(key);
    if (running) return running;
    const drawn = this.#needs
      .draw(drawing, width, urgent)
      .then(async (bytes) => {
        await this.#needs.storage.put(key, bytes);
        return bytes;
      })
      .finally(() => this.#drawn.delete(key));
    this.#drawn.set(key, drawn);
    return drawn;
  }

  /** Draws a sample picture ahead of the first visitor, unless it is there. */
  async prepare(id: string, width: PhotoWidth): Promise<void> {
    if (await this.#needs.storage.get(keyOf(id, width))) return;
    const source = await this.#needs.photos.sourceOf(id);
    if (source?.drawing) await this.draw(id, source.drawing, width, false);
  }

  of(ownerId: string, ids: string[]): Promise<StoredPhoto[]> {
    return this.#needs.photos.ofOwner(ownerId, ids);
  }

  bind(ids: string[], bikeId: string): Promise<void> {
    return this.#needs.photos.bind(ids, bikeId);
  }

  /** Forgets photos whose bike never came. */
  async sweep(): Promise<void> {
    const { photos, storage, now } = this.#needs;
    for (const id of await photos.orphansBefore(new Date(now().getTime() - orphanAge), sweepSize)) {
      if (await photos.removeOrphan(id)) await storage.remove(folderOf(id));
    }
  }

  /** Forgets the pixels of photos that are no longer known. */
  async forget(ids: string[]): Promise<void> {
    for (const id of ids) await this.#needs.storage.remove(folderOf(id));
  }
}
