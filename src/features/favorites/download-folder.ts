import { getBike } from '#contract/bike-whole.ts';
import { listComments } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { photoWidths } from '#contract/photo-paths.ts';
import { runAction } from '#src/actions/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { offlineBikes, setOfflineFolder } from '#src/cache/offline-folders.ts';
import { bikeOf, saveBike } from '#src/cache/values/bikes.ts';
import { saveThread } from '#src/cache/values/threads.ts';
import { pageWidth, prefetchPhotos } from '#src/storage/image-caches.ts';
import { askToPersist } from '#src/storage/persist.ts';
import { savesData } from '#src/ui/display-preferences.ts';

/** Caches a bike with its comments and photos, as opening it would. */
async function downloadBike(id: Id): Promise<void> {
  const params = { bikeId: id };
  const bike = await fetchIntoCache(
    () => runAction(getBike, { params }),
    (answer) => saveBike(answer),
  );
  await fetchIntoCache(
    () => runAction(listComments, { params }),
    (page) => saveThread(id, page),
  );
  await prefetchPhotos(
    bike.photos.map((photo) => photo.id),
    savesData() ? photoWidths[0] : pageWidth(window),
  );
}

let downloading: Promise<void> | null = null;

async function downloadMissing(): Promise<void> {
  for (const id of await offlineBikes()) {
    if (await bikeOf(id)) continue;
    // Offline, the rest is fetched when the folder is opened again.
    await downloadBike(id).catch(() => undefined);
  }
}

/** Fetches the missing bikes of the folders kept offline. Concurrent callers share one run. */
export const fetchMissingBikes = (): Promise<void> => {
  downloading ??= downloadMissing().finally(() => {
    downloading = null;
  });
  return downloading;
};

/** Turns offline availability of a folder on or off. */
export async function setAvailableOffline(userId: Id, folderId: Id, on: boolean): Promise<void> {
  await setOfflineFolder(userId, folderId, on);
  if (!on) return;
  void askToPersist();
  void fetchMissingBikes();
}
