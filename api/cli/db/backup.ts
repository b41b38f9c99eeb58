import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyDatabase, type Run } from '#api/embedded-mongo/operator/backup.ts';
import { isThere, whole } from '#api/embedded-mongo/operator/files.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { storedBytes } from '#api/features/backups/backups.format.ts';
import { BackupService } from '#api/features/backups/backups.service.ts';
import { BackupStore } from '#api/features/backups/backups.store.ts';
import { makeBackup } from '#api/features/backups/backups.write.ts';
import { openBackupPlace } from '#api/platform/backup-place.ts';
import { isWithin } from '#api/platform/folders.ts';
import { Leases } from '#api/platform/leases.ts';
import { createLog } from '#api/platform/logs.ts';
import { siteIdOf } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { version } from '#api/version.ts';
import type { Command, Context } from './command.ts';
import { copyPhotos, photosName, photosOf } from './photos.ts';
import { assertEmbedded, withDatabase, withRunning } from './place.ts';

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

/** Refuses to replace the site's own data, or a folder that is not a backup, because what is replaced is deleted. */
async function assertReplaceable(target: string, dataDir: string): Promise<void> {
  if (isWithin(dataDir, target) || (isWithin(target, dataDir) && (await isThere(target))))
    throw new Refusal(`${target} is where the site keeps its data.`);
  const found = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  if (found.some((name) => !['data.db', photosName].includes(name)))
    throw new Refusal(`${target} contains other files than a backup.`);
}

/** Makes a backup where the schedule makes them, unless the site is making one. */
async function backUpNow({ config, say, signal }: Context): Promise<number> {
  const { backup: setting, dataDir, mongodbUrl, storage } = config;
  if (!setting) throw new Refusal('Name a file, or set BACKUP_TO.');
  if (!mongodbUrl && !(await isThere(join(dataDir, 'data.db'))))
    throw new Refusal(`There is no database in ${dataDir}.`);
  const made = await withDatabase(config, async ({ db }) => {
    const now = () => new Date();
    const service = new BackupService({
      setting,
      state: new BackupStore(db),
      leases: new Leases(db, now),
      make: async (at, stopping) => {
        const site = await siteIdOf(new SiteMeta(db));
        const job = { dataDir, mongodbUrl, hasPhotos: !storage, keep: setting.keep, version, site, at };
        return makeBackup(openBackupPlace(setting.to), job, stopping);
      },
      now,
      log: createLog({ level: 'warn' }),
    });
    return service.runNow(signal);
  });
  if (!made) throw new Refusal('The site is making a backup right now.');
  say(
    `Made ${made.name}: ${megabytes(storedBytes(made))}${made.photos === null ? '' : `, ${made.photos} photo files`}.`,
  );
  return 0;
}

export const backup: Command = {
  usage: 'backup [FILE [--photos] [--force]]',
  says: 'Copies the database into a file, even while the site runs. With --photos, FILE is a folder with data.db and photos. Without FILE it makes a backup in BACKUP_TO now.',
  options: { photos: { type: 'boolean' }, force: { type: 'boolean' } },
  operands: [0, 1],
  async run(context) {
    const { config, operands, values, say, meter } = context;
    if (operands.length === 0) return backUpNow(context);
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
