import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row } from './schema.ts';

type Value = Uint8Array | number;

/** Prepared statements of one collection, whose SQL differs from another's by the table only. */
export class Statements {
  readonly #sqlite: DatabaseSync;
  readonly #table: string;
  readonly #prepared = new Map<string, StatementSync>();
  readonly #running = new Set<StatementSync>();

  constructor(sqlite: DatabaseSync, table: string) {
    this.#sqlite = sqlite;
    this.#table = table;
  }

  /** Returns the statement for SQL in which `$docs` stands for the collection's table. */
  of(text: string): StatementSync {
    const known = this.#prepared.get(text);
    if (known) return known;
    const statement = this.#sqlite.prepare(text.replaceAll('$docs', this.#table));
    this.#prepared.set(text, statement);
    return statement;
  }

  number(text: string, ...values: Value[]): number {
    return (this.of(text).get(...values) as { n: number }).n;
  }

  /** Reads rows one by one. Scans may run side by side, so each gets a statement of its own. */
  *rows(text: string, ...values: Value[]): Generator<Row> {
    const known = this.of(text);
    const statement = this.#running.has(known) ? this.#sqlite.prepare(known.sourceSQL) : known;
    this.#running.add(statement);
    try {
      for (const row of statement.iterate(...values)) yield row as unknown as Row;
    } finally {
      this.#running.delete(statement);
    }
  }
}
