import { open } from 'node:fs/promises';
import { backup, type DatabaseSync, DatabaseSync as Sqlite } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

export interface Progress {
  done: number;
  total: number;
}

export interface CopyOptions {
  onProgress(progress: Progress): void;
  /** Aborts the copy with the signal's reason. */
  signal: AbortSignal;
}

/** 1 MB: a step holds the connection for about a millisecond. */
const pagesPerStep = 256;
/** Steps between two syncs. Without them all data is synced at the end, while the connection is held. */
const stepsPerSync = 32;
/**
 * How long to retry, in milliseconds. Under the heaviest load about every second try fails, on a busy machine nearly
 * every one.
 */
const retryTimeoutMs = 120_000;

/** Node reports a first step that met a transaction, and so copied nothing, as a failed last step. */
const metTransaction = (error: unknown): boolean => (error as { errcode?: number }).errcode === 0;

async function copy(sqlite: DatabaseSync, file: string, { signal, onProgress }: CopyOptions): Promise<void> {
  await using written = await open(file, 'r+');
  let steps = 0;
  let syncing: Promise<void> | undefined;
  let failure: unknown;
  const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }): void => {
    signal.throwIfAborted();
    if (failure) throw failure;
    onProgress({ done: totalPages - remainingPages, total: totalPages });
    if (++steps % stepsPerSync || syncing) return;
    syncing = written
      .datasync()
      .catch((error: unknown) => {
        // A disk reports an error once: a later sync would report success.
        failure = error;
      })
      .finally(() => {
        syncing = undefined;
      });
  };
  const begun = performance.now();
  for (;;) {
    signal.throwIfAborted();
    try {
      await backup(sqlite, file, { rate: pagesPerStep, progress });
      await syncing;
      if (failure) throw failure;
      break;
    } catch (error) {
      if (!metTransaction(error) || performance.now() - begun > retryTimeoutMs) throw error;
    } finally {
      await syncing;
    }
  }
}

/** Makes the copy a single file, without a log beside it. */
function leaveAlone(file: string): void {
  const place = pathToFileURL(file);
  // The mode does not recreate the file if the requester has removed it meanwhile.
  place.search = '?mode=rw';
  const sqlite = new Sqlite(place);
  try {
    sqlite.exec('PRAGMA journal_mode = DELETE');
  } finally {
    sqlite.close();
  }
}

/**
 * Copies an open database into an existing, empty file while it stays in use, and syncs it.
 * The copy shows the database at the end of the copying: SQLite updates the parts copied before.
 */
export async function copyOnline(sqlite: DatabaseSync, file: string, options: CopyOptions): Promise<void> {
  await copy(sqlite, file, options);
  leaveAlone(file);
  await using written = await open(file, 'r+');
  await written.sync();
}
