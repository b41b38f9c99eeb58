import type { Id } from '#contract/ids.ts';
import { photoWidths } from '#contract/photo-paths.ts';
import { photosOfMemberFeed } from '#src/cache/values/member-feed.ts';
import { images } from '#src/storage/cached-images.ts';
import { prefetchPhotos } from '#src/storage/image-caches.ts';
import { savesData } from '#src/ui/display-preferences.ts';

/** Fetches the photos of the kept entries that this device lacks, in the smallest width. The worker caches them. */
export async function keepPictures(userId: Id): Promise<void> {
  if (savesData() || !navigator.serviceWorker?.controller) return;
  const here = new Set((await images.all()).map(({ photoId }) => photoId));
  const missing = (await photosOfMemberFeed(userId)).filter((id) => !here.has(id));
  await prefetchPhotos(missing, photoWidths[0]);
}
