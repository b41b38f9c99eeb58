import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { explained, openFile } from '../store/open.ts';
import { copyDatabase, type Run } from './backup.ts';
import { type Checked, type CheckProgress, check } from './check.ts';
import { Faults } from './faults.ts';
import { isThere, workFolder } from './files.ts';
import { Refusal } from './refusal.ts';

export interface CheckOptions {
  onProgress(progress: CheckProgress): void;
  signal: AbortSignal;
}

const failed = (error: unknown): Checked => {
  const faults = new Faults();
  faults.add(error instanceof Error ? error.message : String(error));
  return { documents: 0, entries: 0, faults };
};

async function checkOpen(sqlite: DatabaseSync, { onProgress, signal }: CheckOptions): Promise<Checked> {
  try {
    for (const slices = check(sqlite); ; ) {
      const { done, value } = slices.next();
      if (done) return value;
      onProgress(value);
      await turn();
      signal.throwIfAborted();
    }
  } finally {
    sqlite.close();
  }
}

/** Checks a file that no process has open, such as a backup. Changes nothing. */
export async function checkFile(file: string, options: CheckOptions): Promise<Checked> {
  if (!(await isThere(file))) throw new Refusal(`There is no ${file}.`);
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(file, { readOnly: true });
    // 64 MB of page cache, because entries are looked up all over the file.
    sqlite.exec('PRAGMA cache_size = -65536; PRAGMA user_version');
  } catch (error) {
    sqlite?.close();
    return failed(explained(error, file));
  }
  return checkOpen(sqlite, options);
}

/**
 * Checks the database of a folder. If a process has it open (`run` sends it commands), a copy is made in the folder and
 * checked, so that the process is not slowed down. The copy needs as much room as the database.
 */
export async function checkFolder(folder: string, run: Run | null, options: CheckOptions): Promise<Checked> {
  const file = join(folder, 'data.db');
  if (!(await isThere(file))) throw new Refusal(`There is no database in ${folder}.`);
  if (!run) {
    let sqlite: DatabaseSync;
    try {
      sqlite = openFile(file, 'FULL');
    } catch (error) {
      return failed(error);
    }
    return checkOpen(sqlite, options);
  }
  const place = await workFolder(folder, 'checking');
  try {
    const copy = join(place, 'data.db');
    const { signal, onProgress } = options;
    await copyDatabase(folder, run, copy, {
      signal,
      onProgress: ({ done, total }) => onProgress({ what: 'a copy', done, total }),
    });
    return await checkFile(copy, options);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
