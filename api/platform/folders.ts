import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The files in a folder and below it, by their paths there, separated by `/`; none if there is no such folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}

/** Whether a path is a folder or in it. */
export const isWithin = (path: string, folder: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`);
