import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openDatabase, type SiteDatabase } from '#api/database.ts';
import { copyInto, workFolder } from '#api/embedded-mongo/operator/files.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { importDatabase } from '#api/embedded-mongo/operator/transfer/import.ts';
import { isBackupName, photosFolder } from '#api/features/backups/backups.format.ts';
import { fetchFiles, findBackup, readPhotoList } from '#api/features/backups/backups.read.ts';
import { filesBelow } from '#api/platform/folders.ts';
import type { Context } from '../command.ts';
import { photosName } from '../photos.ts';
import { backupPlaceOf } from '../scheduled.ts';

/** A backup that is open for reading, beside the site's own database. */
export interface OpenBackup {
  name: string;
  /** When it was made. */
  at: Date;
  db: SiteDatabase['db'];
  /** The files below a folder of the photo storage, by their keys. */
  filesBelow(folder: string): Promise<string[]>;
  /** The bytes of such a file; null if the backup does not have it. */
  file(key: string): Promise<Buffer | null>;
}

type Source = Omit<OpenBackup, 'db'> & {
  /** Puts the database where it can be opened. Returns whether it is an export, which has to be imported. */
  fetch(folder: string): Promise<boolean>;
};

async function scheduledSource({ config, signal }: Context, name: string | undefined): Promise<Source> {
  const place = backupPlaceOf(config);
  const manifest = await findBackup(place, name);
  const photos = manifest.photos === null ? [] : await readPhotoList(place, manifest.name);
  return {
    name: manifest.name,
    at: new Date(manifest.at),
    filesBelow: async (folder) => photos.filter((path) => path.startsWith(`${folder}/`)),
    file: (key) => (photos.includes(key) ? place.get(`${photosFolder}/${key}`) : Promise.resolve(null)),
    async fetch(folder) {
      await fetchFiles(place, manifest, folder, signal);
      return manifest.kind === 'export';
    },
  };
}

/** A file of `backup FILE`, or a folder of `backup FOLDER --photos`. */
async function fileSource(named: string): Promise<Source> {
  const path = resolve(named);
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new Refusal(cause.code === 'ENOENT' ? `There is no ${path}.` : `Cannot read ${path}: ${cause.message}`, {
      cause,
    });
  });
  const isFolder = found.isDirectory();
  const file = isFolder ? join(path, 'data.db') : path;
  const photos = join(path, photosName);
  if (isFolder && !(await readdir(path)).includes('data.db')) throw new Refusal(`There is no data.db in ${path}.`);
  return {
    name: path,
    at: (await stat(file)).mtime,
    filesBelow: async (folder) =>
      isFolder ? (await filesBelow(join(photos, folder))).map((below) => `${folder}/${below}`) : [],
    file: (key) => (isFolder ? readFile(join(photos, key)).catch(() => null) : Promise.resolve(null)),
    async fetch(folder) {
      // A copy: opening a database writes to it.
      await copyInto(file, join(folder, 'data.db'));
      return false;
    },
  };
}

/**
 * Opens a backup beside the site.
 * @param from a file, a folder, or the name of one in BACKUP_TO; the latest there if it is missing
 * @throws Refusal
 */
export async function withBackup<T>(
  context: Context,
  from: string | undefined,
  work: (backup: OpenBackup) => Promise<T>,
): Promise<T> {
  const { config, signal, meter } = context;
  const isScheduled = from === undefined || isBackupName(from);
  const { fetch, ...source } = await (isScheduled ? scheduledSource(context, from) : fileSource(from));
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const folder = await workFolder(config.dataDir, 'restoring');
  try {
    meter.show('Fetching the backup', 0, 0);
    const isExport = await fetch(folder);
    const opened = isExport ? join(folder, 'imported') : folder;
    const database = await openDatabase({ mongodbUrl: undefined, dataDir: opened });
    try {
      const onProgress = ({ what, done, total }: { what: string; done: number; total: number }) =>
        meter.show(what, done, total);
      if (isExport) await importDatabase(database.db, folder, { signal, onProgress, replace: false });
      meter.end();
      return await work({ ...source, db: database.db });
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
