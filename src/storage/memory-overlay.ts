import Dexie, { type Transaction } from 'dexie';
import { getDefaultStore } from 'jotai/vanilla';
import { settle } from './settle.ts';
import { memoryVersionAtom } from './storage-state.ts';

const store = getDefaultStore();

/** Rows by table and key; null marks a removed row. */
type Changes = Map<string, Map<string, object | null>>;

/** Milliseconds to wait for other tabs to close a database that is deleted. */
const evictTimeoutMs = 1_500;
/** Milliseconds in which the browser writes out its log. What is still only in the log is not freed by a deletion. */
const writeDelayMs = 100;
/** Milliseconds after a deletion at which the browser may have rewritten its log; {@link settle} is called at each. */
const settleDelaysMs = [300, 1_000, 1_900];
/** A request to IndexedDB that can be given up. `giveUp` throws when it is already committing. */
export type CancelableRequest = { isGivenUp: boolean; giveUp(): void };
const none: ReadonlyMap<string, object | null> = new Map();

/**
 * The result of a transaction in memory. `undo` discards it; it returns false when the change has been stored
 * meanwhile. `sweep` deletes on the device the rows that were removed in memory.
 */
export type InMemoryResult<R> = { result: R; undo(): boolean; sweep(): Promise<void> };

function set(changes: Changes, table: string, key: string, row: object | null): void {
  const rows = changes.get(table);
  if (rows) rows.set(key, row);
  else changes.set(table, new Map([[key, row]]));
}

function* entriesOf(changes: Changes): Generator<[table: string, key: string, row: object | null]> {
  for (const [table, rows] of changes) for (const [key, row] of rows) yield [table, key, row];
}

/**
 * Holds the rows that a database could not store, and lays them over the stored ones in this tab until there is space
 * again. A read-only transaction writes to this overlay only.
 */
export class MemoryOverlay {
  readonly #db: Dexie;
  readonly #rows: Changes = new Map();
  /** The rows in memory that only update a stored row. They disappear with the stored row, whichever tab deletes it. */
  #updates = new WeakSet<object>();
  readonly #running = new WeakMap<Transaction, Changes>();
  /** The last stored rows that this page has read, of the tables that are remembered. */
  readonly #seen = new Map<string, Map<string, object>>();
  /** The database was deleted to free space and cannot be opened again. The rows in memory are all there is. */
  shut = false;
  /** How many requests inside transactions the device has answered. */
  answers = 0;
  #isEvicted = false;

  constructor(db: Dexie) {
    this.#db = db;
  }

  /** The calling transaction, if it belongs to this database. */
  #transaction(): Transaction | null {
    const running = Dexie.currentTransaction as Transaction | null;
    // After a failure Dexie may still return the transaction that failed.
    return running?.active && this.#running.has(running) ? running : null;
  }

  get isInside(): boolean {
    return this.#transaction() !== null;
  }

  /** Whether the calling transaction writes to memory only. */
  get isReading(): boolean {
    return this.#transaction()?.mode === 'readonly';
  }

  /** The rows in memory of a table, as the calling transaction sees them. */
  over(table: string): ReadonlyMap<string, object | null> {
    const changed = this.#changed(table);
    const rows = this.#rows.get(table);
    return changed && rows ? new Map([...rows, ...changed]) : (changed ?? rows ?? none);
  }

  /** Whether a row in memory only updates a stored row, and disappears with it. */
  isNote(row: object): boolean {
    return this.#updates.has(row);
  }

  /** The row in memory under a key: null when it was removed, undefined when the stored row counts. */
  at(table: string, key: string): object | null | undefined {
    const changed = this.#changed(table);
    return changed?.has(key) ? changed.get(key) : this.#rows.get(table)?.get(key);
  }

  /** Starts to remember the stored rows of a table that this page reads. */
  noteRead(table: string): void {
    this.#seen.set(table, new Map());
  }

  /** Remembers a stored row that this page has read. */
  noteSeen(table: string, key: string, row: object | null | undefined): void {
    if (this.isInside) return;
    if (row) this.#seen.get(table)?.set(key, row);
    else this.#seen.get(table)?.delete(key);
  }

  /** The stored row under a key as this page last read it. */
  seen(table: string, key: string): object | undefined {
    return this.#seen.get(table)?.get(key);
  }

  /** The rows of a table as far as this page knows them without asking the device; null marks a removed row. */
  known(table: string): ReadonlyMap<string, object | null> {
    return new Map([...(this.#seen.get(table) ?? []), ...this.over(table)]);
  }

  /** The changes of the calling transaction to a table. */
  #changed(table: string): Map<string, object | null> | undefined {
    const running = this.#transaction();
    return running ? this.#running.get(running)?.get(table) : undefined;
  }

  /** Records what was written to a table: with its transaction or, outside of one, as already stored. */
  note(table: string, rows: Iterable<readonly [string, object | null]>): void {
    const running = this.#transaction();
    const changes: Changes = (running && this.#running.get(running)) ?? new Map();
    for (const [key, row] of rows) set(changes, table, key, row);
    if (!running) this.#drop(changes);
  }

  /** Puts rows into memory, without a transaction. */
  hold(table: string, rows: Iterable<readonly [string, object | null]>): void {
    for (const [key, row] of rows) {
      set(this.#rows, table, key, row);
      if (row && this.#seen.get(table)?.has(key)) this.#updates.add(row);
    }
    this.#notify();
  }

  /** Runs `work` in one transaction on the device. What it has stored replaces the rows in memory. */
  async runStored<R>(work: () => Promise<R>, request: CancelableRequest): Promise<R> {
    const { result, changes } = await this.#run('rw', () => work(), request);
    this.#drop(changes);
    return result;
  }

  /** Runs `work` in one transaction that writes to memory only. */
  async runInMemory<R>(work: () => Promise<R>, request: CancelableRequest): Promise<InMemoryResult<R>> {
    const updates: object[] = [];
    const runAndCollect = async (running: Changes) => {
      const done = await work();
      for (const [table, key, row] of entriesOf(running))
        if (row && (await this.#isStored(table, key))) updates.push(row);
      return done;
    };
    const { result, changes } = await this.#run('r', runAndCollect, request);
    for (const row of updates) this.#updates.add(row);
    // The counters in `meta` only grow, so they are not rolled back.
    const rows = [...entriesOf(changes)].filter(([table]) => table !== 'meta');
    const before = rows.map(([table, key]) => [table, key, this.#rows.get(table)?.get(key)] as const);
    for (const [table, key, row] of entriesOf(changes)) set(this.#rows, table, key, row);
    this.#notify();
    const undo = () => {
      if (!before.every(([table, key]) => this.#rows.get(table)?.has(key))) return false;
      for (const [table, key, old] of before) {
        if (old === undefined) this.#rows.get(table)?.delete(key);
        else set(this.#rows, table, key, old);
      }
      this.#notify();
      return true;
    };
    const sweep = () => this.#write([...entriesOf(changes)].filter(([, , row]) => row === null));
    return { result, undo, sweep };
  }

  /** Whether the database was deleted to free space. */
  get isEvicted(): boolean {
    return this.#isEvicted;
  }

  /** Moves every stored row into memory and deletes the database. Returns whether it had any rows. */
  async evictToMemory(): Promise<boolean> {
    const stored: Changes = new Map();
    for (const { name, schema } of this.#db.tables) {
      for (const row of await this.#db.table(name).toArray())
        set(stored, name, String(row[schema.primKey.keyPath as string]), row);
    }
    if (stored.size === 0) return false;
    this.#isEvicted = true;
    this.#updates = new WeakSet();
    for (const [table, key, row] of entriesOf(stored))
      if (!this.#rows.get(table)?.has(key)) set(this.#rows, table, key, row);
    const deleted = settle()
      .then(() => new Promise((resolve) => setTimeout(resolve, writeDelayMs)))
      .then(() => this.#db.delete({ disableAutoOpen: false }))
      .then(() => true);
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), evictTimeoutMs));
    // Another tab still has it open: opening it now could wait for that tab forever.
    this.shut = !(await Promise.race([deleted, late]));
    for (const after of settleDelaysMs) setTimeout(() => void settle(), after);
    this.#notify();
    return true;
  }

  /**
   * Writes every row in memory to the device.
   * @param isOwn whether stored rows of a table that this page has not read are left as they are
   * @returns whether memory is empty afterwards
   * @throws the error of IndexedDB
   */
  async flush(isOwn: (table: string) => boolean = () => false): Promise<boolean> {
    await this.#write([...entriesOf(this.#rows)], isOwn);
    return [...entriesOf(this.#rows)].length === 0;
  }

  /** Writes one row in memory to the device. @throws the error of IndexedDB */
  flushRow(table: string, key: string, row: object): Promise<void> {
    return this.#write([[table, key, row]]);
  }

  /** Whether the device has stored a row under this key. */
  async #isStored(table: string, key: string): Promise<boolean> {
    return (await this.#db.table(table).where(':id').equals(key).count()) > 0;
  }

  async #run<R>(
    mode: 'r' | 'rw',
    work: (changes: Changes) => Promise<R>,
    request: CancelableRequest,
  ): Promise<{ result: R; changes: Changes }> {
    const changes: Changes = new Map();
    const result = await this.#db.transaction(mode, this.#db.tables, async (transaction) => {
      if (request.isGivenUp) throw new Error('The device answered too late.');
      request.giveUp = () => transaction.abort();
      this.#running.set(transaction, changes);
      return work(changes);
    });
    return { result, changes };
  }

  /** Resolves when the device answers, even with an error. */
  async answer(): Promise<void> {
    const [first, ...others] = this.#db.tables;
    if (first) await this.#db.transaction('rw', [first, ...others], () => first.count()).catch(() => undefined);
  }

  async #write(
    entries: [table: string, key: string, row: object | null][],
    isOwn: (table: string) => boolean = () => false,
  ): Promise<void> {
    const current = entries.filter(([table, key, row]) => this.#rows.get(table)?.get(key) === row);
    if (current.length === 0) return;
    await this.#db.transaction('rw', this.#db.tables, async () => {
      for (const [table, key, row] of current) {
        if (row && this.#updates.has(row) && !(await this.#isStored(table, key))) continue;
        if (isOwn(table) && !this.#seen.get(table)?.has(key) && (await this.#isStored(table, key))) continue;
        if (row) await this.#db.table(table).put(row);
        else await this.#db.table(table).delete(key);
      }
    });
    for (const [table, key, row] of current) {
      if (this.#rows.get(table)?.get(key) === row) this.#rows.get(table)?.delete(key);
      this.noteSeen(table, key, row);
    }
    this.#notify();
  }

  /** Drops the row in memory under a key; the stored row counts again. */
  drop(table: string, key: string): void {
    this.#drop(new Map([[table, new Map([[key, null]])]]));
  }

  #drop(changes: Changes): void {
    let isChanged = false;
    for (const [table, key, row] of entriesOf(changes)) {
      isChanged = this.#rows.get(table)?.delete(key) || isChanged;
      this.noteSeen(table, key, row);
    }
    if (isChanged) this.#notify();
  }

  #notify(): void {
    store.set(memoryVersionAtom, (count) => count + 1);
  }
}
