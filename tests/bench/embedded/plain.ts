import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'bson';
import type { BikeDocument } from './bikes.ts';

const schema = `
  PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY;
  CREATE TABLE IF NOT EXISTS bikes (
    id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, owner TEXT NOT NULL, published INTEGER NOT NULL, hot REAL NOT NULL,
    doc BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS recent ON bikes (status, published DESC, id DESC);
  CREATE INDEX IF NOT EXISTS popular ON bikes (status, hot DESC, id DESC);
  CREATE INDEX IF NOT EXISTS owned ON bikes (owner, published DESC, id DESC);
  CREATE TABLE IF NOT EXISTS terms (
    status TEXT NOT NULL, term TEXT NOT NULL, published INTEGER NOT NULL, bike TEXT NOT NULL,
    PRIMARY KEY (status, term, published DESC, bike DESC)
  ) WITHOUT ROWID;
`;

/** The same bikes in plain SQLite tables with the same settings and without a server, for comparison. */
export class PlainBikes {
  readonly #sqlite: DatabaseSync;
  readonly #bike: StatementSync;
  readonly #term: StatementSync;
  readonly #byId: StatementSync;
  readonly #update: StatementSync;
  readonly #recent: StatementSync;

  constructor(file: string) {
    this.#sqlite = new DatabaseSync(file);
    this.#sqlite.exec(schema);
    this.#bike = this.#sqlite.prepare('INSERT INTO bikes VALUES (?, ?, ?, ?, ?, ?)');
    this.#term = this.#sqlite.prepare('INSERT INTO terms VALUES (?, ?, ?, ?)');
    this.#byId = this.#sqlite.prepare('SELECT doc FROM bikes WHERE id = ?');
    this.#update = this.#sqlite.prepare('UPDATE bikes SET doc = ? WHERE id = ?');
    this.#recent = this.#sqlite.prepare(
      'SELECT doc FROM bikes WHERE status = ? ORDER BY published DESC, id DESC LIMIT ?',
    );
  }

  /** Inserts the bikes in one transaction, which is on disk when this returns. */
  insert(bikes: readonly BikeDocument[]): void {
    this.#sqlite.exec('BEGIN IMMEDIATE');
    for (const { _id, status, owner, publishedAt, hotRank, terms, ...rest } of bikes) {
      const at = publishedAt.getTime();
      const doc = serialize({ _id, status, owner, publishedAt, hotRank, terms, ...rest });
      this.#bike.run(_id, status, owner.id, at, hotRank, doc);
      for (const term of terms) this.#term.run(status, term, at, _id);
    }
    this.#sqlite.exec('COMMIT');
  }

  find(id: string): unknown {
    const row = this.#byId.get(id);
    return row && deserialize(row.doc as Uint8Array);
  }

  recent(limit: number): unknown[] {
    return this.#recent.all('Active', limit).map(({ doc }) => deserialize(doc as Uint8Array));
  }

  /** Increments the likes within the document, as `$inc` does. */
  like(id: string): void {
    const doc = this.find(id) as BikeDocument & { counts: { likes: number } };
    doc.counts.likes++;
    this.#update.run(serialize(doc), id);
  }

  close(): void {
    this.#sqlite.close();
  }
}
