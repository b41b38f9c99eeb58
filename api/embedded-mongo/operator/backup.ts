import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from '../bson/codec.ts';
import { explained, openFile } from '../store/open.ts';
import { isThere } from './files.ts';
import { type CopyOptions, copyOnline } from './online-copy.ts';
import { Refusal } from './refusal.ts';

/** How often the progress of a copy is polled, in milliseconds. */
const askMs = 250;

/** Sends a command to the `admin` database of a running server. */
export type Run = (command: Document) => Promise<Document>;

/** Copies the database that a running process has open. `run` sends it commands. */
async function copyRunning(run: Run, file: string, { onProgress, signal }: CopyOptions): Promise<void> {
  signal.throwIfAborted();
  const asking = setInterval(() => {
    const showing = run({ embeddedBackupProgress: 1 }).then(({ done, total }) =>
      onProgress({ done: Number(done), total: Number(total) }),
    );
    // Errors are reported by the copy itself.
    showing.catch(() => undefined);
  }, askMs);
  const stop = (): void => void run({ embeddedBackupStop: 1 }).catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    await run({ embeddedBackup: file });
    signal.throwIfAborted();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearInterval(asking);
    signal.removeEventListener('abort', stop);
  }
}

async function copyStopped(folder: string, file: string, options: CopyOptions): Promise<void> {
  const data = join(folder, 'data.db');
  if (!(await isThere(data))) throw new Refusal(`There is no database in ${folder}.`);
  const sqlite = openFile(data, 'FULL');
  try {
    await copyOnline(sqlite, file, options);
  } catch (error) {
    throw explained(error, data);
  } finally {
    sqlite.close();
  }
}

/**
 * Copies a folder's database into a new file that is complete in itself, without a log. `run` sends commands to the
 * process that has the database open; null if none has.
 */
export async function copyDatabase(folder: string, run: Run | null, file: string, options: CopyOptions): Promise<void> {
  options.signal.throwIfAborted();
  // The empty file also proves to the other process that both see the same folders.
  await (await open(file, 'wx', 0o600)).close();
  if (run) await copyRunning(run, file, options);
  else await copyStopped(folder, file, options);
}
