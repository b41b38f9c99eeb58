import type { Db, Document, Filter } from 'mongodb';
import { Batcher } from './batcher.ts';
import { readRows } from './mongo.ts';

/** Rows of a collection by their ids: those that many ask for at once are read with one command. */
export class BatchLoader<Row extends { _id: string }> {
  readonly #reading: Batcher<string, Row | null>;

  /** @param fields what is read of each */
  constructor(db: Db, collection: string, fields: Document) {
    this.#reading = new Batcher(async (ids) => {
      const among = [...new Set(ids)];
      const filter = { _id: among.length === 1 ? among[0] : { $in: among } } as Filter<Row>;
      const rows = await readRows<Row, Row>(db, collection, { filter, fields, limit: among.length });
      const byId = new Map(rows.map((row) => [row._id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    });
  }

  find(id: string): Promise<Row | null> {
    return this.#reading.do(id);
  }
}
