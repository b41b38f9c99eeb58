import type { DatabaseSync } from 'node:sqlite';
import { decode } from '../bson/codec.ts';
import type { Index } from '../store/index.ts';
import type { Faults } from './faults.ts';

/** An index, and how many of the entries that its documents require were found. */
export interface Expected {
  ns: string;
  /** The table of the documents. */
  docs: string;
  index: Index;
  found: number;
}

interface EntryRow {
  key: Uint8Array;
  doc: number;
}

const hasKey = (index: Index, bytes: Uint8Array, key: Uint8Array): boolean =>
  index.keys(decode(bytes)).keys.some((one) => one.equals(key));

/** Reports the entries that no document requires. */
function findStrays(sqlite: DatabaseSync, { ns, docs, index }: Expected, faults: Faults): void {
  const document = sqlite.prepare(`SELECT doc FROM ${docs} WHERE id = ?`);
  const entries = sqlite.prepare('SELECT key, doc FROM entries WHERE ix = ?');
  for (const row of entries.iterate(index.id) as Iterable<unknown>) {
    const { key, doc } = row as EntryRow;
    const found = document.get(doc) as { doc: Uint8Array } | undefined;
    if (!found) faults.add(`${ns}: index ${index.name} has an entry of document number ${doc}, which is not there`);
    else if (!faults.guard(`${ns}: document number ${doc}`, () => hasKey(index, found.doc, key)))
      faults.add(`${ns}: index ${index.name} has an entry that document number ${doc} does not ask for`);
  }
}

function findDoubles(sqlite: DatabaseSync, { ns, index }: Expected, faults: Faults): void {
  const doubled = sqlite.prepare(
    'SELECT min(doc) AS a, max(doc) AS b FROM entries WHERE ix = ? GROUP BY key HAVING count(*) > 1',
  );
  for (const { a, b } of doubled.iterate(index.id))
    faults.add(`${ns}: documents number ${a} and ${b} have the same key in the unique index ${index.name}`);
}

/** Compares an index's entries with those that its documents required. Returns the number of entries. */
export function checkEntries(sqlite: DatabaseSync, expected: Expected, faults: Faults): number {
  const { ns, index, found } = expected;
  const counted = faults.guard(`${ns}: index ${index.name}`, () => {
    const { n } = sqlite.prepare('SELECT count(*) AS n FROM entries WHERE ix = ?').get(index.id) as { n: number };
    // Each document's entries are distinct, so equal counts mean that none is left over.
    if (n !== found) findStrays(sqlite, expected, faults);
    if (index.unique) findDoubles(sqlite, expected, faults);
    return n;
  });
  return counted ?? 0;
}
