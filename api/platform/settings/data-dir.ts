import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The data folder without DATA_DIR, relative to the working directory. */
export const defaultDataDir = '.data';

/**
 * Creates a folder and those around it, private to this account. Node's own recursive call never ends where a file system
 * such as /proc refuses new folders as if the one around were missing.
 */
export function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
