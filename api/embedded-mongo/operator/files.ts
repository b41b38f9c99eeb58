import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from './refusal.ts';

/** Age at which an abandoned work folder is removed, in milliseconds: no work takes a day. */
const orphanMs = 24 * 3600 * 1000;

/** Syncs a folder, so that the names in it are on disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Whether anything exists at a path, a broken link included. */
export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** Throws a Refusal if the path is no regular file: a link may lead anywhere, and a pipe never ends. */
export async function assertFile(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) throw new Refusal(`${path} is a link. Only files are read.`);
  if (!found.isFile()) throw new Refusal(`${path} is no file.`);
}

const chunkBytes = 256 * 1024;

// A link or pipe that has just replaced the file is not followed or waited for. Windows has neither flag.
const readHere = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Copies a file to a new one for this account alone and syncs it. Throws a Refusal if the source is no regular file.
 */
export async function copyInto(from: string, to: string): Promise<void> {
  await assertFile(from);
  await using source = await open(from, readHere);
  if (!(await source.stat()).isFile()) throw new Refusal(`${from} is no file.`);
  await using target = await open(to, 'wx', 0o600);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (let read = -1; read !== 0; ) {
    read = (await source.read(chunk)).bytesRead;
    await target.writeFile(chunk.subarray(0, read));
  }
  await target.sync();
}

/** Creates a folder for work in progress, and removes old ones that killed processes left behind. */
export async function workFolder(parent: string, name: string): Promise<string> {
  for (const left of await readdir(parent)) {
    if (!left.startsWith(`${name}-`)) continue;
    const { mtimeMs } = await lstat(join(parent, left));
    if (mtimeMs < Date.now() - orphanMs) await rm(join(parent, left), { recursive: true, force: true });
  }
  return mkdtemp(join(parent, `${name}-`));
}

/** The temporary name of a file or folder until it is complete. */
const unfinished = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);

/**
 * Creates a file or folder atomically: `make` works under a temporary name, which is then renamed.
 * Throws a Refusal if the target exists, unless it may be replaced.
 */
export async function whole(
  path: string,
  replace: boolean,
  make: (unfinished: string) => Promise<void>,
): Promise<void> {
  const refuse = async (): Promise<void> => {
    if (!replace && (await isThere(path))) throw new Refusal(`${path} exists already. --force replaces it.`);
  };
  await refuse();
  if (!(await isThere(dirname(path)))) throw new Refusal(`There is no folder ${dirname(path)}.`);
  const part = unfinished(path);
  try {
    await make(part);
    await refuse();
    // A rename can replace a file atomically, but not a folder.
    const isFolder = async (one: string): Promise<boolean> => (await lstat(one)).isDirectory();
    const old = (await isThere(path)) && ((await isFolder(path)) || (await isFolder(part))) && unfinished(path);
    if (old) await rename(path, old);
    await rename(part, path);
    if (old) await rm(old, { recursive: true });
    await syncFolder(dirname(path));
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}
