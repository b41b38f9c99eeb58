import type { Collection, Db } from 'mongodb';
import type { Numbers } from '#contract/overview.ts';

type NumbersRow = Omit<Numbers, 'at'> & { _id: string; at: Date };

const rowId = 'numbers';

/** Stores the site's numbers as they were counted last. */
export class NumbersStore {
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

  /** Bytes of the database with its indexes; null if the server does not say. */
  async databaseSize(): Promise<number | null> {
    // An account may not be allowed to ask.
    const stats = await this.#db.command({ dbStats: 1 }).catch(() => null);
    if (!stats) return null;
    const { storageSize = 0, indexSize = 0, totalSize = storageSize + indexSize } = stats;
    return Number(totalSize);
  }
}
