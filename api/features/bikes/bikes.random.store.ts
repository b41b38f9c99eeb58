import type { Collection, Db } from 'mongodb';
import { bikeStatuses } from '#contract/bike-options.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { type BikeRow, listFields, toCard } from './bikes.store.ts';

const batchSize = 500;

/** The ring of random positions from which a random bike is picked. */
export class BikeRing {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /**
   * Ids of Active bikes at positions from `from` up to `until`, except bikes of the owners in `without`. The ring wraps
   * at 1.
   */
  async between(from: number, until: number, limit: number, without: readonly string[] = []): Promise<string[]> {
    const first = await this.#idsIn(from, Math.min(until, 1), limit, without);
    if (until <= 1 || first.length === limit) return first;
    return [...first, ...(await this.#idsIn(0, until - 1, limit - first.length, without))];
  }

  async #idsIn(from: number, until: number, limit: number, without: readonly string[]): Promise<string[]> {
    const owned = without.length > 0 && { 'owner.id': { $nin: [...without] } };
    const rows = await this.#bikes
      .find({ status: 'Active', random: { $gte: from, $lt: until }, ...owned }, { projection: { _id: 1 } })
      .sort({ random: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  /** The card of an Active bike. */
  async card(id: string): Promise<BikeCard | null> {
    const row = await this.#bikes.findOne({ _id: id, status: 'Active' }, { projection: listFields });
    return row && toCard(row);
  }

  /** Gives a position to bikes that were stored before there were any. */
  async fill(stopping: AbortSignal): Promise<void> {
    for (const status of bikeStatuses) {
      for (let full = true; full && !stopping.aborted; ) {
        const rows = this.#bikes.find({ status, random: { $exists: false } }, { projection: { _id: 1 } });
        const ids = (await rows.limit(batchSize).toArray()).map(({ _id }) => _id);
        const update = () => ({ $set: { random: Math.random() } });
        const writes = ids.map((_id) => ({
          updateOne: { filter: { _id, random: { $exists: false } }, update: update() },
        }));
        if (writes.length > 0) await this.#bikes.bulkWrite(writes, { ordered: false });
        full = ids.length === batchSize;
      }
    }
  }
}
