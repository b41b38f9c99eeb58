import { join } from 'node:path';
import { copyTree } from '#api/embedded-mongo/operator/copy-tree.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import type { Config } from '#api/platform/settings/config.ts';
import type { Context } from './command.ts';

/** The name of the photos' folder in the data folder and in a backup. */
export const photosName = 'photos';

/** @throws Refusal if the photos are in a bucket */
export function photosOf({ dataDir, storage }: Config): string {
  if (storage)
    throw new Refusal("The photos are in the bucket of STORAGE_URL. Copy them with your storage provider's tools.");
  return join(dataDir, photosName);
}

/** Copies the photos that the target lacks. Returns the number of copied files. */
export function copyPhotos({ config, meter, signal }: Context, to: string): Promise<number> {
  return copyTree(photosOf(config), to, {
    signal,
    onProgress: (done, total) => meter.show('Photos', done, total),
    // Incomplete files.
    skip: (path) => path.startsWith('unfinished'),
  });
}
