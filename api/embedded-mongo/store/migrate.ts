import type { DatabaseSync } from 'node:sqlite';
import { decode } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { keyOf } from '../bson/keys.ts';
import { Index } from './index.ts';
import { schemaVersion } from './schema.ts';

interface DocRow {
  id: number;
  key: Uint8Array;
  doc: Uint8Array;
}

interface IndexRow {
  id: number;
  spec: Uint8Array;
}

/** Interval of progress messages, in milliseconds. */
const reportIntervalMs = 5000;

/** Reports the progress of a slow migration, from its fifth second on. */
class ProgressReporter {
  #next = performance.now() + reportIntervalMs;

  report(ns: string, done: number): void {
    if (performance.now() < this.#next) return;
    this.#next = performance.now() + reportIntervalMs;
    process.emitWarning(`the embedded database brings its file up to date: ${ns}, ${done} documents so far`);
  }
}

/** Rewrites `_id` keys in which number-like names came first and a repeated name counted once. */
function rewriteIds(sqlite: DatabaseSync, table: string, moved: ReadonlyMap<number, Uint8Array>): void {
  const update = sqlite.prepare(`UPDATE ${table} SET key = ? WHERE id = ?`);
  // A document may get a key that another one still has, so all get a temporary key first.
  for (const id of moved.keys()) update.run(Buffer.from(`\xff${id}`, 'latin1'), id);
  for (const [id, key] of moved) update.run(key, id);
}

function rewriteCollection(
  sqlite: DatabaseSync,
  { id, ns }: { id: number; ns: string },
  reporter: ProgressReporter,
): void {
  const rows = sqlite.prepare('SELECT id, spec FROM indexes WHERE collection = ?').all(id) as unknown as IndexRow[];
  const indexes = rows.map((row) => new Index(row.id, decode(row.spec), 0));
  for (const index of indexes) sqlite.prepare('DELETE FROM entries WHERE ix = ?').run(index.id);
  const insert = sqlite.prepare('INSERT INTO entries (ix, key, doc) VALUES (?, ?, ?)');
  const moved = new Map<number, Uint8Array>();
  let done = 0;
  for (const row of sqlite.prepare(`SELECT id, key, doc FROM docs_${id} ORDER BY id`).iterate()) {
    const { id: number, key, doc: bytes } = row as unknown as DocRow;
    const doc = decode(bytes);
    const own = keyOf([doc._id]);
    if (!own.equals(key)) moved.set(number, own);
    for (const index of indexes)
      try {
        const { keys, multikey } = index.keys(doc);
        index.multikey |= multikey;
        for (const one of keys) insert.run(index.id, one, number);
      } catch (error) {
        if (!(error instanceof DbError)) throw error;
        process.emitWarning(`the embedded database left document number ${number} of ${ns} out: ${error.message}`);
      }
    reporter.report(ns, ++done);
  }
  rewriteIds(sqlite, `docs_${id}`, moved);
  const learn = sqlite.prepare('UPDATE indexes SET multikey = ? WHERE id = ?');
  for (const index of indexes) learn.run(index.multikey, index.id);
}

/**
 * Migrates a file of version 1, whose keys treated number-like and repeated names differently. Runs within a
 * transaction, so an interrupted migration leaves nothing.
 */
export function migrate(sqlite: DatabaseSync): void {
  const reporter = new ProgressReporter();
  for (const { id, db, name } of sqlite.prepare('SELECT id, db, name FROM collections ORDER BY id').all())
    rewriteCollection(sqlite, { id: Number(id), ns: `${db}.${name}` }, reporter);
  sqlite.exec(`PRAGMA user_version = ${schemaVersion}`);
}
