import type { Dexie, Table } from 'dexie';
import { endWarmStart } from '#src/warm-start/warm-start.ts';
import { leavings, untilShown } from './leaving-page.ts';
import { type CancelableRequest, type InMemoryResult, MemoryOverlay } from './memory-overlay.ts';
import { hasName, isFull, isMemoryOnly, noteBlocked, noteFull, setStorageHung } from './storage-state.ts';
import { warmTable } from './warm-table.ts';
import { inLiveQuery } from './watch.ts';

/** A table in IndexedDB or, where the browser stores nothing, in memory. */
export interface DeviceTable<T> {
  get(key: string): Promise<T | undefined>;
  /** Whether there is a row. Reads no value, so no blob of it is held open. */
  has(key: string): Promise<boolean>;
  put(row: T): Promise<void>;
  putAll(rows: readonly T[]): Promise<void>;
  remove(...keys: string[]): Promise<void>;
  where(field: keyof T & string, value: string): Promise<T[]>;
  all(): Promise<T[]>;
  keys(): Promise<string[]>;
  clear(): Promise<void>;
}

/** The errors of a browser that stores nothing for us, now and later. */
const refusals = /^(MissingAPI|Security|Version)Error$/;
/** The errors of a database that cannot be opened. */
const openErrors = /^(OpenFailed|DatabaseClosed)Error$/;
/** Errors that may pass: systems close the connections of apps in the background, and disks fail once. */
const passing =
  /^(Abort|DatabaseClosed|InvalidState|NotFound|OpenFailed|PrematureCommit|TransactionInactive|Unknown)Error$/;
/** Milliseconds before each further try after such an error: many, as one transaction makes up to 20 calls. */
const retryDelaysMs = [0, 10, 20, 50, 50, 100, 100, 250, 250, 500];

const overlays = new WeakMap<Dexie, MemoryOverlay>();

function overlayFor(db: Dexie): MemoryOverlay {
  const known = overlays.get(db);
  if (known) return known;
  const made = new MemoryOverlay(db);
  overlays.set(db, made);
  return made;
}

/** The reopenings that are running. */
const reopenings = new WeakMap<Dexie, PromiseLike<unknown>>();

/** Closes a database and opens it again. It may also never have opened. */
function reopen(db: Dexie): PromiseLike<unknown> {
  const running = reopenings.get(db);
  if (running !== undefined) return running;
  db.close({ disableAutoOpen: false });
  const opening = db
    .open()
    .catch(() => undefined)
    .finally(() => reopenings.delete(db));
  reopenings.set(db, opening);
  return opening;
}

const delay = (ms: number): PromiseLike<void> => inLiveQuery(new Promise<void>((resolve) => setTimeout(resolve, ms)));

/** Milliseconds after which the page goes on without an answer of the device. */
const answerTimeoutMs = 3_000;
/** A timer that fires this many milliseconds late belongs to a page that was suspended. */
const suspendedMs = 1_000;
const noAnswer = Symbol('no answer');

const newRequest = (): CancelableRequest => ({ isGivenUp: false, giveUp: () => undefined });

/** Runs a request, and gives it up when the device does not answer in time while the page is awake. */
async function withTimeout<R>(
  overlay: MemoryOverlay,
  ask: (request: CancelableRequest) => PromiseLike<R>,
): Promise<R | typeof noAnswer> {
  const request = newRequest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof noAnswer>((resolve) => {
    const wait = () => {
      const { answers } = overlay;
      const until = performance.now() + answerTimeoutMs + suspendedMs;
      timer = setTimeout(() => {
        if (untilShown() !== null || performance.now() > until || overlay.answers !== answers) return wait();
        try {
          request.giveUp();
        } catch {
          // It is already committing.
          return wait();
        }
        request.isGivenUp = true;
        resolve(noAnswer);
      }, answerTimeoutMs);
    };
    // A worker has no screen that could go on without the answer.
    if ('document' in globalThis) wait();
  });
  try {
    return await Promise.race([ask(request), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function attempt<R>(
  db: Dexie,
  onDevice: (request: CancelableRequest) => PromiseLike<R>,
  inMemoryOnly: () => R | PromiseLike<R>,
  tries = 0,
): Promise<R> {
  const overlay = overlayFor(db);
  if (overlay.isInside) {
    const answer = await onDevice(newRequest());
    overlay.answers += 1;
    return answer;
  }
  if (untilShown() !== null) await untilShown();
  if (overlay.shut || isMemoryOnly()) return inMemoryOnly();
  const before = leavings();
  try {
    const answer = await withTimeout(overlay, onDevice);
    if (answer !== noAnswer) return answer;
    setStorageHung(true);
    return inMemoryOnly();
  } catch (error) {
    if (leavings() !== before) {
      await untilShown();
      // The page may have been left while the database was being created.
      await db.open().catch(() => undefined);
      return attempt(db, onDevice, inMemoryOnly);
    }
    if (isFull(error)) {
      if (!hasName(error, openErrors)) throw error;
      overlay.shut = overlay.isEvicted;
      if (overlay.shut) return inMemoryOnly();
    }
    if (!hasName(error, refusals)) {
      if (!hasName(error, passing)) throw error;
      const wait = retryDelaysMs[tries];
      if (wait !== undefined) {
        if (wait > 0) await delay(wait);
        await reopen(db);
        return attempt(db, onDevice, inMemoryOnly, tries + 1);
      }
    }
    noteBlocked();
    return inMemoryOnly();
  }
}

/**
 * Creates the access to one table.
 * @param key the field that identifies a row
 * @param from upgrades a stored row to the current shape; a tab with older code may still write the old one
 * @param isReadFromMemory whether the rows that this page has read stand in when the device does not answer
 */
export function createDeviceTable<T extends object>(
  db: Dexie,
  name: string,
  key: keyof T & string,
  from: (stored: T) => T = (stored) => stored,
  isReadFromMemory = false,
): DeviceTable<T> {
  const overlay = overlayFor(db);
  if (isReadFromMemory) overlay.noteRead(name);
  const store = (): Table<T, string> => db.table(name);
  const keyOf = (row: T) => String(row[key]);
  const overlayRows = () => [...overlay.over(name).values()].filter((row) => row !== null) as T[];
  const knownRows = () => [...overlay.known(name).values()].filter((row) => row !== null) as T[];
  const write = (rows: readonly (readonly [string, T | null])[], onDevice: () => PromiseLike<unknown>): Promise<void> =>
    attempt(
      db,
      async () => {
        if (!overlay.isReading) await onDevice();
        overlay.note(name, rows);
      },
      () => overlay.hold(name, rows),
    );
  const list = (onDevice: () => PromiseLike<T[]>, wanted: (row: T) => boolean): Promise<T[]> =>
    attempt(
      db,
      async () => {
        const rows = await onDevice();
        const rowsInMemory = overlay.over(name);
        if (rowsInMemory.size === 0) return rows.map(from);
        const here = new Set(rows.map(keyOf));
        const shown = rows.map(
          (row) => (rowsInMemory.has(keyOf(row)) ? rowsInMemory.get(keyOf(row)) : from(row)) as T | null,
        );
        const added = overlayRows().filter((row) => !here.has(keyOf(row)) && !overlay.isNote(row));
        return [...shown.filter((row) => row !== null), ...added].filter(wanted);
      },
      () => knownRows().filter(wanted),
    );
  const deviceTable: DeviceTable<T> = {
    get: (id) =>
      attempt(
        db,
        async () => {
          const stored = await store().get(id);
          overlay.noteSeen(name, id, stored && from(stored));
          const overlayRow = overlay.at(name, id);
          if (overlayRow === undefined || (overlayRow && !stored && overlay.isNote(overlayRow)))
            return stored && from(stored);
          return (overlayRow as T | null) ?? undefined;
        },
        () => (overlay.known(name).get(id) as T | null | undefined) ?? undefined,
      ),
    has: (id) =>
      attempt(
        db,
        async () => {
          const stored = await store().where(':id').equals(id).count();
          const overlayRow = overlay.at(name, id);
          return overlayRow === undefined ? stored > 0 : overlayRow !== null;
        },
        () => Boolean(overlay.known(name).get(id)),
      ),
    put: (row) => write([[keyOf(row), row]], () => store().put(row)),
    putAll: (rows) =>
      write(
        rows.map((row) => [keyOf(row), row]),
        () => store().bulkPut([...rows]),
      ),
    remove: (...keys) =>
      write(
        keys.map((one) => [one, null]),
        () => store().bulkDelete(keys),
      ),
    where: (field, value) =>
      list(
        async () => {
          const rows = await store().where(field).equals(value).toArray();
          for (const row of knownRows()) if (row[field] === value) overlay.noteSeen(name, keyOf(row), null);
          for (const row of rows) overlay.noteSeen(name, keyOf(row), from(row));
          return rows;
        },
        (row) => row[field] === value,
      ),
    all: () =>
      list(
        () => store().toArray(),
        () => true,
      ),
    keys: () =>
      attempt(
        db,
        async () => {
          const keys = new Set(await store().toCollection().primaryKeys());
          for (const [one, row] of overlay.over(name)) {
            if (row === null) keys.delete(one);
            else if (!overlay.isNote(row)) keys.add(one);
          }
          return [...keys];
        },
        () => knownRows().map(keyOf),
      ),
    clear: () =>
      attempt(
        db,
        async () => {
          const keys = [...(await store().toCollection().primaryKeys()), ...overlay.over(name).keys()];
          if (!overlay.isReading) await store().clear();
          overlay.note(
            name,
            keys.map((one) => [one, null]),
          );
        },
        () =>
          overlay.hold(
            name,
            [...overlay.known(name).keys()].map((one) => [one, null]),
          ),
      ),
  };
  return warmTable(deviceTable, { db: db.name, table: name }, from);
}

/** Runs `work` in one transaction over every table of `db`. Joins the calling transaction if there is one. */
export function inTransaction<R>(db: Dexie, work: () => Promise<R>): Promise<R> {
  endWarmStart();
  return overlayFor(db).isInside ? work() : attempt(db, (request) => overlayFor(db).runStored(work, request), work);
}

/** Runs `work` in one transaction that writes to the memory overlay of this tab only. */
export async function inMemory<R>(db: Dexie, work: () => Promise<R>): Promise<InMemoryResult<R>> {
  endWarmStart();
  noteFull();
  const nothing = async () => ({ result: await work(), undo: () => false, sweep: async () => undefined });
  return overlayFor(db).isInside
    ? nothing()
    : attempt(db, (request) => overlayFor(db).runInMemory(work, request), nothing);
}

/** Drops the row in memory under a key; the stored row counts again. */
export const dropOverlay = (db: Dexie, name: string, key: string): void => overlayFor(db).drop(name, key);

/** Writes the memory overlay to the device. @throws the error of IndexedDB */
export const flushOverlay = async (db: Dexie): Promise<void> => {
  if (!overlayFor(db).shut) await overlayFor(db).flush();
};

/** The memory overlay of a database in this tab. */
export const overlayOf = (db: Dexie): MemoryOverlay => overlayFor(db);

/** Whether the calling code runs in a transaction over `db`. */
export const isInside = (db: Dexie): boolean => overlayFor(db).isInside;

/** Deletes a database from the device and keeps its rows in memory. Returns whether it had any. */
export const evictToMemory = async (db: Dexie): Promise<boolean> =>
  !overlayFor(db).shut && overlayFor(db).evictToMemory();
