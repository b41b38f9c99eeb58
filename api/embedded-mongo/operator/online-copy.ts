import { open } from 'node:fs/promises';
import { backup, type DatabaseSync, DatabaseSync as Sqlite } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

export interface Progress {
  done: number;
  total: number;
}

export interface CopyOptions {
  onProgress(progress: Progress): void;
  /** Ends the copy with the signal's reason. */
  signal: AbortSignal;
}

/** 1 MB: a step holds the connection for about a millisecond. */
const pagesPerStep = 256;
/** Steps between two waits for the disk, which otherwise all come at the end, while the connection is held. */
const stepsPerSync = 32;
/** Milliseconds. Under the heaviest load about every second try fails, on a busy machine nearly every one. */
const longestTrying = 120_000;

/** Node takes a first step that met a transaction, and so copied nothing, for a last one that failed. */
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
        // A disk says it once: who asks later is told that all is well.
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
      if (!metTransaction(error) || performance.now() - begun > longestTrying) throw error;
    } finally {
      await syncing;
    }
  }
}

/** One file, without a log beside it. */
function leaveAlone(file: string): void {
  const place = pathToFileURL(file);
  // Not made anew where whoever asked for it has taken it away meanwhile.
  place.search = '?mode=rw';
  const sqlite = new Sqlite(place);
  try {
    sqlite.exec('PRAGMA journal_mode = DELETE');
  } finally {
    sqlite.close();
  }
}

/**
 * Copies an open database into an existing, empty file while it goes on being used, and waits for the disk.
 * The copy is the database at the moment when the copying ends: SQLite brings what was copied before up to date.
 */
export async function copyOnline(sqlite: DatabaseSync, file: string, options: CopyOptions): Promise<void> {
  await copy(sqlite, file, options);
  leaveAlone(file);
  await using written = await open(file, 'r+');
  await written.sync();
}
