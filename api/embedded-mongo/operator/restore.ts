import { link, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explained, isDamaged } from '../store/open.ts';
import type { CheckProgress } from './check.ts';
import { checkFile } from './check-file.ts';
import { copyTree } from './copy-tree.ts';
import { copyInto, isThere, syncFolder, workFolder } from './files.ts';
import { Refusal } from './refusal.ts';

export interface RestoreOptions {
  /** The folder of the database, which may be new. */
  folder: string;
  /** The backup. */
  file: string;
  /** A folder that belongs to the backup, and its name within `folder`. */
  companion?: { from: string; name: string };
  /** The time in the name of the folder for the previous data. */
  now: Date;
  onProgress(progress: CheckProgress): void;
  signal: AbortSignal;
}

const logs = ['data.db-wal', 'data.db-shm'];

/**
 * Locks a database and writes its log into it. Returns the function that unlocks it.
 * A damaged file needs no lock, because no database starts on it.
 */
function lock(file: string): () => void {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(file);
    // Without a log beside it the file can be renamed while it is locked.
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return () => sqlite?.close();
  } catch (error) {
    sqlite?.close();
    if (!isDamaged(error)) throw explained(error, file);
    return () => undefined;
  }
}

/**
 * Gives a file a second name, or renames it if the file system has no hard links. Returns the function that undoes it.
 */
async function moveAway(path: string, previous: string): Promise<() => Promise<void>> {
  try {
    await link(path, previous);
    return () => rm(previous);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    await rename(path, previous);
    return () => rename(previous, path);
  }
}

/** Replaces the files by the staged ones and moves the previous ones away, all or nothing. */
async function exchange(folder: string, stage: string, previous: string, companion: string | undefined): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  const move = async (from: string, to: string): Promise<void> => {
    if (!(await isThere(from))) return;
    await rename(from, to);
    undo.push(() => rename(to, from));
  };
  const data = join(folder, 'data.db');
  try {
    if (companion) {
      await move(join(folder, companion), join(previous, companion));
      await move(join(stage, companion), join(folder, companion));
    }
    // A leftover log of the old file would be read into the restored one.
    for (const name of logs) await move(join(folder, name), join(previous, name));
    if (await isThere(data)) undo.push(await moveAway(data, join(previous, 'data.db')));
    // The rename is atomic: a database that starts now finds the old file, which is locked, or the new one.
    await rename(join(stage, 'data.db'), data);
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

async function stageBackup(stage: string, options: RestoreOptions): Promise<void> {
  const { file, companion, onProgress, signal } = options;
  const staged = join(stage, 'data.db');
  if (await isThere(`${file}-wal`)) throw new Refusal(`${file} is a database in use, not a backup of one.`);
  onProgress({ what: 'the backup', done: 0, total: 0 });
  await copyInto(file, staged);
  const { faults } = await checkFile(staged, { onProgress, signal });
  if (faults.count)
    throw new Refusal(`The backup is not right, nothing was changed. ${faults.first.slice(0, 3).join('; ')}`);
  if (companion)
    await copyTree(companion.from, join(stage, companion.name), {
      signal,
      strange: true,
      onProgress: (done, total) => onProgress({ what: companion.name, done, total }),
    });
}

/**
 * Replaces a folder's database by a backup, which is first copied there and checked. Returns the folder with the
 * previous data; null if there was none. Throws a Refusal, or the error of a database in use; nothing has changed then.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<string | null> {
  const { folder, file, companion, now } = options;
  if (!(await isThere(file))) throw new Refusal(`There is no ${file}.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const data = join(folder, 'data.db');
  const previous = join(folder, `before-restore-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
  const unlock = (await isThere(data)) ? lock(data) : () => undefined;
  const stage = await workFolder(folder, 'restoring');
  try {
    await stageBackup(stage, options);
    options.signal.throwIfAborted();
    await mkdir(previous, { mode: 0o700 });
    let isEmpty = false;
    try {
      await exchange(folder, stage, previous, companion?.name);
    } finally {
      isEmpty = await rmdir(previous).then(
        () => true,
        () => false,
      );
      await syncFolder(folder);
    }
    return isEmpty ? null : previous;
  } finally {
    unlock();
    await rm(stage, { recursive: true, force: true });
  }
}
