import type { Now } from '#api/platform/clock.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import { folderOf } from './photos.keys.ts';
import type { DuePhoto, PhotoStore } from './photos.store.ts';

const hour = 3_600_000;
const sweepSize = 100;

interface Deps {
  photos: PhotoStore;
  storage: Storage;
  /** Filters the photos that any bike has, whatever its status: a hidden bike may become visible again. */
  usedOf(ids: string[]): Promise<Set<string>>;
  now: Now;
}

/**
 * Deletes a photo unless a bike used it meanwhile. Deletes the files before the row, so that an interrupted deletion is
 * found again.
 */
export async function forgetPhoto(
  { photos, storage, now }: { photos: PhotoStore } & Pick<Deps, 'storage' | 'now'>,
  photo: DuePhoto,
): Promise<void> {
  if (!(await photos.review(photo, 'leaving', now(), hour))) return;
  await storage.remove(folderOf(photo.id));
  await photos.remove(photo.id);
}

/**
 * Deletes photos that no bike has had for 30 days. The bikes decide what is in use; a row only says when to check, so
 * nothing is lost if the server stops between writing a bike and its photos.
 */
export async function sweepPhotos({ photos, storage, usedOf, now }: Deps, stopping: AbortSignal): Promise<void> {
  while (await photos.adopt(now(), sweepSize)) if (stopping.aborted) return;
  while (!stopping.aborted) {
    const due = await photos.due(now(), sweepSize);
    const used = await usedOf(due.map(({ id }) => id));
    for (const row of due) {
      if (stopping.aborted) return;
      if (used.has(row.id)) await photos.review(row, 'seen', now());
      // A bike dropped it without `touch`: its 30 days begin now.
      else if (row.use === 'seen') await photos.review(row, 'maybe', now());
      else await forgetPhoto({ photos, storage, now }, row);
    }
    if (due.length < sweepSize) return;
  }
}
