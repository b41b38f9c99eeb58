import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { type RawElement, rawDocument, rawDouble, rawLong, rawString } from '../bson/raw.ts';

interface Cursor {
  ns: string;
  rows: Iterator<Uint8Array>;
  /** Read ahead, to know whether anything is left. */
  ahead: Uint8Array | undefined;
  usedAt: number;
}

/** Maximum size of the documents in a reply, so that it fits in a message. */
const maxBatchBytes = 16 * 1024 * 1024;
/** mongod's timeout for idle cursors. */
const idleMs = 10 * 60_000;

const type = { double: 1, string: 2, document: 3, array: 4, long: 18 } as const;

/** The open cursors of all clients. */
export class Cursors {
  readonly #open = new Map<string, Cursor>();
  #next = 1;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Returns the first batch, with a cursor if there is more. */
  open(ns: string, rows: Iterable<Uint8Array>, batchSize: number): Buffer {
    const cursor: Cursor = { ns, rows: rows[Symbol.iterator](), ahead: undefined, usedAt: this.#now() };
    const id = this.#next++;
    this.#open.set(String(id), cursor);
    return this.#batch(id, cursor, 'firstBatch', batchSize, batchSize > 0);
  }

  /** Returns the next batch. Throws CursorNotFound. */
  more(id: string, ns: string, batchSize: number): Buffer {
    const cursor = this.#open.get(id);
    if (!cursor) throw new DbError(43, `cursor id ${id} not found`);
    if (cursor.ns !== ns)
      throw new DbError(13, `Requested getMore on namespace '${ns}', but cursor belongs to '${cursor.ns}'`);
    return this.#batch(Number(id), cursor, 'nextBatch', batchSize, true);
  }

  kill(ids: readonly string[]): { killed: string[]; missing: string[] } {
    const killed = ids.filter((id) => this.#open.delete(id));
    return { killed, missing: ids.filter((id) => !killed.includes(id)) };
  }

  /** Closes cursors that have been idle for ten minutes. */
  expire(): void {
    const before = this.#now() - idleMs;
    for (const [id, { usedAt }] of this.#open) if (usedAt < before) this.#open.delete(id);
  }

  #batch(id: number, cursor: Cursor, field: string, batchSize: number, read: boolean): Buffer {
    const rows: RawElement[] = [];
    let size = 0;
    cursor.usedAt = this.#now();
    const next = (): Uint8Array | undefined => cursor.rows.next().value;
    try {
      if (read) cursor.ahead ??= next();
      while (cursor.ahead && rows.length < batchSize && (!size || size + cursor.ahead.length < maxBatchBytes)) {
        rows.push([type.document, String(rows.length), cursor.ahead]);
        size += cursor.ahead.length;
        cursor.ahead = next();
      }
    } catch (error) {
      this.#open.delete(String(id));
      throw error;
    }
    const isOpen = !read || cursor.ahead !== undefined;
    if (!isOpen) this.#open.delete(String(id));
    return rawDocument([
      [
        type.document,
        'cursor',
        [
          [type.array, field, rows],
          [type.long, 'id', rawLong(isOpen ? id : 0)],
          [type.string, 'ns', rawString(cursor.ns)],
        ],
      ],
      [type.double, 'ok', rawDouble(1)],
    ]);
  }
}

/** A reply, encoded or not. */
export type Reply = Document | Buffer;
