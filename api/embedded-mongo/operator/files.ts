import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from './refusal.ts';

/** No work takes a day. */
const leftoverMs = 24 * 3600 * 1000;

/** Waits until the disk knows the names in a folder. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Whether there is anything under a path. */
export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** Throws a Refusal for what is no file: a link may lead anywhere, and a pipe never ends. */
export async function assertFile(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) throw new Refusal(`${path} is a link. Only files are read.`);
  if (!found.isFile()) throw new Refusal(`${path} is no file.`);
}

/** What is copied at once. */
const chunkBytes = 256 * 1024;

// What took a file's place a moment ago is neither followed nor waited for. Windows knows neither.
const readHere = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Copies a file into a new one for this account alone, and waits for the disk. Throws a Refusal for what is no file. */
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

/** A new folder for work in progress, of which a killed process may have left some behind: those are removed. */
export async function workFolder(parent: string, name: string): Promise<string> {
  for (const left of await readdir(parent)) {
    if (!left.startsWith(`${name}-`)) continue;
    const { mtimeMs } = await lstat(join(parent, left));
    if (mtimeMs < Date.now() - leftoverMs) await rm(join(parent, left), { recursive: true, force: true });
  }
  return mkdtemp(join(parent, `${name}-`));
}

/** The name that a file or folder has beside its place until it is whole. */
const unfinished = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);

/**
 * Makes a file or a folder whole or not at all: `make` works under another name, which is then changed.
 * Throws a Refusal where there is something already, unless it may be replaced.
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
    // Only a file takes over the name of a file at once.
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
