import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { copyDatabase, type Run } from '#api/embedded-mongo/operator/backup.ts';
import { isThere, whole } from '#api/embedded-mongo/operator/files.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import type { Command, Context } from './command.ts';
import { copyPhotos, photosName, photosOf } from './photos.ts';
import { assertEmbedded, withRunning } from './place.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function copy({ config, meter, signal }: Context, run: Run | null, file: string): Promise<void> {
  const onProgress = ({ done, total }: { done: number; total: number }) => meter.show('Pages', done, total);
  return copyDatabase(config.dataDir, run, file, { signal, onProgress });
}

/**
 * Copies photos first, so that those deleted meanwhile are included, and again afterwards for those added meanwhile.
 */
async function copyAll(context: Context, run: Run | null, folder: string): Promise<number> {
  const photos = join(folder, photosName);
  await mkdir(folder, { mode: 0o700 });
  const before = await copyPhotos(context, photos);
  await copy(context, run, join(folder, 'data.db'));
  return before + (await copyPhotos(context, photos));
}

const isBelow = (path: string, folder: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`);

/** Refuses to replace the site's own data, or a folder that is not a backup, because what is replaced is deleted. */
async function assertReplaceable(target: string, dataDir: string): Promise<void> {
  if (isBelow(dataDir, target) || (isBelow(target, dataDir) && (await isThere(target))))
    throw new Refusal(`${target} is where the site keeps its data.`);
  const found = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  if (found.some((name) => !['data.db', photosName].includes(name)))
    throw new Refusal(`${target} contains other files than a backup.`);
}

export const backup: Command = {
  usage: 'backup FILE [--photos] [--force]',
  says: 'Copies the database into a file, even while the site runs. With --photos, FILE is a folder with data.db and photos.',
  options: { photos: { type: 'boolean' }, force: { type: 'boolean' } },
  operands: [1, 1],
  async run(context) {
    const { config, operands, values, say, meter } = context;
    assertEmbedded(config, 'mongodump');
    const target = resolve(operands[0] ?? '');
    const replace = values.force === true;
    let photos: number | undefined;
    if (values.photos) photosOf(config);
    await assertReplaceable(target, config.dataDir);
    await withRunning(config, (run) =>
      whole(target, replace, async (part) => {
        if (values.photos) photos = await copyAll(context, run, part);
        else await copy(context, run, part);
      }),
    );
    meter.end();
    const { size } = await stat(photos === undefined ? target : join(target, 'data.db'));
    say(`Wrote ${target}: ${megabytes(size)}${photos === undefined ? '' : `, ${photos} photo files`}.`);
    return 0;
  },
};
