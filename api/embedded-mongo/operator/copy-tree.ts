import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere, syncFolder } from './files.ts';

export interface TreeOptions {
  /** Called with how many files are done, of how many. */
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
  /** Paths below the folder that are left out. */
  skip?(path: string): boolean;
}

/** Files that are waited for at once. */
const atOnce = 8;

/** The files below a folder, by their relative paths; none where there is no folder. */
async function filesBelow(folder: string): Promise<string[]> {
  if (!(await isThere(folder))) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

/** Copies a file and waits for the disk; false where it has gone meanwhile. */
async function copyOne(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await isThere(from))) return false;
    throw error;
  }
  await using written = await open(to, 'r+');
  await written.sync();
  return true;
}

/**
 * Copies the files below a folder that the other folder does not have yet, as files that never change are copied while new
 * ones come and old ones go. Answers how many it copied.
 */
export async function copyTree(from: string, to: string, options: TreeOptions): Promise<number> {
  const { onProgress, signal, skip } = options;
  const files = (await filesBelow(from)).filter((path) => !skip?.(path));
  let next = 0;
  let done = 0;
  let copied = 0;
  const folders = new Set([to]);
  await mkdir(to, { recursive: true });
  const work = async (): Promise<void> => {
    for (let path = files[next++]; path !== undefined; path = files[next++]) {
      signal.throwIfAborted();
      const target = join(to, path);
      const there = await stat(target).catch(() => null);
      if (!there) {
        await mkdir(dirname(target), { recursive: true });
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
