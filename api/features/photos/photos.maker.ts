import { open } from 'node:fs/promises';
import { Child, ChildError } from '#api/platform/child.ts';
import type { PhotoWidth } from '#contract/photo-paths.ts';
import { photoLimits } from '#contract/photos.ts';
import { isProblemCode, Problem } from '#contract/problems.ts';
import type { Crop } from '#contract/profile-pictures.ts';
import type { Card } from './photos.card.ts';
import { pixelsByHeader, sniff } from './photos.sniff.ts';

/** A processed upload: upright, without metadata, in all widths up to its own. Sizes in pixels. */
export type MadePhoto = {
  width: number;
  height: number;
  thumbhash: string;
  variants: { width: PhotoWidth; bytes: Uint8Array }[];
};

/** A crop of a stored photo, in several widths. */
export type Cut = { photo: Uint8Array; crop: Crop; widths: number[] };

/** A job for the child process: an upload by its path, a share card, or a crop. */
export type Work = { upload: string } | { card: Card } | { cut: Cut };

/** Three times what the slowest 64-megapixel photo (a 12-bit AVIF) takes on one core; less than a phone waits. */
const timeoutMs = 30_000;
/** A photo that takes longer is begun again among the slow ones. */
const maxQuickMs = 5_000;
/** A photo that will probably take longer is slow from the start. A phone's HEIC of 12 megapixels takes less. */
const slowFromMs = 1_500;
/** 1.5 times the most that a 64-megapixel AVIF needs: 1.3 GB, or 1.7 GB with 10 or 12 bits per channel. */
const memory = 2_500_000_000;

const retrySeconds = 10;
const busy = (cause: Error) => new Problem('unavailable', { cause, details: { retryAfter: retrySeconds } });

function problemOf(error: unknown): unknown {
  if (!(error instanceof ChildError)) return error;
  if (error.why === 'closed' || error.why === 'unstarted' || error.why === 'lost') return busy(error);
  if (error.why === 'late') return new Problem('photo.too_slow', { cause: error });
  const code = error.code && isProblemCode(error.code) ? error.code : 'photo.unreadable';
  return new Problem(code, { cause: error });
}

/** Expected milliseconds of a photo, and of a megapixel of HEVC in WebAssembly or of AV1. */
const expectedMs = { photo: 300, megapixel: 100 };
/** Bytes at the beginning of a file that name its size. */
const headBytes = 65_536;

/** How long a photo will probably take. */
async function expectedOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes);
    const head = buffer.subarray(0, bytesRead);
    const type = sniff(head);
    if (type !== 'image/heic' && type !== 'image/avif') return expectedMs.photo;
    // A size that is named further behind may be any.
    const megapixels = Math.min(pixelsByHeader(head) || photoLimits.pixels, photoLimits.pixels) / 1e6;
    return Math.max(expectedMs.photo, megapixels * expectedMs.megapixel);
  } finally {
    await file.close();
  }
}

/** Processes images in two child processes, each one at a time: slow photos keep no others waiting. Members share the time. */
export class PhotoMaker {
  readonly #quick: Child;
  readonly #slow: Child;

  constructor({ ms = timeoutMs, ...options }: Partial<ConstructorParameters<typeof Child>[1]> = {}) {
    const entry = new URL('./photos.worker.ts', import.meta.url);
    this.#quick = new Child(entry, { memory, ...options, ms: Math.min(ms, maxQuickMs) });
    this.#slow = new Child(entry, { memory, ...options, ms });
  }

  async #run<T>(work: Work, owner: string, expected?: number): Promise<T> {
    if (expected === undefined || expected <= slowFromMs) {
      try {
        return await this.#quick.run<T>(work, owner, expected);
      } catch (error) {
        if (!(error instanceof ChildError) || error.why !== 'late') throw error;
      }
    }
    return this.#slow.run<T>(work, owner, expected);
  }

  /**
   * @param path of the uploaded file
   * @throws photo.unreadable, photo.too_small, photo.too_many_pixels, photo.too_slow, unavailable
   */
  async make(path: string, memberId: string): Promise<MadePhoto> {
    const expected = await expectedOf(path);
    const run = () => this.#run<MadePhoto>({ upload: path }, memberId, expected);
    // The process may have been killed for another reason than this image, so retry once.
    const again = (error: unknown) => {
      if (error instanceof ChildError && (error.why === 'lost' || error.why === 'over')) return run();
      throw error;
    };
    try {
      return await run().catch(again);
    } catch (error) {
      throw problemOf(error);
    }
  }

  /** Crops a photo. @throws photo.unreadable, photo.too_slow, unavailable */
  async crop(cut: Cut, memberId: string): Promise<Uint8Array[]> {
    try {
      return await this.#run<Uint8Array[]>({ cut }, memberId);
    } catch (error) {
      throw problemOf(error);
    }
  }

  /** Renders a share card; all cards together queue as one member. @throws unavailable */
  async card(card: Card): Promise<Uint8Array> {
    try {
      return await this.#run<Uint8Array>({ card }, 'share cards');
    } catch (error) {
      throw error instanceof ChildError ? busy(error) : error;
    }
  }

  /** Photos, crops and share cards that have not begun. */
  get waiting(): number {
    return this.#quick.waiting + this.#slow.waiting;
  }

  close(): void {
    this.#quick.close();
    this.#slow.close();
  }
}
