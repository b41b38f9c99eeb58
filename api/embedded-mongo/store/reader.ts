import type { Index } from './index.ts';
import type { KeyRange, Row } from './schema.ts';
import type { Statements } from './statements.ts';

/** Reads one collection: by number, in full, along an index. */
export class Reader {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  count(): number {
    return this.#sql.number('SELECT count(*) AS n FROM $docs');
  }

  bytes(): number {
    return this.#sql.number('SELECT coalesce(sum(length(doc)), 0) AS n FROM $docs');
  }

  /** The total size of an index's keys in bytes. */
  indexBytes(index: Index): number {
    const source = index.isId ? '$docs' : `entries WHERE ix = ${index.id}`;
    return this.#sql.number(`SELECT coalesce(sum(length(key)), 0) AS n FROM ${source}`);
  }

  row(id: number): Row | undefined {
    return this.#sql.of('SELECT id, doc FROM $docs WHERE id = ?').get(id) as Row | undefined;
  }

  /** Returns the document whose `_id` has this key. */
  withId(key: Uint8Array): Row | undefined {
    return this.#sql.of('SELECT id, doc FROM $docs WHERE key = ?').get(key) as Row | undefined;
  }

  /** Iterates over all documents by number, after `last` if it is given. */
  all(last = Number.NEGATIVE_INFINITY): Generator<Row> {
    if (last === Number.NEGATIVE_INFINITY) return this.#sql.rows('SELECT id, doc FROM $docs ORDER BY id');
    return this.#sql.rows('SELECT id, doc FROM $docs WHERE id > ? ORDER BY id', last);
  }

  /** Iterates over the documents of an index range, forwards or in reverse, after `last` if it is given. */
  *range(index: Index, { from, to }: KeyRange, reverse: boolean, last?: Row): Generator<Row> {
    const order = reverse ? 'DESC' : 'ASC';
    const key = last?.key;
    if (!index.isId && last && key)
      yield* this.#entries(index, `e.key = ? AND e.doc ${reverse ? '<' : '>'} ?`, order, key, last.id);
    // The rows after a key are above it, or below it in reverse.
    const [low, high] = key && !reverse ? [key, to] : [from, key ?? to];
    const above = key && !reverse ? '>' : '>=';
    if (index.isId)
      yield* this.#sql.rows(
        `SELECT id, doc, key FROM $docs WHERE key ${above} ? AND key < ? ORDER BY key ${order}`,
        low,
        high,
      );
    else yield* this.#entries(index, `e.key ${above} ? AND e.key < ?`, order, low, high);
  }

  // CROSS JOIN keeps SQLite from reordering the tables.
  #entries(index: Index, where: string, order: string, ...values: [Uint8Array, Uint8Array | number]): Generator<Row> {
    return this.#sql.rows(
      `SELECT d.id, d.doc, e.key FROM entries e CROSS JOIN $docs d ON d.id = e.doc
       WHERE e.ix = ${index.id} AND ${where} ORDER BY e.key ${order}, e.doc ${order}`,
      ...values,
    );
  }

  /** Counts the entries of a range. */
  measure(index: Index, { from, to }: KeyRange): number {
    const source = index.isId ? '$docs WHERE' : `entries WHERE ix = ${index.id} AND`;
    return this.#sql.number(`SELECT count(*) AS n FROM ${source} key >= ? AND key < ?`, from, to);
  }
}
