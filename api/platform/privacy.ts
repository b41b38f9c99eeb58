import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The site's own entries in its data folder. Others belong to somebody else. */
const ours =
  /^(?:data\.db(?:-wal|-shm|-journal)?|keys|db\.sock(?:\.path)?|mails|photos|uploads|compiled|(?:before-restore|restoring|exporting|checking|backing-up)-.+)$/;
/** Permission bits of group and others. */
const others = 0o077;
const sticky = 0o1000;
const batchSize = 32;
/** Errors to ignore: the file system has no permissions, the file is gone or belongs to another account. */
const ignoredCodes = new Set(['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP', 'ENOSYS', 'EINVAL']);

const ignoreExpected = (error: NodeJS.ErrnoException): void => {
  if (!ignoredCodes.has(error.code ?? '')) throw error;
};

async function removeOthers(path: string, { mode }: Stats): Promise<void> {
  if (mode & others) await chmod(path, mode & 0o7777 & ~others).catch(ignoreExpected);
}

async function narrow(path: string): Promise<void> {
  const found = await lstat(path).catch(ignoreExpected);
  if (found?.isFile()) await removeOthers(path, found);
  if (found?.isDirectory()) await narrowFolder(path, found);
}

/** Narrows a folder after its content, so that a folder that is narrow already can be skipped. */
async function narrowFolder(path: string, found: Stats): Promise<void> {
  if (!(found.mode & others)) return;
  const names = await readdir(path);
  for (let from = 0; from < names.length; from += batchSize)
    await Promise.all(names.slice(from, from + batchSize).map((name) => narrow(join(path, name))));
  await removeOthers(path, found);
}

/** Sets the umask so that files and folders that this process creates are private to its account. */
export const writePrivately = (): void => void process.umask(others);

/**
 * Removes other accounts' rights to the data folder that earlier versions or another umask left. Does not follow links.
 * Leaves alone files that are not the site's, and a data folder that contains such files or is shared like /tmp.
 */
export async function narrowRights(dataDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const home = await stat(dataDir).catch(ignoreExpected);
  if (!home?.isDirectory()) return;
  const names = await readdir(dataDir);
  // A folder with other content may be one that other accounts must enter.
  if (!(home.mode & sticky) && names.every((name) => ours.test(name))) await removeOthers(dataDir, home);
  for (const name of names.filter((one) => ours.test(one))) {
    const path = join(dataDir, name);
    const found = await lstat(path).catch(ignoreExpected);
    // A folder that was created private may contain files that were not.
    if (found?.isDirectory()) for (const inner of await readdir(path)) await narrow(join(path, inner));
    await narrow(path);
  }
}
