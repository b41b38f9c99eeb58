import type { Collection, Db, Document } from 'mongodb';
import { small } from '#api/platform/placement.ts';
import type { Numbers } from '#contract/overview.ts';

type NumbersRow = Omit<Numbers, 'at'> & { _id: string; at: Date };

const rowId = 'numbers';

/** Stores the site's numbers as they were counted last. */
export class NumbersStore {
  readonly placement = { overview: small };
  readonly #db: Db;
  readonly #rows: Collection<NumbersRow>;

  constructor(db: Db) {
    this.#db = db;
    this.#rows = db.collection('overview');
  }

  async get(): Promise<{ at: Date; numbers: Numbers } | null> {
    const row = await this.#rows.findOne({ _id: rowId });
    if (!row) return null;
    const { _id, at, ...numbers } = row;
    return { at, numbers: { at: at.toISOString(), ...numbers } };
  }

  async set(numbers: Omit<Numbers, 'at'>, at: Date): Promise<void> {
    await this.#rows.replaceOne({ _id: rowId }, { at, ...numbers }, { upsert: true });
  }

  /** Bytes of the database with its indexes; null if the server does not say. Unlike `dbStats` it reads no document. */
  async databaseSize(): Promise<number | null> {
    const own = { listDatabases: 1, filter: { name: this.#db.databaseName }, authorizedDatabases: true };
    const { databases = [] } = await this.#db
      .admin()
      .command(own)
      .catch(() => ({}) as Document);
    return databases[0] ? Number(databases[0].sizeOnDisk) : null;
  }
}
