import type { DatabaseSync } from 'node:sqlite';
import { type Document, decode, encode } from '../bson/codec.ts';
import { differing } from '../bson/elements.ts';
import { DbError } from '../bson/errors.ts';
import { Fields } from '../bson/fields.ts';
import { keyOf } from '../bson/keys.ts';
import { sliceIsOver } from '../query/slice.ts';
import type { Ids } from './ids.ts';
import { Index } from './index.ts';
import { Reader } from './reader.ts';
import { unfinished } from './schema.ts';
import { Statements } from './statements.ts';

export interface CollectionRow {
  id: number;
  db: string;
  name: string;
}

/** Maximum number of index sets whose fields are cached. */
const maxCachedDocs = 100;

const insertEntry = 'INSERT INTO entries (ix, key, doc) VALUES (?, ?, ?)';
const deleteEntry = 'DELETE FROM entries WHERE ix = ? AND key = ? AND doc = ?';

/** The progress of an index build: documents after `last` up to `end` are missing, by number. */
export interface Gap {
  last: number;
  end: number;
}

/** A collection: its documents and the index entries, which always agree. */
export class Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  /** The indexes that queries may use. */
  readonly indexes: Index[];
  /** The unfinished indexes. Writes maintain them too. */
  readonly building: Index[];
  readonly read: Reader;
  readonly #sqlite: DatabaseSync;
  readonly #ids: Ids;
  readonly #sql: Statements;
  /** Cache of the fields that sets of indexes read, by index ids. */
  readonly #read = new Map<string, Fields>();

  constructor(
    sqlite: DatabaseSync,
    ids: Ids,
    { id, db, name }: CollectionRow,
    indexes: readonly Index[],
    building: readonly Index[],
  ) {
    this.id = id;
    this.db = db;
    this.name = name;
    this.indexes = [new Index(0, { v: 2, key: { _id: 1 }, name: '_id_' }, 0), ...indexes];
    this.building = [...building];
    this.#sqlite = sqlite;
    this.#ids = ids;
    this.#sql = new Statements(sqlite, `docs_${id}`);
    this.read = new Reader(this.#sql);
  }

  /** All indexes, unfinished ones included. */
  get all(): Index[] {
    return [...this.indexes, ...this.building];
  }

  get ns(): string {
    return `${this.db}.${this.name}`;
  }

  /** Throws QueryPlanKilled if the collection, or one of these indexes, no longer exists. */
  assertThere(indexes: readonly Index[]): void {
    const found = this.#sql.of('SELECT 1 FROM collections WHERE id = ? AND db = ? AND name = ?');
    if (!found.get(this.id, this.db, this.name))
      throw new DbError(175, `collection dropped or renamed while a query read it: ${this.ns}`);
    for (const { id, name, isId } of indexes)
      if (!isId && !this.#sql.of('SELECT 1 FROM indexes WHERE id = ?').get(id))
        throw new DbError(175, `index '${name}' dropped while a query read it`);
  }

  insert(bytes: Uint8Array, doc: Document): void {
    const key = keyOf([doc._id]);
    if (this.#sql.of('SELECT 1 FROM $docs WHERE key = ?').get(key)) throw this.#idIndex.duplicate(this.ns, doc);
    const entries = this.#entries(doc, -1);
    const { lastInsertRowid } = this.#sql.of('INSERT INTO $docs (key, doc) VALUES (?, ?)').run(key, bytes);
    const id = Number(lastInsertRowid);
    for (const [index, keys] of entries) for (const k of keys) this.#sql.of(insertEntry).run(index.id, k, id);
  }

  /** Stores a new version of a document. Indexes on unchanged fields are left as they are. */
  replace(id: number, before: Uint8Array, bytes: Uint8Array): void {
    const names = differing(before, bytes);
    const touched = this.#secondary.filter((index) => index.sees(names));
    if (touched.length) {
      const read = this.#readerOf(touched);
      this.#moveEntries(id, read(before), read(bytes), touched);
    }
    this.#sql.of('UPDATE $docs SET doc = ? WHERE id = ?').run(bytes, id);
  }

  remove(id: number, doc: Document): void {
    for (const index of this.#secondary)
      for (const k of index.keys(doc).keys) this.#sql.of(deleteEntry).run(index.id, k, id);
    this.#sql.of('DELETE FROM $docs WHERE id = ?').run(id);
  }

  /** Starts an index build. Writes maintain the index from now on; {@link fill} adds existing documents. */
  beginIndex(spec: Document): Index {
    const index = new Index(this.#ids.next('indexes'), spec, 0);
    const insert = this.#sqlite.prepare('INSERT INTO indexes (id, collection, spec) VALUES (?, ?, ?)');
    insert.run(index.id, unfinished(this.id), encode(spec));
    this.building.push(index);
    return index;
  }

  /** Returns the range of all existing documents. */
  gap(): Gap {
    return { last: Number.MIN_SAFE_INTEGER, end: this.#sql.number('SELECT coalesce(max(id), 0) AS n FROM $docs') };
  }

  /**
   * Adds existing documents to unfinished indexes until the time slice is over. If a document is refused, the caller
   * drops the indexes.
   * @returns the remaining range; null when the build is complete
   */
  fill(indexes: readonly Index[], { last, end }: Gap): Gap | null {
    const read = this.#readerOf(indexes);
    for (const { id, doc } of this.read.all(last)) {
      if (id > end) return null;
      const given = read(doc);
      // A concurrent write may have added some of the keys already.
      for (const [index, keys] of this.#entries(given, id, indexes))
        for (const key of keys) this.#sql.of(`${insertEntry} ON CONFLICT DO NOTHING`).run(index.id, key, id);
      if (sliceIsOver()) return { last: id, end };
    }
    return null;
  }

  /** Publishes a complete index to queries. */
  endIndex(index: Index): void {
    this.#sqlite.prepare('UPDATE indexes SET collection = ? WHERE id = ?').run(this.id, index.id);
    this.building.splice(this.building.indexOf(index), 1);
    this.indexes.push(index);
  }

  dropIndex(index: Index): void {
    this.#erase(index);
    const from = this.building.includes(index) ? this.building : this.indexes;
    from.splice(from.indexOf(index), 1);
  }

  /** Drops unfinished indexes. @param ids limits it to these */
  dropUnfinished(ids?: readonly number[]): void {
    for (const index of [...this.building]) if (ids?.includes(index.id) ?? true) this.dropIndex(index);
  }

  /** Removes everything; the store forgets the collection. */
  drop(): void {
    for (const index of this.#secondary) this.#erase(index);
    this.#sqlite.exec(`DROP TABLE docs_${this.id}; DELETE FROM collections WHERE id = ${this.id}`);
  }

  get #idIndex(): Index {
    return this.indexes[0] as Index;
  }

  get #secondary(): Index[] {
    return this.all.slice(1);
  }

  #erase(index: Index): void {
    this.#sqlite.exec(`DELETE FROM entries WHERE ix = ${index.id}; DELETE FROM indexes WHERE id = ${index.id}`);
  }

  /** Returns a decoder for the fields that these indexes read. */
  #readerOf(indexes: readonly Index[]): (bytes: Uint8Array) => Document {
    const key = indexes.map(({ id }) => id).join();
    const known = this.#read.get(key);
    const fields = known ?? new Fields(indexes.flatMap(({ fields }) => [...fields]));
    if (!known && this.#read.size >= maxCachedDocs) this.#read.clear();
    if (!known) this.#read.set(key, fields);
    return (bytes) => decode(fields.only(bytes));
  }

  #moveEntries(id: number, before: Document, doc: Document, indexes: readonly Index[]): void {
    for (const [index, keys] of this.#entries(doc, id, indexes)) {
      const old = index.keys(before).keys;
      for (const k of old) if (!keys.some((x) => x.equals(k))) this.#sql.of(deleteEntry).run(index.id, k, id);
      for (const k of keys) if (!old.some((x) => x.equals(k))) this.#sql.of(insertEntry).run(index.id, k, id);
    }
  }

  /** Computes and checks the keys before anything is written, so that a refused write leaves no trace. */
  #entries(doc: Document, id: number, indexes: readonly Index[] = this.#secondary): [Index, Buffer[]][] {
    return indexes.map((index) => [index, this.#checked(index, doc, id)]);
  }

  #checked(index: Index, doc: Document, id: number): Buffer[] {
    const { keys, multikey } = index.keys(doc);
    if (multikey & ~index.multikey) {
      index.multikey |= multikey;
      this.#sql.of('UPDATE indexes SET multikey = ? WHERE id = ?').run(index.multikey, index.id);
    }
    if (!index.unique) return keys;
    const taken = this.#sql.of('SELECT 1 FROM entries WHERE ix = ? AND key = ? AND doc <> ? LIMIT 1');
    for (const key of keys) if (taken.get(index.id, key, id)) throw index.duplicate(this.ns, doc);
    return keys;
  }
}
