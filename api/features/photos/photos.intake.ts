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

/** Uploads of one member that arrive or wait at once, each a temporary file: more than any outbox sends. */
const mostAtOnce = photoLimits.perBike;
const retrySeconds = 10;

const inProgress = () => new Problem('in_progress', { details: { retryAfter: retrySeconds } });

interface Deps {
  photos: Pick<PhotoStore, 'find' | 'claim' | 'open' | 'sentSince'>;
  storage: Storage;
  maker: Pick<PhotoMaker, 'make'>;
  patience: Pick<PhotoPatience, 'check' | 'withPhoto'>;
  uploads: string;
  now: Now;
}

/** Takes photos in: each once, so many of a member at a time, so much a day. */
export class PhotoIntake {
  readonly #deps: Deps;
  readonly #making = new SingleFlight<StoredPhoto>();
  readonly #arriving = new Map<string, number>();
  readonly #inTurn = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Takes an upload in. The same photo sent twice is one photo.
   * @throws photo.exists, photo.quota, too_many_requests, photo.too_large, photo.damaged, photo.unreadable,
   *   photo.too_small, photo.too_many_pixels, photo.too_slow, in_progress, unavailable
   */
  async put(owner: Person, id: string, body: ReadableStream<Uint8Array>, digest: string): Promise<StoredPhoto> {
    const earlier = await this.#find(owner, id, digest);
    if (earlier) return earlier;
    await this.#deps.patience.check(owner.id);
    await this.#allow(owner.id);
    // A phone that lost the answer sends again what is still being made.
    return this.#admit(owner.id, () =>
      withUpload(this.#deps.uploads, body, digest, (path, size) =>
        this.#making.run(`${owner.id} ${id} ${digest}`, () =>
          this.#keep(id, path, { ownerId: owner.id, bytes: size, digest }),
        ),
      ),
    );
  }

  /**
   * The member's photo with this id, when it has arrived; null when its bytes are wanted.
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

  async #allow(ownerId: string): Promise<void> {
    const at = this.#deps.now();
    const sent = await this.#deps.photos.sentSince(ownerId, dayBefore(at));
    checkQuota(sent, photoLimits.bytesADay, 'photo.quota', at);
  }

  async #keep(id: string, path: string, upload: Upload): Promise<StoredPhoto> {
    const { photos, maker, patience, now } = this.#deps;
    const { ownerId, digest } = upload;
    // Many at once would all be counted before any of them is there.
    const { photo, variants, isOurs } = await this.#inTurn.run(ownerId, async () => {
      await this.#allow(ownerId);
      const make = () => maker.make(path, ownerId);
      const { variants, ...facts } = await patience.withPhoto(ownerId, `${ownerId} ${id} ${digest}`, make);
      const photo = { id, ...facts };
      return { photo, variants, isOurs: await photos.claim(photo, upload, now()) };
    });
    // Everybody else is answered by what is there.
    if (isOurs) await this.#put(photo, variants, upload);
    const stored = await this.#find({ id: ownerId }, id);
    if (!stored) throw inProgress();
    return stored;
  }

  /** Keeps the files of whoever has the row. */
  async #put(photo: StoredPhoto, variants: MadePhoto['variants'], upload: Upload): Promise<void> {
    const { photos, storage, now } = this.#deps;
    for (const { width, bytes } of variants) await storage.put(keyOf(photo.id, width), bytes);
    if ((await photos.open(photo.id, upload, now())) || (await photos.find(photo.id))) return;
    // A machine that slept meanwhile finds the row swept up, and the files that it put since would have none.
    if (await photos.claim(photo, upload, now())) await this.#put(photo, variants, upload);
  }

  /**
   * The member's photo with this id; null when there is none that is whole.
   * @param digest of the upload that may go on with what it was stopped in
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
