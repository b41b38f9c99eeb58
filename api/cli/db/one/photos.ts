import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { folderOf, largestOf } from '#api/features/photos/photos.keys.ts';
import { type PhotoRow, PhotoStore } from '#api/features/photos/photos.store.ts';
import { omit } from '#contract/omit.ts';
import type { Restoring } from './restoring.store.ts';

/** Days until a photo that no bike has is deleted. */
const keptMs = 30 * 86_400_000;

/**
 * Brings photos of a member back, with their files.
 * @returns the ids of those that are there now; the others are lost
 * @throws Refusal while one is being deleted
 */
export async function bringPhotos(one: Restoring, ownerId: string, ids: readonly string[]): Promise<Set<string>> {
  const photos = one.here<PhotoRow>('photos');
  const found = new Set<string>();
  for (const id of ids) {
    const row = await one.there<PhotoRow>('photos').findOne({ _id: id });
    const live = await photos.findOne({ _id: id });
    if (live?.use === 'leaving') throw new Refusal('One of its photos is just being deleted. Try again in an hour.');
    if (!live && !row) continue;
    // The row comes before the files, so that no file is without one.
    if (!live && row) {
      const kept = { ...omit(row, 'digest'), use: 'maybe' as const, sweepAt: new Date(one.at.getTime() + keptMs) };
      await one.insertMissing('photos', [kept]);
    }
    await new PhotoStore(one.db).touch(ownerId, [id], one.at);
    await one.copyFiles(folderOf(id));
    if (await largestOf(one.site.storage, id)) found.add(id);
    else if (!live) await photos.deleteOne({ _id: id, use: 'maybe' });
  }
  return found;
}
