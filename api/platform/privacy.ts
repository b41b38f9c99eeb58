import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the site makes in its data folder. Whatever else lies there is somebody else's. */
const ours =
  /^(?:data\.db(?:-wal|-shm|-journal)?|keys|db\.sock(?:\.path)?|mails|photos|uploads|compiled|(?:before-restore|restoring|exporting|checking)-.+)$/;
/** Rights of everybody but this account. */
const others = 0o077;
const sticky = 0o1000;
const atOnce = 32;
/** On a disk that keeps no rights, or of a file that went or is another account's, there is nothing to narrow. */
const inVain = new Set(['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP', 'ENOSYS', 'EINVAL']);

const ignoreInVain = (error: NodeJS.ErrnoException): void => {
  if (!inVain.has(error.code ?? '')) throw error;
};

async function take(path: string, { mode }: Stats): Promise<void> {
  if (mode & others) await chmod(path, mode & 0o7777 & ~others).catch(ignoreInVain);
}

async function narrow(path: string): Promise<void> {
  const found = await lstat(path).catch(ignoreInVain);
  if (found?.isFile()) await take(path, found);
  if (found?.isDirectory()) await narrowFolder(path, found);
}

/** A folder is narrowed after what is in it, so that one that is narrow already needs no second look. */
async function narrowFolder(path: string, found: Stats): Promise<void> {
  if (!(found.mode & others)) return;
  const names = await readdir(path);
  for (let from = 0; from < names.length; from += atOnce)
    await Promise.all(names.slice(from, from + atOnce).map((name) => narrow(join(path, name))));
  await take(path, found);
}

/** Lets files and folders that this process makes from here on be for this account alone, whoever makes them in it. */
export const writePrivately = (): void => void process.umask(others);

/**
 * Takes from other accounts what earlier versions, or another umask, let them read in the data folder. Links in it are
 * not followed; files that the site did not make, and a data folder that holds such or is shared like /tmp, stay as they
 * are.
 */
export async function narrowRights(dataDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const home = await stat(dataDir).catch(ignoreInVain);
  if (!home?.isDirectory()) return;
  const names = await readdir(dataDir);
  // A folder that holds something else may be one that others have to enter.
  if (!(home.mode & sticky) && names.every((name) => ours.test(name))) await take(dataDir, home);
  for (const name of names.filter((one) => ours.test(one))) {
    const path = join(dataDir, name);
    const found = await lstat(path).catch(ignoreInVain);
    // A folder that was made narrow may hold files that were not.
    if (found?.isDirectory()) for (const inner of await readdir(path)) await narrow(join(path, inner));
    await narrow(path);
  }
}
