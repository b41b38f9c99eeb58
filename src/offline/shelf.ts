import Dexie, { type Table } from 'dexie';
import { memoryTurn, noteBlocked, storageState } from './storage.ts';

/** A table, kept in IndexedDB or, where the browser keeps nothing, in memory. */
export interface Shelf<T> {
  get(key: string): Promise<T | undefined>;
  put(row: T): Promise<void>;
  putAll(rows: readonly T[]): Promise<void>;
  remove(...keys: string[]): Promise<void>;
  where(field: keyof T & string, value: string): Promise<T[]>;
  all(): Promise<T[]>;
  clear(): Promise<void>;
}

const unavailable = new Set([
  'OpenFailedError',
  'MissingAPIError',
  'SecurityError',
  'InvalidStateError',
  'VersionError',
]);

/** Whether an error says that this browser keeps no data for us. */
const isBlocked = (error: unknown): boolean => error instanceof Error && unavailable.has(error.name);
const isClosed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DatabaseClosedError' || error.name === 'InvalidStateError');

/** Systems close connections of apps in the background; a closed one may also never have opened. */
async function reopen(db: Dexie, error: unknown): Promise<boolean> {
  if (isBlocked(error)) return false;
  if (!isClosed(error)) throw error;
  return db.open().then(
    () => true,
    () => false,
  );
}

async function attempt<R>(db: Dexie, kept: () => PromiseLike<R>, forgotten: () => R): Promise<R> {
  if (storageState.get() === 'blocked') return forgotten();
  // Asked before the attempt: after a failure Dexie may still name the transaction that failed.
  const inside = Dexie.currentTransaction !== null;
  try {
    return await kept();
  } catch (error) {
    if (inside) throw error;
    if (await reopen(db, error)) return kept();
    noteBlocked();
    return forgotten();
  }
}

/**
 * Puts a shelf over a table.
 * @param key the field that identifies a row
 * @param from makes of what is kept what is written now: code that is older than the schema may still write
 */
export function createShelf<T extends object>(
  db: Dexie,
  name: string,
  key: keyof T & string,
  from: (kept: T) => T = (kept) => kept,
): Shelf<T> {
  const table = (): Table<T, string> => db.table(name);
  const memory = new Map<string, T>();
  const changed = () => memoryTurn.set(memoryTurn.get() + 1);
  const keep = (rows: readonly T[]) => {
    for (const row of rows) memory.set(String(row[key]), row);
    changed();
  };
  const drop = (keys: readonly string[]) => {
    for (const one of keys) memory.delete(one);
    changed();
  };
  const holds = (row: T, field: keyof T, value: string) => row[field] === value;
  return {
    get: (id) =>
      attempt(
        db,
        async () => {
          const kept = await table().get(id);
          return kept && from(kept);
        },
        () => memory.get(id),
      ),
    put: (row) =>
      attempt(
        db,
        async () => void (await table().put(row)),
        () => keep([row]),
      ),
    putAll: (rows) =>
      attempt(
        db,
        async () => void (await table().bulkPut([...rows])),
        () => keep(rows),
      ),
    remove: (...keys) =>
      attempt(
        db,
        () => table().bulkDelete(keys),
        () => drop(keys),
      ),
    where: (field, value) =>
      attempt(
        db,
        async () => (await table().where(field).equals(value).toArray()).map(from),
        () => [...memory.values()].filter((row) => holds(row, field, value)),
      ),
    all: () =>
      attempt(
        db,
        async () => (await table().toArray()).map(from),
        () => [...memory.values()],
      ),
    clear: () =>
      attempt(
        db,
        () => table().clear(),
        () => drop([...memory.keys()]),
      ),
  };
}

/** Runs `work` as one transaction over every table of `db`: all of it is kept, or nothing. */
export const together = <R>(db: Dexie, work: () => Promise<R>): Promise<R> =>
  attempt<unknown>(
    db,
    // Dexie follows an await only from a function that is async itself.
    () => db.transaction('rw', db.tables, async () => work()),
    () => work(),
  ) as Promise<R>;
