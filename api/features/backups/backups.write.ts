import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openDatabase, withRunning } from '#api/database.ts';
import { copyDatabase } from '#api/embedded-mongo/operator/backup.ts';
import { checkFile } from '#api/embedded-mongo/operator/check-file.ts';
import { workFolder } from '#api/embedded-mongo/operator/files.ts';
import { exportDatabase } from '#api/embedded-mongo/operator/transfer/export.ts';
import { type BackupPlace, CannotBackUp } from '#api/platform/backup-place.ts';
import { filesBelow } from '#api/platform/folders.ts';
import { withSnapshot } from '#api/platform/mongo.ts';
import {
  type BackedUpFile,
  keyOf,
  listBackups,
  type Manifest,
  nameOf,
  photoListName,
  photoPath,
  photosFolder,
  putManifest,
  readManifest,
  removeBackup,
  sha256,
} from './backups.format.ts';
import { readPhotoList } from './backups.read.ts';

export interface BackupJob {
  dataDir: string;
  /** Unset: the embedded database, which this machine may have open. */
  mongodbUrl: string | undefined;
  /** Whether the photos are in the data folder. */
  hasPhotos: boolean;
  /** How many backups are kept. */
  keep: number;
  version: string;
  /** The site's id, since another one must not delete its backups. */
  site: string;
  at: Date;
}

const compress = promisify(gzip);
/** Bytes of a file that become one part: memory holds a few of them. */
const partBytes = 8 * 1024 * 1024;
const photosAtOnce = 8;
/** Incomplete files of the photo storage. */
const unfinished = 'unfinished';
const nothing = () => undefined;

/** Stores bytes and reads them back. @throws CannotBackUp */
async function putVerified(place: BackupPlace, key: string, bytes: Buffer): Promise<string> {
  const digest = sha256(bytes);
  await place.put(key, bytes);
  const found = await place.get(key);
  if (!found || sha256(found) !== digest) throw new CannotBackUp(`${key} was stored, but cannot be read back.`);
  return digest;
}

/** Stores a file in compressed parts. */
async function putFile(place: BackupPlace, name: string, path: string, signal: AbortSignal): Promise<BackedUpFile> {
  const file = path.slice(path.lastIndexOf(sep) + 1);
  const parts: BackedUpFile['parts'] = [];
  let bytes = 0;
  await using handle = await open(path);
  const chunk = Buffer.alloc(partBytes);
  for (;;) {
    signal.throwIfAborted();
    let filled = 0;
    while (filled < chunk.length) {
      const { bytesRead } = await handle.read(chunk, filled, chunk.length - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled === 0) break;
    const packed = await compress(chunk.subarray(0, filled), { level: 3 });
    const part = `${file}.${String(parts.length + 1).padStart(5, '0')}.gz`;
    parts.push({ name: part, bytes: packed.length, sha256: await putVerified(place, keyOf(name, part), packed) });
    bytes += filled;
  }
  return { name: file, bytes, parts };
}

const photosIn = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder)).filter((path) => photoPath.test(path) && !path.startsWith(`${unfinished}/`));

/**
 * Copies the photo files that the place lacks, and the file at the top with the storage's id, which may change.
 * @param stored the paths that the place has; those that are copied are added
 */
async function copyPhotos(place: BackupPlace, folder: string, stored: Set<string>, signal: AbortSignal): Promise<void> {
  const missing = (await photosIn(folder)).filter((path) => !stored.has(path) || !path.includes('/'));
  const work = async () => {
    for (let path = missing.pop(); path !== undefined; path = missing.pop()) {
      signal.throwIfAborted();
      // It may have been deleted meanwhile.
      const bytes = await readFile(join(folder, path)).catch(() => null);
      if (!bytes) continue;
      await place.put(`${photosFolder}/${path}`, bytes);
      stored.add(path);
    }
  };
  await Promise.all(Array.from({ length: photosAtOnce }, work));
}

const storedPhotos = async (place: BackupPlace): Promise<Set<string>> =>
  new Set((await place.list(photosFolder)).map((key) => key.slice(photosFolder.length + 1)));

/** Copies the embedded database into a folder and checks every page, document and index entry of the copy. */
async function copyFile(dataDir: string, folder: string, signal: AbortSignal): Promise<string[]> {
  const file = join(folder, 'data.db');
  await withRunning(dataDir, (run) => copyDatabase(dataDir, run, file, { signal, onProgress: nothing }));
  const { faults } = await checkFile(file, { signal, onProgress: nothing });
  if (faults.count > 0)
    throw new CannotBackUp(`The copy of the database is not right: ${faults.first.slice(0, 3).join('; ')}`);
  return [file];
}

/** Exports a server's database into a folder, as it is at one moment if the server can. */
async function exportAll(job: BackupJob, folder: string, signal: AbortSignal) {
  const database = await openDatabase(job);
  try {
    const consistent = await withSnapshot(database.client, async (session) => {
      await rm(folder, { recursive: true, force: true });
      await exportDatabase(database.db, folder, { signal, onProgress: nothing, session });
    });
    return { consistent, paths: (await readdir(folder)).map((name) => join(folder, name)) };
  } finally {
    await database.close();
  }
}

/** @throws CannotBackUp if the last backup is another site's */
async function assertOurs(place: BackupPlace, site: string): Promise<void> {
  const last = (await listBackups(place)).find(({ complete }) => complete);
  const manifest = last && (await readManifest(place, last.name));
  if (manifest && manifest.site !== site)
    throw new CannotBackUp('BACKUP_TO holds the backups of another site. Choose another folder or prefix.');
}

/**
 * Makes a backup, verifies it, and then deletes the oldest ones. Photos are copied before the database, so that those
 * deleted meanwhile are included, and again afterwards for those added meanwhile.
 * @throws CannotBackUp, Refusal; there is no new backup then, and no old one was deleted
 */
export async function makeBackup(place: BackupPlace, job: BackupJob, signal: AbortSignal): Promise<Manifest> {
  const { dataDir, mongodbUrl, hasPhotos, version, site, at } = job;
  const name = nameOf(at);
  await assertOurs(place, site);
  const photos = join(dataDir, 'photos');
  const stored = hasPhotos ? await storedPhotos(place) : new Set<string>();
  const own = new Set<string>();
  const addPhotos = async () => {
    if (!hasPhotos) return;
    const here = await photosIn(photos);
    await copyPhotos(place, photos, stored, signal);
    for (const path of here) if (stored.has(path)) own.add(path);
  };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await workFolder(dataDir, 'backing-up');
  try {
    await addPhotos();
    const { consistent, paths } = mongodbUrl
      ? await exportAll(job, join(folder, 'export'), signal)
      : { consistent: true, paths: await copyFile(dataDir, folder, signal) };
    await addPhotos();
    const files: BackedUpFile[] = [];
    for (const path of paths) files.push(await putFile(place, name, path, signal));
    if (hasPhotos) {
      await putVerified(place, keyOf(name, `${photoListName}.gz`), await compress([...own].sort().join('\n')));
      const there = await storedPhotos(place);
      if ([...own].some((path) => !there.has(path)))
        throw new CannotBackUp('Some photos were stored, but are missing.');
    }
    signal.throwIfAborted();
    const kind = mongodbUrl ? 'export' : 'file';
    const about = { format: 1, name, at: at.toISOString(), version, site, kind, consistent } as const;
    const manifest: Manifest = { ...about, files, photos: hasPhotos ? own.size : null };
    await putManifest(place, manifest);
    if (!(await readManifest(place, name))) throw new CannotBackUp(`${name} was stored, but cannot be read back.`);
    await prune(place, name, job.keep).catch((cause: Error) => {
      throw new CannotBackUp(`${name} is complete, but the old backups are still there: ${cause.message}`, { cause });
    });
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes backups beyond the newest `keep`, incomplete ones, and the photos that no backup has any more. */
async function prune(place: BackupPlace, newest: string, keep: number): Promise<void> {
  await place.tidy();
  const all = await listBackups(place);
  const kept = all.filter(({ complete }) => complete).slice(0, keep);
  for (const { name, keys } of all) {
    if (name !== newest && !kept.some((one) => one.name === name)) await removeBackup(place, name, keys);
  }
  const photos = await place.list(photosFolder);
  if (photos.length === 0) return;
  const needed = new Set<string>();
  for (const { name } of kept) for (const path of await readPhotoList(place, name)) needed.add(path);
  for (const key of photos) if (!needed.has(key.slice(photosFolder.length + 1))) await place.remove(key);
}
