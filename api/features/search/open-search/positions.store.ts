import type { Collection, Db } from 'mongodb';

/** The index behind an alias. */
type PositionRow = {
  /** The alias. */
  _id: string;
  /** Number of batches that were written. */
  round: number;
  /** For each index, the time up to which it has all changes. Index names have no dots. */
  positions?: Record<string, number>;
};

export const positionsCollection = 'searchIndexes';

/** Stores how far the indexes of a search server have followed the database. */
export class PositionStore {
  readonly #rows: Collection<PositionRow>;
  readonly #alias: string;

  constructor(db: Db, alias: string) {
    this.#rows = db.collection(positionsCollection);
    this.#alias = alias;
  }

  /**
   * Begins a batch. Bikes that are read afterwards are written with this number as their version, so that a process
   * that was paused cannot overwrite newer ones.
   */
  async nextRound(): Promise<number> {
    const row = await this.#rows.findOneAndUpdate(
      { _id: this.#alias },
      { $inc: { round: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    return row?.round ?? 1;
  }

  /** Returns null for an index that was not built completely. */
  async get(index: string): Promise<number | null> {
    return (await this.#rows.findOne({ _id: this.#alias }))?.positions?.[index] ?? null;
  }

  /** Adds an index. */
  async add(index: string, position: number): Promise<void> {
    await this.#rows.updateOne({ _id: this.#alias }, { $set: { [`positions.${index}`]: position } }, { upsert: true });
  }

  /** Stores the position of an index, unless the index was removed or its position is greater. */
  async advance(index: string, position: number): Promise<void> {
    const field = `positions.${index}`;
    await this.#rows.updateOne({ _id: this.#alias, [field]: { $lt: position } }, { $set: { [field]: position } });
  }

  async remove(indexes: readonly string[]): Promise<void> {
    if (indexes.length === 0) return;
    const fields = Object.fromEntries(indexes.map((index) => [`positions.${index}`, '' as const]));
    await this.#rows.updateOne({ _id: this.#alias }, { $unset: fields });
  }
}
