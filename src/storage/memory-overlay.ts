import Dexie, { type Transaction } from 'dexie';
import { settle } from './settle.ts';
import { memoryTurn } from './storage-state.ts';

/** Rows by table and key; null where one was removed. */
type Changes = Map<string, Map<string, object | null>>;

/** Milliseconds that another tab has to let go of a database. */
const liftLimit = 1_500;
/** Milliseconds that a browser has to write out what is to be deleted: what it has only noted, it keeps. */
const writtenAfter = 100;
/** Milliseconds after which it may have rewritten what was deleted. */
const rewrittenAfter = [300, 1_000, 1_900];
/** A question to the device, which may be given up. `giveUp` throws when it is answered all the same. */
export type Asked = { isGivenUp: boolean; giveUp(): void };
const none: ReadonlyMap<string, object | null> = new Map();

/**
 * What was done in memory. `undo` gives it up; false when it has been kept meanwhile. `sweep` removes from the device
 * what was removed in it.
 */
export type Done<R> = { result: R; undo(): boolean; sweep(): Promise<void> };

function set(changes: Changes, table: string, key: string, row: object | null): void {
  const rows = changes.get(table);
  if (rows) rows.set(key, row);
  else changes.set(table, new Map([[key, row]]));
}

function* entriesOf(changes: Changes): Generator<[table: string, key: string, row: object | null]> {
  for (const [table, rows] of changes) for (const [key, row] of rows) yield [table, key, row];
}

/**
 * What a database could not take: it stands over what is kept there, in this tab, until there is room again. A
 * transaction that can only read changes this alone.
 */
export class MemoryOverlay {
  readonly #db: Dexie;
  readonly #held: Changes = new Map();
  /** The held rows that only change what the device keeps: they go when it goes, in whatever tab. */
  #notes = new WeakSet<object>();
  readonly #running = new WeakMap<Transaction, Changes>();
  /** What this page last saw of the tables that it remembers. */
  readonly #seen = new Map<string, Map<string, object>>();
  /** The database was given up for room, and cannot be made again: what is held is everything. */
  shut = false;
  /** How often the device has answered inside of a transaction. */
  answers = 0;
  #lifted = false;

  constructor(db: Dexie) {
    this.#db = db;
  }

  /** The transaction that calls, if it is one over this database. */
  #transaction(): Transaction | null {
    const running = Dexie.currentTransaction as Transaction | null;
    // After a failure Dexie may still name the transaction that failed.
    return running?.active && this.#running.has(running) ? running : null;
  }

  get isInside(): boolean {
    return this.#transaction() !== null;
  }

  /** Whether the calling transaction writes to memory. */
  get isReading(): boolean {
    return this.#transaction()?.mode === 'readonly';
  }

  /** The rows that stand over those of a table, as the calling transaction sees them. */
  over(table: string): ReadonlyMap<string, object | null> {
    const changed = this.#changed(table);
    const held = this.#held.get(table);
    return changed && held ? new Map([...held, ...changed]) : (changed ?? held ?? none);
  }

  /** Whether a row that stands over a table goes with the row that is kept. */
  isNote(row: object): boolean {
    return this.#notes.has(row);
  }

  /** The row that stands over one of a table: null where it was removed, undefined where what is kept stands. */
  at(table: string, key: string): object | null | undefined {
    const changed = this.#changed(table);
    return changed?.has(key) ? changed.get(key) : this.#held.get(table)?.get(key);
  }

  /** Remembers what this page sees of a table. */
  remember(table: string): void {
    this.#seen.set(table, new Map());
  }

  /** Notes a row of a table as the device has it. */
  saw(table: string, key: string, row: object | null | undefined): void {
    if (this.isInside) return;
    if (row) this.#seen.get(table)?.set(key, row);
    else this.#seen.get(table)?.delete(key);
  }

  /** A row of a table as this page last saw it on the device. */
  seen(table: string, key: string): object | undefined {
    return this.#seen.get(table)?.get(key);
  }

  /** The rows of a table as far as this page knows them without its device; null where one was removed. */
  known(table: string): ReadonlyMap<string, object | null> {
    return new Map([...(this.#seen.get(table) ?? []), ...this.over(table)]);
  }

  /** What the calling transaction has changed in a table. */
  #changed(table: string): Map<string, object | null> | undefined {
    const running = this.#transaction();
    return running ? this.#running.get(running)?.get(table) : undefined;
  }

  /** Notes what was written to a table: with its transaction or, outside of one, as kept already. */
  note(table: string, rows: Iterable<readonly [string, object | null]>): void {
    const running = this.#transaction();
    const changes: Changes = (running && this.#running.get(running)) ?? new Map();
    for (const [key, row] of rows) set(changes, table, key, row);
    if (!running) this.#forget(changes);
  }

  /** Holds rows without a transaction. */
  hold(table: string, rows: Iterable<readonly [string, object | null]>): void {
    for (const [key, row] of rows) {
      set(this.#held, table, key, row);
      if (row && this.#seen.get(table)?.has(key)) this.#notes.add(row);
    }
    this.#tell();
  }

  /** One transaction: what it writes is kept, and stands no longer over what is kept. */
  async kept<R>(work: () => Promise<R>, asked: Asked): Promise<R> {
    const { result, changes } = await this.#run('rw', () => work(), asked);
    this.#forget(changes);
    return result;
  }

  /** One transaction in memory. */
  async done<R>(work: () => Promise<R>, asked: Asked): Promise<Done<R>> {
    const notes: object[] = [];
    const look = async (running: Changes) => {
      const done = await work();
      for (const [table, key, row] of entriesOf(running)) if (row && (await this.#keeps(table, key))) notes.push(row);
      return done;
    };
    const { result, changes } = await this.#run('r', look, asked);
    for (const row of notes) this.#notes.add(row);
    // Places in the outbox are only counted upwards: they go back with nothing.
    const rows = [...entriesOf(changes)].filter(([table]) => table !== 'meta');
    const before = rows.map(([table, key]) => [table, key, this.#held.get(table)?.get(key)] as const);
    for (const [table, key, row] of entriesOf(changes)) set(this.#held, table, key, row);
    this.#tell();
    const undo = () => {
      if (!before.every(([table, key]) => this.#held.get(table)?.has(key))) return false;
      for (const [table, key, old] of before) {
        if (old === undefined) this.#held.get(table)?.delete(key);
        else set(this.#held, table, key, old);
      }
      this.#tell();
      return true;
    };
    const sweep = () => this.#write([...entriesOf(changes)].filter(([, , row]) => row === null));
    return { result, undo, sweep };
  }

  /** Whether it was given up for room. */
  get isLifted(): boolean {
    return this.#lifted;
  }

  /** Takes what the device holds into memory and deletes it there; tells whether there was anything. */
  async lift(): Promise<boolean> {
    const kept: Changes = new Map();
    for (const { name, schema } of this.#db.tables) {
      for (const row of await this.#db.table(name).toArray())
        set(kept, name, String(row[schema.primKey.keyPath as string]), row);
    }
    if (kept.size === 0) return false;
    this.#lifted = true;
    this.#notes = new WeakSet();
    for (const [table, key, row] of entriesOf(kept))
      if (!this.#held.get(table)?.has(key)) set(this.#held, table, key, row);
    const deleted = settle()
      .then(() => new Promise((resolve) => setTimeout(resolve, writtenAfter)))
      .then(() => this.#db.delete({ disableAutoOpen: false }))
      .then(() => true);
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), liftLimit));
    // Whoever opened it now would wait for the tab that has not let go, perhaps for ever.
    this.shut = !(await Promise.race([deleted, late]));
    for (const after of rewrittenAfter) setTimeout(() => void settle(), after);
    this.#tell();
    return true;
  }

  /**
   * Writes everything that is held to the device.
   * @param isOwn whether what this page has not seen of a table is left as it is
   * @returns whether nothing is held any more
   * @throws what the device says
   */
  async flush(isOwn: (table: string) => boolean = () => false): Promise<boolean> {
    await this.#write([...entriesOf(this.#held)], isOwn);
    return [...entriesOf(this.#held)].length === 0;
  }

  /** Whether the device has a row under this key. */
  async #keeps(table: string, key: string): Promise<boolean> {
    return (await this.#db.table(table).where(':id').equals(key).count()) > 0;
  }

  async #run<R>(
    mode: 'r' | 'rw',
    work: (changes: Changes) => Promise<R>,
    asked: Asked,
  ): Promise<{ result: R; changes: Changes }> {
    const changes: Changes = new Map();
    const result = await this.#db.transaction(mode, this.#db.tables, async (transaction) => {
      if (asked.isGivenUp) throw new Error('The device answered too late.');
      asked.giveUp = () => transaction.abort();
      this.#running.set(transaction, changes);
      return work(changes);
    });
    return { result, changes };
  }

  /** Resolves when the device answers, whatever it says. */
  async answer(): Promise<void> {
    const [first, ...others] = this.#db.tables;
    if (first) await this.#db.transaction('rw', [first, ...others], () => first.count()).catch(() => undefined);
  }

  async #write(
    entries: [table: string, key: string, row: object | null][],
    isOwn: (table: string) => boolean = () => false,
  ): Promise<void> {
    const standing = entries.filter(([table, key, row]) => this.#held.get(table)?.get(key) === row);
    if (standing.length === 0) return;
    await this.#db.transaction('rw', this.#db.tables, async () => {
      for (const [table, key, row] of standing) {
        if (row && this.#notes.has(row) && !(await this.#keeps(table, key))) continue;
        if (isOwn(table) && !this.#seen.get(table)?.has(key) && (await this.#keeps(table, key))) continue;
        if (row) await this.#db.table(table).put(row);
        else await this.#db.table(table).delete(key);
      }
    });
    for (const [table, key, row] of standing) {
      if (this.#held.get(table)?.get(key) === row) this.#held.get(table)?.delete(key);
      this.saw(table, key, row);
    }
    this.#tell();
  }

  /** Lets go of a row: what the device keeps stands. */
  letGo(table: string, key: string): void {
    this.#forget(new Map([[table, new Map([[key, null]])]]));
  }

  #forget(changes: Changes): void {
    let held = false;
    for (const [table, key, row] of entriesOf(changes)) {
      held = this.#held.get(table)?.delete(key) || held;
      this.saw(table, key, row);
    }
    if (held) this.#tell();
  }

  #tell(): void {
    memoryTurn.set(memoryTurn.get() + 1);
  }
}
