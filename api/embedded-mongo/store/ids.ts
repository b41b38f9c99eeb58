import type { DatabaseSync } from 'node:sqlite';

/**
 * Allocates ids for collections and indexes. None is reused while the process runs, so that a stale id is recognized.
 */
export class Ids {
  readonly #sqlite: DatabaseSync;
  readonly #last = new Map<string, number>();

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  next(table: 'collections' | 'indexes'): number {
    const { top } = this.#sqlite.prepare(`SELECT coalesce(max(id), 0) AS top FROM ${table}`).get() as { top: number };
    const id = Math.max(top, this.#last.get(table) ?? 0) + 1;
    this.#last.set(table, id);
    return id;
  }
}
