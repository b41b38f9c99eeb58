import { allowOrRefuse, dayBefore } from '#api/platform/allowance.ts';
import type { Now } from '#api/platform/clock.ts';
import { Joined } from '#api/platform/joined.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Person } from '#contract/bikes.ts';
import { photoLimits, type StoredPhoto } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import { keyOf } from './photos.keys.ts';
import type { PhotoMaker } from './photos.maker.ts';
import type { PhotoStore } from './photos.store.ts';
import { withUpload } from './photos.upload.ts';

/** Uploads of one member that arrive or wait at once, each a temporary file: more than any outbox sends. */
const mostAtOnce = photoLimits.perBike;
const retrySeconds = 10;

interface Needs {
  photos: Pick<PhotoStore, 'find' | 'insert' | 'sentSince'>;
  storage: Storage;
  maker: Pick<PhotoMaker, 'make'>;
  uploads: string;
  now: Now;
}

/** Takes photos in: each once, so many of a member at a time, so much a day. */
export class PhotoIntake {
  readonly #needs: Needs;
  readonly #making = new Joined<StoredPhoto>();
  readonly #arriving = new Map<string, number>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * Takes an upload in. The same photo sent twice is one photo.
   * @throws photo.exists, photo.quota, too_many_requests, photo.too_large, photo.damaged, photo.unreadable,
   *   photo.too_small, photo.too_many_pixels, photo.too_slow, in_progress, unavailable
   */
  async put(owner: Person, id: string, body: ReadableStream<Uint8Array>, digest: string): Promise<StoredPhoto> {
    const { photos, uploads, now } = this.#needs;
    const earlier = await this.#find(owner, id);
    if (earlier) return earlier;
    const at = now();
    allowOrRefuse(await photos.sentSince(owner.id, dayBefore(at)), photoLimits.bytesADay, 'photo.quota', at);
    // A phone that lost the answer sends again what is still being made.
    return this.#admit(owner.id, () =>
      withUpload(uploads, body, digest, (path, size) =>
        this.#making.run(`${owner.id} ${id} ${digest}`, () => this.#keep(owner, id, path, size)),
      ),
    );
  }

  async #admit<T>(member: string, take: () => Promise<T>): Promise<T> {
    const before = this.#arriving.get(member) ?? 0;
    if (before >= mostAtOnce) throw new Problem('too_many_requests', { details: { retryAfter: retrySeconds } });
    this.#arriving.set(member, before + 1);
    try {
      return await take();
    } finally {
      const left = (this.#arriving.get(member) ?? 1) - 1;
      if (left > 0) this.#arriving.set(member, left);
      else this.#arriving.delete(member);
    }
  }

  async #keep(owner: Person, id: string, path: string, size: number): Promise<StoredPhoto> {
    const { photos, maker, storage, now } = this.#needs;
    const { variants, ...facts } = await maker.make(path, owner.id);
    for (const { width, bytes } of variants) await storage.put(keyOf(id, width), bytes);
    await photos.insert({ id, ...facts }, { ownerId: owner.id, bytes: size }, now());
    const stored = await this.#find(owner, id);
    if (!stored) throw new Problem('photo.exists');
    return stored;
  }

  /** The member's photo with this id; null when there is none. */
  async #find(owner: Person, id: string): Promise<StoredPhoto | null> {
    const known = await this.#needs.photos.find(id);
    if (known && known.ownerId !== owner.id) throw new Problem('photo.exists');
    if (known?.leaving) throw new Problem('in_progress', { details: { retryAfter: retrySeconds } });
    return known && known.photo;
  }
}
