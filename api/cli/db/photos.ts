import { join } from 'node:path';
import { copyTree } from '#api/embedded-mongo/operator/copy-tree.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import type { Config } from '#api/platform/config.ts';
import type { Context } from './command.ts';

/** The folder of the photos, within the data folder and within a backup. */
export const photosName = 'photos';

/** @throws Refusal where the photos are elsewhere */
export function photosOf({ dataDir, storage }: Config): string {
  if (storage) throw new Refusal('The photos are in the bucket of STORAGE_URL: copy them with its own tools.');
  return join(dataDir, photosName);
}

/** Copies the photos that a folder does not have yet; answers how many files. */
export function copyPhotos({ config, meter, signal }: Context, to: string): Promise<number> {
  return copyTree(photosOf(config), to, {
    signal,
    onProgress: (done, total) => meter.show('Photos', done, total),
    // What is not whole yet.
    skip: (path) => path.startsWith('unfinished'),
  });
}
