import type { Dexie, Table } from 'dexie';
import { endWarmStart } from '#src/warm-start/warm-start.ts';
import { warmTable } from '#src/warm-start/warm-table.ts';
import { leavings, untilShown } from './leaving-page.ts';
import { type Asked, type Done, MemoryOverlay } from './memory-overlay.ts';
import { isFull, keepsNothing, noteBlocked, noteFull, noteSilence } from './storage-state.ts';

/** A table, kept in IndexedDB or, where the browser keeps nothing, in memory. */
export interface DeviceTable<T> {
  get(key: string): Promise<T | undefined>;
  /** Whether there is a row; unlike one that was read, its blobs are in nobody's hands. */
  has(key: string): Promise<boolean>;
  put(row: T): Promise<void>;
  putAll(rows: readonly T[]): Promise<void>;
  remove(...keys: string[]): Promise<void>;
  where(field: keyof T & string, value: string): Promise<T[]>;
  all(): Promise<T[]>;
  keys(): Promise<string[]>;
  clear(): Promise<void>;
}

const unavailable = new Set([
  'OpenFailedError',
  'MissingAPIError',
  'SecurityError',
  'InvalidStateError',
  'VersionError',
]);
const held = new WeakMap<Dexie, MemoryOverlay>();

function heldOver(db: Dexie): MemoryOverlay {
  const known = held.get(db);
  if (known) return known;
  const made = new MemoryOverlay(db);
  held.set(db, made);
  return made;
}

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

/** Milliseconds of silence after which the page goes on without its device. */
const patience = 3_000;
/** A timer that is later by so many belongs to a page that slept. */
const slept = 1_000;
const noAnswer = Symbol('no answer');

const asking = (): Asked => ({ isGivenUp: false, giveUp: () => undefined });

/** Asks the device, and gives up when it is silent while the page is awake. */
async function inTime<R>(over: MemoryOverlay, ask: (asked: Asked) => PromiseLike<R>): Promise<R | typeof noAnswer> {
  const asked = asking();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof noAnswer>((resolve) => {
    const wait = () => {
      const { answers } = over;
      const until = performance.now() + patience + slept;
      timer = setTimeout(() => {
        if (untilShown() !== null || performance.now() > until || over.answers !== answers) return wait();
        try {
          asked.giveUp();
        } catch {
          // It is being committed.
          return wait();
        }
        asked.isGivenUp = true;
        resolve(noAnswer);
      }, patience);
    };
    // A worker shows nothing that could go on without.
    if ('document' in globalThis) wait();
  });
  try {
    return await Promise.race([ask(asked), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function attempt<R>(
  db: Dexie,
  kept: (asked: Asked) => PromiseLike<R>,
  forgotten: () => R | PromiseLike<R>,
): Promise<R> {
  const over = heldOver(db);
  if (over.isInside) {
    const answer = await kept(asking());
    over.answers += 1;
    return answer;
  }
  if (untilShown() !== null) await untilShown();
  if (over.shut || keepsNothing()) return forgotten();
  const before = leavings();
  try {
    const answer = await inTime(over, kept);
    if (answer !== noAnswer) return answer;
    noteSilence(true);
    return forgotten();
  } catch (error) {
    if (leavings() !== before) {
      await untilShown();
      // It may have been left while it was being made.
      await db.open().catch(() => undefined);
      return attempt(db, kept, forgotten);
    }
    if (await reopen(db, error)) return kept(asking());
    over.shut = over.isLifted && isFull(error);
    if (!over.shut) noteBlocked();
    return forgotten();
  }
}

/**
 * Puts a shelf over a table.
 * @param key the field that identifies a row
 * @param from makes of what is kept what is written now: code that is older than the schema may still write
 * @param isRemembered what this page saw of it stands in when the device does not answer
 */
export function createDeviceTable<T extends object>(
  db: Dexie,
  name: string,
  key: keyof T & string,
  from: (kept: T) => T = (kept) => kept,
  isRemembered = false,
): DeviceTable<T> {
  const over = heldOver(db);
  if (isRemembered) over.remember(name);
  const table = (): Table<T, string> => db.table(name);
  const keyOf = (row: T) => String(row[key]);
  const heldRows = () => [...over.over(name).values()].filter((row) => row !== null) as T[];
  const knownRows = () => [...over.known(name).values()].filter((row) => row !== null) as T[];
  const write = (rows: readonly (readonly [string, T | null])[], kept: () => PromiseLike<unknown>): Promise<void> =>
    attempt(
      db,
      async () => {
        if (!over.isReading) await kept();
        over.note(name, rows);
      },
      () => over.hold(name, rows),
    );
  const list = (kept: () => PromiseLike<T[]>, wanted: (row: T) => boolean): Promise<T[]> =>
    attempt(
      db,
      async () => {
        const rows = await kept();
        const above = over.over(name);
        if (above.size === 0) return rows.map(from);
        const here = new Set(rows.map(keyOf));
        const shown = rows.map((row) => (above.has(keyOf(row)) ? above.get(keyOf(row)) : from(row)) as T | null);
        const added = heldRows().filter((row) => !here.has(keyOf(row)) && !over.isNote(row));
        return [...shown.filter((row) => row !== null), ...added].filter(wanted);
      },
      () => knownRows().filter(wanted),
    );
  const shelf: DeviceTable<T> = {
    get: (id) =>
      attempt(
        db,
        async () => {
          const kept = await table().get(id);
          over.saw(name, id, kept && from(kept));
          const above = over.at(name, id);
          if (above === undefined || (above && !kept && over.isNote(above))) return kept && from(kept);
          return (above as T | null) ?? undefined;
        },
        () => (over.known(name).get(id) as T | null | undefined) ?? undefined,
      ),
    has: (id) =>
      attempt(
        db,
        async () => {
          const kept = await table().where(':id').equals(id).count();
          const above = over.at(name, id);
          return above === undefined ? kept > 0 : above !== null;
        },
        () => Boolean(over.known(name).get(id)),
      ),
    put: (row) => write([[keyOf(row), row]], () => table().put(row)),
    putAll: (rows) =>
      write(
        rows.map((row) => [keyOf(row), row]),
        () => table().bulkPut([...rows]),
      ),
    remove: (...keys) =>
      write(
        keys.map((one) => [one, null]),
        () => table().bulkDelete(keys),
      ),
    where: (field, value) =>
      list(
        async () => {
          const rows = await table().where(field).equals(value).toArray();
          for (const row of knownRows()) if (row[field] === value) over.saw(name, keyOf(row), null);
          for (const row of rows) over.saw(name, keyOf(row), from(row));
          return rows;
        },
        (row) => row[field] === value,
      ),
    all: () =>
      list(
        () => table().toArray(),
        () => true,
      ),
    keys: () =>
      attempt(
        db,
        async () => {
          const keys = new Set(await table().toCollection().primaryKeys());
          for (const [one, row] of over.over(name)) {
            if (row === null) keys.delete(one);
            else if (!over.isNote(row)) keys.add(one);
          }
          return [...keys];
        },
        () => knownRows().map(keyOf),
      ),
    clear: () =>
      attempt(
        db,
        async () => {
          const keys = [...(await table().toCollection().primaryKeys()), ...over.over(name).keys()];
          if (!over.isReading) await table().clear();
          over.note(
            name,
            keys.map((one) => [one, null]),
          );
        },
        () =>
          over.hold(
            name,
            [...over.known(name).keys()].map((one) => [one, null]),
          ),
      ),
  };
  return warmTable(shelf, { db: db.name, table: name }, from);
}

/** Runs `work` as one transaction over every table of `db`: all of it is kept, or nothing. Inside of one it joins it. */
export function together<R>(db: Dexie, work: () => Promise<R>): Promise<R> {
  endWarmStart();
  return heldOver(db).isInside ? work() : attempt(db, (asked) => heldOver(db).kept(work, asked), work);
}

/** Runs `work` as one transaction in memory: this tab goes on as if it had been kept. */
export async function inMemory<R>(db: Dexie, work: () => Promise<R>): Promise<Done<R>> {
  endWarmStart();
  noteFull();
  const nothing = async () => ({ result: await work(), undo: () => false, sweep: async () => undefined });
  return heldOver(db).isInside ? nothing() : attempt(db, (asked) => heldOver(db).done(work, asked), nothing);
}

/** Lets go of what this tab holds under a key: what the device keeps stands. */
export const dropOverlay = (db: Dexie, name: string, key: string): void => heldOver(db).letGo(name, key);

/** Writes to the device what is held in memory. @throws what the device says */
export const flushOverlay = async (db: Dexie): Promise<void> => {
  if (!heldOver(db).shut) await heldOver(db).flush();
};

/** What stands over a database in this tab. */
export const overlayOf = (db: Dexie): MemoryOverlay => heldOver(db);

/** Whether the calling code runs in a transaction over `db`. */
export const isInside = (db: Dexie): boolean => heldOver(db).isInside;

/** Deletes a database from the device, while this tab goes on with its rows; tells whether it held any. */
export const evictToMemory = async (db: Dexie): Promise<boolean> => !heldOver(db).shut && heldOver(db).lift();
