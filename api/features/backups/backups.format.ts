import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { BackupPlace } from '#api/platform/backup-place.ts';

/** Below it each backup has a folder with its name. */
const backupsFolder = 'backups';
/** Photo files never change, so all backups share one copy of each. */
export const photosFolder = 'photos';
const manifestName = 'backup.json';
/** A gzipped list of the photo files that belong to a backup, one path a line. */
export const photoListName = 'photos.txt';

/** The path of a photo file, which stays within its folder. */
export const photoPath = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const size = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const nameForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const BackupName = v.pipe(v.string(), v.regex(nameForm));
/** The name of a file of a backup, which stays within its folder on every system. */
const FileName = v.pipe(v.string(), v.regex(/^(?!\.)[^/\\:\0]{1,255}$/));

const BackedUpFile = v.object({
  name: FileName,
  bytes: size,
  /** Gzip members, which make the file when they are put together. The hash is of the stored bytes. */
  parts: v.array(v.object({ name: FileName, bytes: size, sha256: hash })),
});
export type BackedUpFile = v.InferOutput<typeof BackedUpFile>;

/** Describes a complete backup. It is written last: a folder without it is no backup. */
const Manifest = v.object({
  format: v.literal(1),
  name: BackupName,
  /** ISO 8601, UTC. */
  at: v.string(),
  version: v.string(),
  /** The site's id. */
  site: v.string(),
  /** `file`: a database file of the embedded database. `export`: a file of Extended JSON for each collection. */
  kind: v.picklist(['file', 'export']),
  /** Whether it shows the database at one moment. */
  consistent: v.boolean(),
  files: v.array(BackedUpFile),
  /** Number of photo files; null if the photos are in a bucket of their own. */
  photos: v.nullable(size),
});
export type Manifest = v.InferOutput<typeof Manifest>;

/** Whether a text has the form of a backup's name. */
export const isBackupName = (text: string): boolean => nameForm.test(text);
export const nameOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
export const keyOf = (name: string, file: string): string => `${backupsFolder}/${name}/${file}`;
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Bytes that a backup takes where it is kept, without photos. */
export const storedBytes = ({ files }: Manifest): number =>
  files.reduce((sum, { parts }) => sum + parts.reduce((all, { bytes }) => all + bytes, 0), 0);

export const putManifest = (place: BackupPlace, manifest: Manifest): Promise<void> =>
  place.put(keyOf(manifest.name, manifestName), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));

/** Reads a backup's manifest; null if there is no complete backup of that name, or it is damaged. */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest | null> {
  if (!nameForm.test(name)) return null;
  const bytes = await place.get(keyOf(name, manifestName));
  if (!bytes) return null;
  try {
    const { success, output } = v.safeParse(Manifest, JSON.parse(bytes.toString('utf8')));
    return success && output.name === name ? output : null;
  } catch {
    return null;
  }
}

/** The keys of all backups by name, latest first; `complete` if there is a manifest. */
export async function listBackups(place: BackupPlace): Promise<{ name: string; keys: string[]; complete: boolean }[]> {
  const byName = new Map<string, string[]>();
  for (const key of await place.list(backupsFolder)) {
    const [, name = '', file] = key.split('/');
    // Other files are not ours.
    if (!nameForm.test(name) || file === undefined) continue;
    byName.set(name, [...(byName.get(name) ?? []), key]);
  }
  return [...byName]
    .map(([name, keys]) => ({ name, keys, complete: keys.includes(keyOf(name, manifestName)) }))
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** Deletes a backup, its manifest first: what an interruption leaves is no backup any more. */
export async function removeBackup(place: BackupPlace, name: string, keys: readonly string[]): Promise<void> {
  const manifest = keyOf(name, manifestName);
  if (keys.includes(manifest)) await place.remove(manifest);
  for (const key of keys) if (key !== manifest) await place.remove(key);
}
