import type { Now } from '#api/platform/clock.ts';
import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import { type Id, newId } from '#contract/ids.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import {
  type Crop,
  type ImageType,
  type NewPicture,
  pictureOfPath,
  picturePath,
  pictureShapes,
} from '#contract/profile-pictures.ts';
import { t } from '#contract/texts.ts';
import type { PictureStore } from './profile.pictures.store.ts';

const hour = 3_600_000;
const month = 30 * 24 * hour;

const folderOf = (id: Id) => `users/${id.slice(-2)}/${id}`;
const keyOf = (id: Id, width: number) => `${folderOf(id)}/${width}.webp`;

interface Deps {
  pictures: PictureStore;
  storage: Storage;
  /** Crops a member's own photo in several widths. */
  cropPhoto(ownerId: Id, photoId: Id, crop: Crop, widths: readonly number[]): Promise<Uint8Array[]>;
  /** Sets the path of a member's picture, or clears it. Returns the previous path. */
  show: Record<ImageType, (memberId: Id, path: string, at: Date) => Promise<string>>;
  /** Paths of the pictures that a member shows. */
  shownBy(memberId: Id): Promise<Record<ImageType, string>>;
  /** Updates everything that shows the member. */
  updateAuthor(memberId: Id): Promise<void>;
  /** Whether the member has deleted the account. */
  hasLeft(memberId: Id): Promise<boolean>;
  now: Now;
}

/** Profile pictures: cropped from a photo, stored in several widths, one of each type. */
export class ProfilePictures implements Eraser {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws FieldsRefused, photo.missing, photo.too_slow, posting.held, unavailable */
  async add(
    member: Pick<Writer, 'id' | 'postingSuspended'>,
    type: ImageType,
    { photoId, crop }: NewPicture,
  ): Promise<void> {
    const { id: ownerId } = permitted('profile.write', member, member, { isEmpty: false });
    const { pictures, storage, cropPhoto, now } = this.#deps;
    const { ratio, widths } = pictureShapes[type];
    if (crop.width < widths[0]) {
      throw new FieldsRefused({ crop: [t`Choose a larger part: at least ${widths[0]} pixels wide.`] });
    }
    if (Math.abs(crop.width - ratio * crop.height) > ratio) {
      throw new FieldsRefused({
        crop: [ratio === 1 ? t`Choose a square part.` : t`Choose a part that is three times as wide as high.`],
      });
    }
    const made = await cropPhoto(ownerId, photoId, crop, widths);
    const id = newId();
    await pictures.insert({ id, ownerId, type, sweepAt: new Date(now().getTime() + hour) });
    for (const [at, bytes] of made.entries()) await storage.put(keyOf(id, widths[at] ?? 0), bytes);
    await this.#show(ownerId, type, picturePath(type, id));
  }

  /** Removes a picture, if there is one. */
  remove({ id }: Pick<Person, 'id'>, type: ImageType): Promise<void> {
    return this.#show(id, type, '');
  }

  async #show(memberId: Id, type: ImageType, path: string): Promise<void> {
    const { show, updateAuthor, now } = this.#deps;
    const before = pictureOfPath(await show[type](memberId, path, now()));
    // Failures here are repaired by the jobs.
    if (type === 'ProfileAvatar') await updateAuthor(memberId).catch(() => undefined);
    if (before) await this.#discard(before.id).catch(() => undefined);
  }

  /** The bytes of a picture. @throws not_found, gone */
  async bytesOf(id: Id, width: number): Promise<Uint8Array<ArrayBuffer>> {
    const { pictures, storage, hasLeft } = this.#deps;
    const picture = await pictures.find(id);
    permitted('picture.see', null, picture && { away: await hasLeft(picture.ownerId) });
    const bytes = await storage.get(keyOf(id, width));
    if (!bytes) throw new Problem('not_found');
    return bytes;
  }

  /** Stores a copy of a picture whose row exists. @param width one of its type's widths */
  store(id: Id, width: number, bytes: Uint8Array): Promise<void> {
    return this.#deps.storage.put(keyOf(id, width), bytes);
  }

  /** Deletes the files of pictures. */
  async forget(ids: string[]): Promise<void> {
    for (const id of ids) await this.#deps.storage.remove(folderOf(id));
  }

  /** The pictures that a member shows, in their largest size. */
  async *largest({ id }: Pick<Person, 'id'>): AsyncIterable<{ type: ImageType; bytes: Uint8Array }> {
    const shown = await this.#deps.shownBy(id);
    for (const [type, path] of Object.entries(shown) as [ImageType, string][]) {
      const picture = pictureOfPath(path);
      const bytes =
        picture && (await this.#deps.storage.get(keyOf(picture.id, pictureShapes[type].widths.at(-1) ?? 0)));
      if (bytes) yield { type, bytes };
    }
  }

  /** Deletes pictures that are not shown: what an interruption left between two writes. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { pictures, shownBy, now } = this.#deps;
    for (const { id, ownerId, type } of await pictures.due(now())) {
      if (stopping.aborted) return;
      if (pictureOfPath((await shownBy(ownerId))[type])?.id === id) {
        await pictures.review(id, new Date(now().getTime() + month));
      } else await this.#discard(id);
    }
  }

  erase({ id }: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void> {
    return emptied(
      () => this.#deps.pictures.someOf(id),
      (picture) => this.#discard(picture.id),
      stopping,
    );
  }

  async #discard(id: Id): Promise<void> {
    await this.#deps.storage.remove(folderOf(id));
    await this.#deps.pictures.remove(id);
  }
}
