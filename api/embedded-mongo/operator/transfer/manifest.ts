import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EJSON } from 'bson';
import type { Document } from '../../bson/codec.ts';
import { assertFile, isThere, syncFolder, whole } from '../files.ts';
import { Refusal } from '../refusal.ts';
import { manifestOf } from './read-manifest.ts';

/** One exported collection. */
export interface Exported {
  name: string;
  /** Its file in the folder, one document a line. */
  file: string;
  documents: number;
  /** As `listCollections` and `listIndexes` say them. */
  options: Document;
  indexes: Document[];
}

/** What a folder holds. It is written last: a folder without it is not complete. */
export interface Manifest {
  format: 1;
  /** Tells one export from another: a hash of what was written. */
  id: string;
  collections: Exported[];
}

/** Collections' files end in `.json`: none has this name. */
const manifestName = 'export.ejson';

/** A file's name for a collection: what file systems may not take is written as in an address. */
export function fileNames(collections: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const collection of collections) {
    const safe = collection.replace(/[^\w.-]/gu, (char) => encodeURIComponent(char).replaceAll('*', '%2A'));
    let name = safe;
    // Some file systems take two names that differ in case for one.
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${safe}%${n}`;
    taken.add(name.toLowerCase());
    names.set(collection, `${name}.json`);
  }
  return names;
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${EJSON.stringify(manifest, undefined, 2, { relaxed: false })}\n`;
  await whole(join(folder, manifestName), false, (file) => writeFile(file, text, { flush: true, mode: 0o600 }));
  await syncFolder(folder);
}

/** More than a thousand collections with all the indexes that they may have. */
const longestManifest = 64 * 1024 * 1024;

/** Throws a Refusal for a folder that holds no complete export, or a list that no export wrote. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  if (!(await isThere(path)))
    throw new Refusal(`There is no complete export in ${folder}: ${manifestName} is missing.`);
  await assertFile(path);
  if ((await lstat(path)).size > longestManifest) throw new Refusal(`${path} is too large for a list of collections.`);
  let said: unknown;
  try {
    // Exactly, for an index or an option to be the same one again.
    said = EJSON.parse(await readFile(path, 'utf8'), { relaxed: false });
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}`);
  }
  return manifestOf(said, path);
}
