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
  /** As `listCollections` and `listIndexes` return them. */
  options: Document;
  indexes: Document[];
}

/** The contents of an export folder. It is written last, so a folder without it is incomplete. */
export interface Manifest {
  format: 1;
  /** Identifies the export: a hash of its contents. */
  id: string;
  collections: Exported[];
}

/** Cannot collide with a collection's file, which ends in `.json`. */
const manifestName = 'export.ejson';

/** Maps each collection to a file name. Characters that file systems may refuse are percent-encoded. */
export function fileNames(collections: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const collection of collections) {
    const safe = collection.replace(/[^\w.-]/gu, (char) => encodeURIComponent(char).replaceAll('*', '%2A'));
    let name = safe;
    // Some file systems ignore case.
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

/** In bytes: enough for more than a thousand collections with the maximum number of indexes. */
const maxManifestBytes = 64 * 1024 * 1024;

/** Throws a Refusal for a folder without a complete export, or with an invalid manifest. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  if (!(await isThere(path)))
    throw new Refusal(`There is no complete export in ${folder}: ${manifestName} is missing.`);
  await assertFile(path);
  if ((await lstat(path)).size > maxManifestBytes) throw new Refusal(`${path} is too large for a list of collections.`);
  let said: unknown;
  try {
    // Keeps BSON types, so that an import restores the same indexes and options.
    said = EJSON.parse(await readFile(path, 'utf8'), { relaxed: false });
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}`);
  }
  return manifestOf(said, path);
}
