import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import type { BackupPlace } from '#api/platform/backup-place.ts';
import {
  type BackedUpFile,
  keyOf,
  listBackups,
  type Manifest,
  photoListName,
  photoPath,
  photosFolder,
  readManifest,
  sha256,
} from './backups.format.ts';

const decompress = promisify(gunzip);
const photosAtOnce = 8;

/** Reads a complete backup's manifest. @param name the latest backup if it is missing @throws Refusal */
export async function findBackup(place: BackupPlace, name?: string): Promise<Manifest> {
  const wanted = name ?? (await listBackups(place)).find(({ complete }) => complete)?.name;
  if (wanted === undefined) throw new Refusal('There is no complete backup there.');
  const manifest = await readManifest(place, wanted);
  if (!manifest) throw new Refusal(`There is no complete backup ${wanted}. "npm run db -- backups" lists them.`);
  return manifest;
}

async function fetchFile(place: BackupPlace, name: string, file: BackedUpFile, folder: string, signal: AbortSignal) {
  await using handle = await open(join(folder, file.name), 'wx', 0o600);
  let bytes = 0;
  for (const part of file.parts) {
    signal.throwIfAborted();
    const packed = await place.get(keyOf(name, part.name));
    if (!packed) throw new Refusal(`The backup ${name} is not complete: ${part.name} is missing.`);
    if (sha256(packed) !== part.sha256) throw new Refusal(`The backup ${name} is damaged: ${part.name} has changed.`);
    const whole = await decompress(packed);
    await handle.writeFile(whole);
    bytes += whole.length;
  }
  if (bytes !== file.bytes) throw new Refusal(`The backup ${name} is damaged: ${file.name} has another size.`);
  await handle.sync();
}

/** Writes the files of a backup into a folder. @throws Refusal if one is missing or has changed */
export async function fetchFiles(
  place: BackupPlace,
  { name, files }: Manifest,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of files) await fetchFile(place, name, file, folder, signal);
}

/** The paths of a backup's photo files; empty for a backup without photos. */
export async function readPhotoList(place: BackupPlace, name: string): Promise<string[]> {
  const packed = await place.get(keyOf(name, `${photoListName}.gz`));
  if (!packed) return [];
  const paths = (await decompress(packed)).toString('utf8').split('\n').filter(Boolean);
  if (paths.some((path) => !photoPath.test(path))) throw new Refusal(`The list of photos of ${name} is damaged.`);
  return paths;
}

/** Writes the photo files of a backup into a folder. @throws Refusal if some are missing */
export async function fetchPhotos(
  place: BackupPlace,
  { name, photos }: Manifest,
  folder: string,
  options: { signal: AbortSignal; onProgress(done: number, total: number): void },
): Promise<void> {
  const paths = await readPhotoList(place, name);
  if (photos !== paths.length) throw new Refusal(`The list of photos of ${name} is not complete.`);
  let done = 0;
  const waiting = [...paths];
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      options.signal.throwIfAborted();
      const bytes = await place.get(`${photosFolder}/${path}`);
      if (!bytes) throw new Refusal(`The photo file ${path} of the backup ${name} is missing.`);
      await mkdir(join(folder, dirname(path)), { recursive: true, mode: 0o700 });
      await using file = await open(join(folder, path), 'w', 0o600);
      await file.writeFile(bytes);
      await file.sync();
      options.onProgress(++done, paths.length);
    }
  };
  await Promise.all(Array.from({ length: photosAtOnce }, work));
}
