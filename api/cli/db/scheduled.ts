import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#api/database.ts';
import { copyTree } from '#api/embedded-mongo/operator/copy-tree.ts';
import { workFolder } from '#api/embedded-mongo/operator/files.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { restoreDatabase } from '#api/embedded-mongo/operator/restore.ts';
import { exportDatabase } from '#api/embedded-mongo/operator/transfer/export.ts';
import { importDatabase } from '#api/embedded-mongo/operator/transfer/import.ts';
import { listeningSocket } from '#api/embedded-mongo/running.ts';
import type { Manifest } from '#api/features/backups/backups.format.ts';
import { fetchFiles, fetchPhotos, findBackup } from '#api/features/backups/backups.read.ts';
import { BackupStore } from '#api/features/backups/backups.store.ts';
import { openBackupPlace } from '#api/platform/backup-place.ts';
import type { Config } from '#api/platform/settings/config.ts';
import { identityNames } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import type { Context } from './command.ts';
import { photosName } from './photos.ts';
import { withDatabase } from './place.ts';

/** @throws Refusal if no backups are set up */
export function backupPlaceOf({ backup }: Config) {
  if (!backup) throw new Refusal('Set BACKUP_TO to the folder or bucket with the backups.');
  return openBackupPlace(backup.to);
}

const progressOf =
  ({ meter }: Context) =>
  ({ what, done, total }: { what: string; done: number; total: number }) =>
    meter.show(what, done, total);

/** Replaces the embedded database by a database file. */
async function restoreFile(context: Context, fetched: string, hasPhotos: boolean): Promise<void> {
  const { config, signal, say } = context;
  const previous = await restoreDatabase({
    folder: config.dataDir,
    file: join(fetched, 'data.db'),
    ...(hasPhotos && { companion: { from: join(fetched, photosName), name: photosName } }),
    now: new Date(),
    onProgress: progressOf(context),
    signal,
  });
  if (previous) say(`The old data is in ${previous}. Delete it when you no longer need it.`);
}

/** Imports an export, or a database file after exporting it, into a server or an embedded database. */
async function importFetched(context: Context, fetched: string, { kind }: Manifest): Promise<void> {
  const { config, signal, values } = context;
  const options = { signal, onProgress: progressOf(context) };
  let folder = fetched;
  if (kind === 'file') {
    folder = join(fetched, 'export');
    const database = await openDatabase({ mongodbUrl: undefined, dataDir: fetched });
    try {
      await exportDatabase(database.db, folder, options);
    } finally {
      await database.close();
    }
  }
  await withDatabase(config, ({ db }) => importDatabase(db, folder, { ...options, replace: values.replace === true }));
}

/** Restores a scheduled backup. @param name the latest one if it is missing @throws Refusal */
export async function restoreScheduled(context: Context, name: string | undefined): Promise<void> {
  const { config, signal, meter, say } = context;
  const { dataDir, mongodbUrl, storage } = config;
  if (!mongodbUrl && (await listeningSocket(dataDir)))
    throw new Refusal(`The site is running on ${dataDir}. Stop it first.`);
  const place = backupPlaceOf(config);
  const manifest = await findBackup(place, name);
  const hasPhotos = manifest.photos !== null;
  if (hasPhotos && storage)
    throw new Refusal(`The backup ${manifest.name} has photos, but STORAGE_URL names a bucket. Restore without it.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fetched = await workFolder(dataDir, 'restoring');
  try {
    meter.show('Fetching the backup', 0, 0);
    await fetchFiles(place, manifest, fetched, signal);
    const photos = join(fetched, photosName);
    if (hasPhotos) {
      const onProgress = (done: number, total: number) => meter.show('Photos', done, total);
      await fetchPhotos(place, manifest, photos, { signal, onProgress });
    }
    if (manifest.kind === 'file' && !mongodbUrl) await restoreFile(context, fetched, hasPhotos);
    else {
      await importFetched(context, fetched, manifest);
      const here = join(dataDir, photosName);
      // The storage's id belongs to the database that was restored.
      if (hasPhotos) await rm(join(here, 'site'), { force: true });
      if (hasPhotos) await copyTree(photos, here, { signal, onProgress: () => undefined });
    }
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
  meter.end();
  // A backup contains no keys: on another machine everybody has to log in again unless the old keys are copied there.
  await withDatabase(config, async ({ db }) => {
    await new SiteMeta(db).remove(identityNames.key);
    // The backup was being made when the database was copied.
    await new BackupStore(db).stop();
  });
  say(`Restored ${manifest.name} into ${mongodbUrl ? 'the database of MONGODB_URL' : dataDir}.`);
  if (!hasPhotos) say('Its photos are in a bucket of their own. Set STORAGE_URL to it.');
}
