import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyInto, isThere, syncFolder } from './files.ts';
import { Refusal } from './refusal.ts';

export interface TreeOptions {
  /** Called with how many files are done, of how many. */
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
  /** Paths below the folder that are left out. */
  skip?(path: string): boolean;
  /** Whether the folder is a stranger's: then links and whatever else is no file is refused, not left out. */
  strange?: boolean;
}

/** Files that are waited for at once. */
const atOnce = 8;

/** The files below a folder, by their relative paths; none where there is no folder. Throws a Refusal. */
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

/** Copies a file and waits for the disk; false where it has gone meanwhile. */
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
 * Copies the files below a folder that the other folder does not have yet, as files that never change are copied while new
 * ones come and old ones go; the copies are for this account alone. Answers how many it copied. Throws a Refusal.
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
