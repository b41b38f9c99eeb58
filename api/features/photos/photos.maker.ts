import { Thread, ThreadError } from '#api/platform/thread.ts';
import type { PhotoWidth } from '#contract/photos.ts';
import { isProblemCode, Problem } from '#contract/problems.ts';

/** An upload, upright and without metadata, in the widths that are smaller than it is. Sizes in pixels. */
export type MadePhoto = {
  width: number;
  height: number;
  thumbhash: string;
  variants: { width: PhotoWidth; bytes: Uint8Array }[];
};

/** Makes pictures of uploads in a thread of its own, one at a time. */
export class PhotoMaker {
  readonly #thread = new Thread(new URL('./photos.worker.ts', import.meta.url));

  /** @param path of the uploaded file. @throws photo.unreadable, photo.too_small, photo.too_many_pixels */
  async make(path: string): Promise<MadePhoto> {
    try {
      return await this.#thread.run<MadePhoto>(path);
    } catch (error) {
      if (error instanceof ThreadError && error.code && isProblemCode(error.code)) {
        throw new Problem(error.code, { cause: error });
      }
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
