import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyInto, isThere, syncFolder } from './files.ts';
import { Refusal } from './refusal.ts';

export interface TreeOptions {
  /** Called with the number of files done and the total. */
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
  /** Whether a path below the folder is left out. */
  skip?(path: string): boolean;
  /** Whether the folder is untrusted. Links and other non-files in it are then refused instead of skipped. */
  strange?: boolean;
}

/** Maximum number of files copied at the same time. */
const atOnce = 8;

/** Lists the files below a folder by relative path; empty if there is no folder. Throws a Refusal. */
async function filesBelow(folder: string, strange: boolean): Promise<string[]> {
  if (!(await isThere(folder))) return [];
  if (strange && !(await lstat(folder)).isDirectory()) throw new Refusal(`${folder} is a link, or no folder.`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const odd = strange && entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (odd) throw new Refusal(`${join(odd.parentPath, odd.name)} is a link, or no file.`);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

/** Copies a file and syncs it to disk. Returns false if the file was removed meanwhile. */
async function copyOne(from: string, to: string): Promise<boolean> {
  try {
    await copyInto(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await isThere(from))) return false;
    throw error;
  }
  return true;
}

/**
 * Copies the files below a folder that the target does not have yet, readable by this account only. Existing files must
 * never change, but files may come and go during the copy. Returns the number of files copied. Throws a Refusal.
 */
export async function copyTree(from: string, to: string, options: TreeOptions): Promise<number> {
  const { onProgress, signal, skip, strange = false } = options;
  const files = (await filesBelow(from, strange)).filter((path) => !skip?.(path));
  let next = 0;
  let done = 0;
  let copied = 0;
  const folders = new Set([to]);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const work = async (): Promise<void> => {
    for (let path = files[next++]; path !== undefined; path = files[next++]) {
      signal.throwIfAborted();
      const target = join(to, path);
      if (!(await isThere(target))) {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        for (let folder = dirname(target); folder.length > to.length; folder = dirname(folder)) folders.add(folder);
        if (await copyOne(join(from, path), target)) copied++;
      }
      onProgress(++done, files.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const folder of folders) await syncFolder(folder);
  return copied;
}
