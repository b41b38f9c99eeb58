import type { Now } from '#api/platform/clock.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { checkQuota, dayBefore } from '#api/platform/quota.ts';
import { SingleFlight } from '#api/platform/single-flight.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { photoLimits, type StoredPhoto } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import { keyOf } from './photos.keys.ts';
import type { MadePhoto, PhotoMaker } from './photos.maker.ts';
import type { PhotoPatience } from './photos.patience.ts';
import type { PhotoStore, Upload } from './photos.store.ts';
import { withUpload } from './photos.upload.ts';

/** Concurrent uploads per member, each a temporary file: more than any outbox sends. */
const maxConcurrent = photoLimits.perBike;
const retrySeconds = 10;

const inProgress = () => new Problem('in_progress', { details: { retryAfter: retrySeconds } });

interface Deps {
  photos: PhotoStore;
  storage: Storage;
  maker: PhotoMaker;
  patience: PhotoPatience;
  uploads: string;
  now: Now;
}

/** Accepts uploads: each once, with limits on concurrency per member and on bytes per day. */
export class PhotoIntake {
  readonly #deps: Deps;
  readonly #making = new SingleFlight<StoredPhoto>();
  readonly #arriving = new Map<string, number>();
  /** A member's next photo waits for the decoder while the one before is being stored. */
  readonly #decoding = new KeyedMutex(2);
  readonly #mutex = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Accepts an upload. Sending the same photo twice is idempotent.
   * @throws photo.exists, photo.quota, too_many_requests, photo.too_large, photo.damaged, photo.unreadable,
   * photo.too_small, photo.too_many_pixels, photo.too_slow, in_progress, unavailable
   */
  async put(owner: Person, id: string, body: ReadableStream<Uint8Array>, digest: string): Promise<StoredPhoto> {
    const earlier = await this.#find(owner, id, digest);
    if (earlier) return earlier;
    await this.#deps.patience.check(owner.id);
    await this.#allow(owner.id);
    // A phone that lost the response retries while the photo is still being processed.
    return this.#admit(owner.id, () =>
      withUpload(this.#deps.uploads, body, digest, (path, size) =>
        this.#making.run(`${owner.id} ${id} ${digest}`, () =>
          this.#store(id, path, { ownerId: owner.id, bytes: size, digest }),
        ),
      ),
    );
  }

  /**
   * The member's photo with this id if it has arrived; null if it should be uploaded.
   * @throws photo.exists, in_progress
   */
  async arrived(owner: Person, id: string): Promise<StoredPhoto | null> {
    const known = await this.#deps.photos.find(id);
    if (!known) return null;
    permitted('photo.repeat', owner, known);
    if (known.use === 'leaving') throw inProgress();
    return known.use === 'arriving' ? null : known.photo;
  }

  async #admit<T>(member: string, take: () => Promise<T>): Promise<T> {
    const before = this.#arriving.get(member) ?? 0;
    if (before >= maxConcurrent) throw new Problem('too_many_requests', { details: { retryAfter: retrySeconds } });
    this.#arriving.set(member, before + 1);
    try {
      return await take();
    } finally {
      const left = (this.#arriving.get(member) ?? 1) - 1;
      if (left > 0) this.#arriving.set(member, left);
      else this.#arriving.delete(member);
    }
  }

  async #allow(ownerId: string): Promise<void> {
    const at = this.#deps.now();
    const sent = await this.#deps.photos.sentSince(ownerId, dayBefore(at));
    checkQuota(sent, photoLimits.bytesADay, 'photo.quota', at);
  }

  async #store(id: string, path: string, upload: Upload): Promise<StoredPhoto> {
    const { photos, maker, patience, now } = this.#deps;
    const { ownerId, digest } = upload;
    const { variants, ...details } = await this.#decoding.run(ownerId, async () => {
      await this.#allow(ownerId);
      const make = () => maker.make(path, ownerId);
      return patience.withPhoto(ownerId, `${ownerId} ${id} ${digest}`, make);
    });
    const photo = { id, ...details };
    // Serialized per member, so that parallel uploads cannot exceed the quota.
    const isOurs = await this.#mutex.run(ownerId, async () => {
      await this.#allow(ownerId);
      return photos.claim(photo, upload, now());
    });
    // Other requests return the stored photo.
    if (isOurs) await this.#put(photo, variants, upload);
    const stored = await this.#find({ id: ownerId }, id);
    if (!stored) throw inProgress();
    return stored;
  }

  /** Stores the files of a claimed photo. */
  async #put(photo: StoredPhoto, variants: MadePhoto['variants'], upload: Upload): Promise<void> {
    const { photos, storage, now } = this.#deps;
    for (const { width, bytes } of variants) await storage.put(keyOf(photo.id, width), bytes);
    if ((await photos.open(photo.id, upload, now())) || (await photos.find(photo.id))) return;
    // A machine that slept meanwhile may find its row swept; the new files would have no row, so claim it again.
    if (await photos.claim(photo, upload, now())) await this.#put(photo, variants, upload);
  }

  /**
   * The member's photo with this id; null if there is no complete one.
   * @param digest of an upload that may resume after an interruption
   */
  async #find(owner: { id: string }, id: string, digest?: string): Promise<StoredPhoto | null> {
    const known = await this.#deps.photos.find(id);
    if (!known) return null;
    permitted('photo.repeat', owner, known);
    if (known.use === 'arriving' && known.digest === digest) return null;
    if (known.use === 'arriving' || known.use === 'leaving') throw inProgress();
    return known.photo;
  }
}
