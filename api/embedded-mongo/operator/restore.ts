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
  /** Where the database is, or will be. */
  folder: string;
  /** The backup. */
  file: string;
  /** A folder that belongs to the backup, and its name within `folder`. */
  companion?: { from: string; name: string };
  /** Names the folder of what was there before. */
  now: Date;
  onProgress(progress: CheckProgress): void;
  signal: AbortSignal;
}

const logs = ['data.db-wal', 'data.db-shm'];

/**
 * Takes the lock of a database, its log written into it; undo by the function that it answers.
 * Where the file is damaged there is nothing to lock: no database starts on it.
 */
function lock(file: string): () => void {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(file);
    // Without a log beside it the file can change its name while it is locked.
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return () => sqlite?.close();
  } catch (error) {
    sqlite?.close();
    if (!isDamaged(error)) throw explained(error, file);
    return () => undefined;
  }
}

/** Gives a file a second name; takes the first one away where a disk knows one name a file only. Answers how to undo it. */
async function setAside(path: string, aside: string): Promise<() => Promise<void>> {
  try {
    await link(path, aside);
    return () => rm(aside);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    await rename(path, aside);
    return () => rename(aside, path);
  }
}

/** Puts what is staged into its place and what was there aside; all of it, or nothing. */
async function exchange(folder: string, stage: string, aside: string, companion: string | undefined): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  const move = async (from: string, to: string): Promise<void> => {
    if (!(await isThere(from))) return;
    await rename(from, to);
    undo.push(() => rename(to, from));
  };
  const data = join(folder, 'data.db');
  try {
    if (companion) {
      await move(join(folder, companion), join(aside, companion));
      await move(join(stage, companion), join(folder, companion));
    }
    // A log of another file would be read into the restored one.
    for (const name of logs) await move(join(folder, name), join(aside, name));
    if (await isThere(data)) undo.push(await setAside(data, join(aside, 'data.db')));
    // One name, one moment: a database that starts now finds the old file, which is locked, or the new one.
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
 * Puts a backup in the place of a folder's database, after it was copied there and checked. Answers the folder that holds
 * what was there before; null where there was nothing. Throws a Refusal, or the sentence of a database in use, and then
 * nothing has changed.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<string | null> {
  const { folder, file, companion, now } = options;
  if (!(await isThere(file))) throw new Refusal(`There is no ${file}.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const data = join(folder, 'data.db');
  const aside = join(folder, `before-restore-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
  const unlock = (await isThere(data)) ? lock(data) : () => undefined;
  const stage = await workFolder(folder, 'restoring');
  try {
    await stageBackup(stage, options);
    options.signal.throwIfAborted();
    await mkdir(aside, { mode: 0o700 });
    let isEmpty = false;
    try {
      await exchange(folder, stage, aside, companion?.name);
    } finally {
      isEmpty = await rmdir(aside).then(
        () => true,
        () => false,
      );
      await syncFolder(folder);
    }
    return isEmpty ? null : aside;
  } finally {
    unlock();
    await rm(stage, { recursive: true, force: true });
  }
}
