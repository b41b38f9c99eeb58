import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Deletes files that a stopped server left half-written in a folder.
 * @param age milliseconds for which a file may still be in use; 0 if nobody else writes there
 */
export async function removeOrphans(folder: string, age: number): Promise<void> {
  const newest = Date.now() - age;
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file && file.mtimeMs <= newest) await rm(path, { recursive: true, force: true });
  }
}
