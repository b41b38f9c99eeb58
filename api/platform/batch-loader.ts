import type { Db, Document, Filter } from 'mongodb';
import { Batcher } from './batcher.ts';
import { readRows } from './mongo.ts';

/** Loads rows by id. Calls made in the same tick are sent as one command. */
export class BatchLoader<Row extends { _id: string }> {
  readonly #batcher: Batcher<string, Row | null>;

  /** @param fields the projection */
  constructor(db: Db, collection: string, fields: Document) {
    this.#batcher = new Batcher(async (ids) => {
      const uniqueIds = [...new Set(ids)];
      const filter = { _id: uniqueIds.length === 1 ? uniqueIds[0] : { $in: uniqueIds } } as Filter<Row>;
      const rows = await readRows<Row, Row>(db, collection, { filter, fields, limit: uniqueIds.length });
      const byId = new Map(rows.map((row) => [row._id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    });
  }

  find(id: string): Promise<Row | null> {
    return this.#batcher.do(id);
  }
}
