import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { assertWhole } from './damage.ts';
import { migrate } from './migrate.ts';
import { applicationId, createTables, schemaVersion } from './schema.ts';

/** `FULL` syncs to disk at every commit; `NORMAL` may lose the last commits when the power fails. */
export type Synchronous = 'FULL' | 'NORMAL';

interface SqliteError extends Error {
  errcode?: number;
}

/** SQLite's result codes that have a message for the person who starts the server. */
const sentences: Record<number, (file: string) => string> = {
  5: (file) => `Another process has the database open: ${file}`,
  8: (file) => `The database cannot be written to: ${file}`,
  10: (file) => `The disk failed to read or to write: ${file}`,
  11: (file) => `The database is damaged: ${file}`,
  13: (file) => `The disk is full: ${file}`,
  14: (file) => `The database cannot be opened: ${file}`,
  26: (file) => `This file is not a database: ${file}`,
};

const resultCode = (error: unknown): number => ((error as SqliteError).errcode ?? 0) & 0xff;

/** Replaces SQLite's error by a sentence for people, if there is one. */
export function explained(error: unknown, file: string): unknown {
  const sentence = sentences[resultCode(error)];
  return sentence ? new Error(sentence(file), { cause: error }) : error;
}

/** Whether the file is damaged, or no database at all. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(resultCode(error));

/** Whether SQLite refused a write because the disk is full. */
export const isDiskFull = (error: unknown): boolean => resultCode(error) === 13;

/** Throws if the file or the folder of its log is read-only. SQLite's own error is less clear. */
function assertWritable(file: string): void {
  for (const path of [dirname(file), file])
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        throw new Error(`The database cannot be written to: ${path}`);
    }
}

/** Restricts the file, also one of an earlier version, to this account. SQLite gives its logs the same rights. */
function makePrivate(file: string): void {
  try {
    if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
    else if (process.platform !== 'win32' && statSync(file).mode & 0o077) chmodSync(file, 0o600);
  } catch {
    // Errors are ignored: SQLite reports problems with the file better, and another account's file keeps its rights.
  }
}

/** Identifies the file before anything in it is changed. Returns its format version, 0 for a new file. */
function versionOf(sqlite: DatabaseSync, file: string): number {
  const number = (sql: string): number => Object.values(sqlite.prepare(sql).get() ?? {})[0] as number;
  const version = number('PRAGMA user_version');
  if (version > schemaVersion)
    throw new Error(
      `The database was written by a newer version (its format is ${version}, ours ${schemaVersion}): ${file}`,
    );
  const isOurs = version
    ? number('PRAGMA application_id') === applicationId
    : !number('SELECT count(*) FROM sqlite_schema');
  if (!isOurs) throw new Error(`This is a database of another program: ${file}`);
  return version;
}

function prepare(sqlite: DatabaseSync, file: string, synchronous: Synchronous): void {
  sqlite.exec('PRAGMA locking_mode = EXCLUSIVE');
  const version = versionOf(sqlite, file);
  sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
  // 16 MB of page cache: the index pages for a hundred thousand bikes. The system caches the rest in memory too.
  sqlite.exec('PRAGMA cache_size = -16384');
  // 16 MB of log before a checkpoint, so that a page that is written often is moved once.
  sqlite.exec('PRAGMA wal_autocheckpoint = 4000');
  sqlite.exec('PRAGMA temp_store = MEMORY');
  // Takes the lock, which EXCLUSIVE mode then keeps.
  sqlite.exec('BEGIN IMMEDIATE');
  if (version === 0) sqlite.exec(createTables);
  else if (version < schemaVersion) migrate(sqlite);
  sqlite.exec('COMMIT');
}

/**
 * Opens or creates the file and locks it for this process.
 * Throws an Error with one sentence for people if it is in use, damaged, another program's, or newer than this one.
 */
export function openFile(file: string, synchronous: Synchronous): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    assertWritable(file);
    assertWhole(file);
    makePrivate(file);
    sqlite = new DatabaseSync(file);
    prepare(sqlite, file, synchronous);
    return sqlite;
  } catch (error) {
    if (sqlite?.isOpen) sqlite.close();
    throw explained(error, file);
  }
}
