import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decode, encode } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { Collection, type CollectionRow } from './collection.ts';
import { Ids } from './ids.ts';
import { Index } from './index.ts';
import { openFile, type Synchronous } from './open.ts';
import { documentTable, unfinished } from './schema.ts';

interface IndexRow {
  id: number;
  spec: Uint8Array;
  multikey: number;
}

function assertNames(db: string, name: string): void {
  if (!db || /[\0./\\ "$]/.test(db)) throw new DbError(73, `Invalid database name: '${db}'`);
  if (!name || name.startsWith('.') || name.endsWith('.') || /[\0$]/.test(name) || name.startsWith('system.'))
    throw new DbError(73, `Invalid namespace specified '${db}.${name}'`);
}

/** The collections of one SQLite file, and its transactions. Nothing here knows about queries. */
export class Store {
  readonly file: string;
  readonly sqlite: DatabaseSync;
  readonly #collections = new Map<string, Collection>();
  readonly #ids: Ids;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  /** Throws an Error with a sentence for people if the file cannot be used. */
  constructor(file: string, synchronous: Synchronous = 'FULL') {
    this.file = file;
    this.sqlite = openFile(file, synchronous);
    this.#ids = new Ids(this.sqlite);
    this.#begin = this.sqlite.prepare('BEGIN IMMEDIATE');
    this.#commit = this.sqlite.prepare('COMMIT');
    this.#load();
    // An index whose build was cut off by a crash is useless.
    this.transaction(() => {
      for (const collection of this.collections()) collection.dropUnfinished();
    });
  }

  /** Runs a batch of commands in one transaction, so that one disk sync serves them all. */
  transaction(run: () => void): void {
    this.#begin.run();
    try {
      run();
      this.#commit.run();
    } catch (error) {
      if (this.sqlite.isTransaction) this.sqlite.exec('ROLLBACK');
      this.#load();
      throw error;
    }
  }

  /** Runs one command in a savepoint; an error undoes it. */
  attempt<T>(run: () => T): T {
    this.sqlite.exec('SAVEPOINT command');
    try {
      const result = run();
      this.sqlite.exec('RELEASE command');
      return result;
    } catch (error) {
      // On a full disk SQLite may have rolled back the whole transaction already.
      if (this.sqlite.isTransaction) this.sqlite.exec('ROLLBACK TO command; RELEASE command');
      this.#load();
      throw error;
    }
  }

  collections(): Collection[] {
    return [...this.#collections.values()];
  }

  find(db: string, name: string): Collection | undefined {
    return this.#collections.get(`${db}.${name}`);
  }

  /** Finds or creates a collection. */
  ensure(db: string, name: string): Collection {
    const found = this.find(db, name);
    if (found) return found;
    assertNames(db, name);
    const id = this.#ids.next('collections');
    const insert = this.sqlite.prepare('INSERT INTO collections (id, db, name, options) VALUES (?, ?, ?, ?)');
    insert.run(id, db, name, encode({}));
    this.sqlite.exec(documentTable(id));
    const collection = new Collection(this.sqlite, this.#ids, { id, db, name }, [], []);
    this.#collections.set(collection.ns, collection);
    return collection;
  }

  drop(collection: Collection): void {
    collection.drop();
    this.#collections.delete(collection.ns);
  }

  /** Renames a collection, also to another database. Drops its unfinished indexes. */
  rename(collection: Collection, db: string, name: string): void {
    assertNames(db, name);
    collection.dropUnfinished();
    this.sqlite.prepare('UPDATE collections SET db = ?, name = ? WHERE id = ?').run(db, name, collection.id);
    this.#load();
  }

  close(): void {
    if (this.sqlite.isOpen) this.sqlite.close();
  }

  #load(): void {
    this.#collections.clear();
    const stored = this.sqlite.prepare('SELECT id, spec, multikey FROM indexes WHERE collection = ? ORDER BY id');
    const indexesOf = (owner: number): Index[] =>
      (stored.all(owner) as unknown as IndexRow[]).map(
        ({ id, spec, multikey }) => new Index(id, decode(spec), multikey),
      );
    const rows = this.sqlite.prepare('SELECT id, db, name FROM collections ORDER BY id').all();
    for (const row of rows as unknown as CollectionRow[]) {
      const [indexes, building] = [indexesOf(row.id), indexesOf(unfinished(row.id))];
      const collection = new Collection(this.sqlite, this.#ids, row, indexes, building);
      this.#collections.set(collection.ns, collection);
    }
  }
}
