import type { DatabaseSync } from 'node:sqlite';
import { decode } from '../bson/codec.ts';
import { keyOf } from '../bson/keys.ts';
import { Index } from '../store/index.ts';
import { applicationId, schemaVersion } from '../store/schema.ts';
import { checkEntries } from './check-entries.ts';
import { Faults } from './faults.ts';

/** The result of a check: its counts, and the faults. */
export interface Checked {
  documents: number;
  entries: number;
  faults: Faults;
}

export interface CheckProgress {
  what: string;
  done: number;
  total: number;
}

interface CollectionRow {
  id: number;
  db: string;
  name: string;
}

interface IndexRow {
  id: number;
  collection: number;
  spec: Uint8Array;
  multikey: number;
}

interface DocRow {
  id: number;
  key: Uint8Array;
  doc: Uint8Array;
}

const slice = 500;

/** Names a document by its number in the file, because its `_id` may be unreadable. */
const named = (ns: string, id: number): string => `${ns}: document number ${id}`;

class Checker {
  readonly #sqlite: DatabaseSync;
  readonly checked: Checked = { documents: 0, entries: 0, faults: new Faults() };
  /** Keys of an earlier version are rebuilt when the file is opened. */
  #isOld = false;
  #done = 0;
  #total = 0;

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  get #faults(): Faults {
    return this.checked.faults;
  }

  *run(): Generator<CheckProgress> {
    yield { what: 'pages', done: 0, total: 0 };
    this.#pages();
    const collections = this.#faults.guard('the list of collections', () =>
      this.#all<CollectionRow>('SELECT id, db, name FROM collections ORDER BY id'),
    );
    const indexes = this.#faults.guard('the list of indexes', () =>
      this.#all<IndexRow>('SELECT id, collection, spec, multikey FROM indexes ORDER BY id'),
    );
    if (!collections || !indexes) return;
    this.#strangers(collections, indexes);
    for (const { id } of collections) this.#total += this.#faults.guard(`docs_${id}`, () => this.#count(id)) ?? 0;
    for (const row of collections) yield* this.#collection(row, indexes);
  }

  #all<T>(sql: string, ...values: number[]): T[] {
    return this.#sqlite.prepare(sql).all(...values) as T[];
  }

  #number(sql: string): number {
    return Object.values(this.#sqlite.prepare(sql).get() ?? {})[0] as number;
  }

  #count(collection: number): number {
    return this.#number(`SELECT count(*) FROM docs_${collection}`);
  }

  #pages(): void {
    this.#faults.guard('the file', () => {
      if (this.#number('PRAGMA application_id') !== applicationId)
        this.#faults.add('the file is no database of this program');
      const version = this.#number('PRAGMA user_version');
      this.#isOld = version > 0 && version < schemaVersion;
      if (version !== schemaVersion && !this.#isOld)
        this.#faults.add(`the file's format is ${version}, this program's ${schemaVersion}`);
      for (const { integrity_check: found } of this.#all<{ integrity_check: string }>('PRAGMA integrity_check(1000)'))
        if (found !== 'ok') this.#faults.add(`SQLite: ${found}`);
    });
  }

  /** Reports tables, indexes and entries that belong to nothing. */
  #strangers(collections: readonly CollectionRow[], indexes: readonly IndexRow[]): void {
    const known = new Set(collections.map(({ id }) => id));
    for (const { id, collection } of indexes)
      if (!known.has(Math.abs(collection))) this.#faults.add(`index ${id} belongs to no collection`);
    this.#faults.guard('the list of tables', () => {
      for (const { name } of this.#all<{ name: string }>(
        `SELECT name FROM sqlite_schema WHERE name LIKE 'docs\\_%' ESCAPE '\\'`,
      ))
        if (!known.has(Number(name.slice(5)))) this.#faults.add(`table ${name} belongs to no collection`);
      const list = indexes.map(({ id }) => id).join(',');
      const strays = this.#number(`SELECT count(*) FROM entries WHERE ix NOT IN (${list})`);
      if (strays) this.#faults.add(`${strays} entries belong to no index`, strays);
    });
  }

  *#collection(row: CollectionRow, all: readonly IndexRow[]): Generator<CheckProgress> {
    const ns = `${row.db}.${row.name}`;
    const indexes = all
      .filter(({ collection }) => collection === row.id)
      .flatMap(({ id, spec, multikey }) => {
        const index = this.#faults.guard(`${ns}: index ${id}`, () => new Index(id, decode(spec), multikey));
        return index ? [{ index, found: 0 }] : [];
      });
    const docs = `SELECT id, key, doc FROM docs_${row.id} WHERE id > ? ORDER BY id LIMIT ${slice}`;
    const entry = this.#sqlite.prepare('SELECT 1 FROM entries WHERE ix = ? AND key = ? AND doc = ?');
    for (let last = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = this.#faults.guard(`${ns}: documents after number ${last}`, () => this.#all<DocRow>(docs, last));
      if (!rows?.length) break;
      for (const { id, key, doc: bytes } of rows)
        this.#faults.guard(named(ns, id), () => {
          const doc = decode(bytes);
          if (this.#isOld) return;
          if (!keyOf([doc._id]).equals(key))
            this.#faults.add(`${named(ns, id)} is kept under another _id than its own`);
          for (const one of indexes) {
            const { keys, multikey } = one.index.keys(doc);
            if (multikey & ~one.index.multikey)
              this.#faults.add(`${named(ns, id)} has an array that index ${one.index.name} does not know of`);
            for (const wanted of keys)
              if (entry.get(one.index.id, wanted, id)) one.found++;
              else this.#faults.add(`${named(ns, id)} lacks an entry in index ${one.index.name}`);
          }
        });
      this.#done += rows.length;
      last = (rows.at(-1) as DocRow).id;
      yield { what: ns, done: this.#done, total: this.#total };
    }
    for (const { index, found } of this.#isOld ? [] : indexes)
      this.checked.entries += checkEntries(this.#sqlite, { ns, docs: `docs_${row.id}`, index, found }, this.#faults);
    this.checked.documents = this.#done;
  }
}

/**
 * Checks an open database: every page (by SQLite itself); that each document has its `_id` key and exactly the entries
 * that its indexes require; that no entry is an orphan; and that unique indexes hold. Nothing else may write meanwhile.
 */
export function* check(sqlite: DatabaseSync): Generator<CheckProgress, Checked> {
  const checker = new Checker(sqlite);
  yield* checker.run();
  return checker.checked;
}
