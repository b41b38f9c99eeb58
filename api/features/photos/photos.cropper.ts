import type { Storage } from '#api/platform/storage/port.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import type { Crop } from '#contract/profile-pictures.ts';
import { t } from '#contract/texts.ts';
import { largestOf } from './photos.keys.ts';
import type { PhotoMaker } from './photos.maker.ts';
import type { PhotoStore } from './photos.store.ts';

interface Deps {
  photos: PhotoStore;
  storage: Storage;
  maker: PhotoMaker;
}

/** Crops pictures from members' photos. */
export class PhotoCropper {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Crops a member's own photo in several widths, without enlarging it.
   * @throws photo.missing, FieldsRefused, photo.too_slow, unavailable
   */
  async crop(ownerId: string, photoId: string, crop: Crop, widths: readonly number[]): Promise<Uint8Array[]> {
    const [photo] = await this.#deps.photos.ofOwner(ownerId, [photoId]);
    const bytes = photo && (await largestOf(this.#deps.storage, photoId));
    if (!bytes) throw new Problem('photo.missing');
    if (crop.x + crop.width > photo.width || crop.y + crop.height > photo.height) {
      throw new FieldsRefused({ crop: [t`Choose a part of the photo.`] });
    }
    return this.#deps.maker.crop({ photo: bytes, crop, widths: [...widths] }, ownerId);
  }
}
