import type { Collection, Db } from 'mongodb';
import {
  type Batch,
  bikesWithChanges,
  type Changed,
  type CountSource,
  type Mark,
  noted,
} from '#api/platform/counting.ts';
import { changedOf, idOf, type LikeRow } from './likes.store.ts';

const pageSize = 1000;

/** What bikes count of likes. */
export class LikeCounts implements CountSource {
  readonly #likes: Collection<LikeRow>;

  constructor(db: Db) {
    this.#likes = db.collection('likes');
  }

  async createIndexes(): Promise<void> {
    await this.#likes.createIndex({ 'change.bikeId': 1 }, { sparse: true });
  }

  async open(bikeId: string, limit: number): Promise<Changed[]> {
    const rows = await this.#likes.find({ 'change.bikeId': bikeId }).limit(limit).toArray();
    return rows.flatMap((row) => changedOf(row) ?? []);
  }

  async batchOf(_bike: unknown, changed: Changed[]): Promise<Batch> {
    return {
      by: changed.reduce((sum, { by }) => sum + by, 0),
      moments: changed.map(({ at, by }) => ({ at, by })),
      mark: { changes: noted(changed), firsts: [] },
    };
  }

  async finish({ changes }: Mark): Promise<void> {
    const filterOf = (by: Changed['by']) => {
      const these = changes.filter((change) => change.by === by);
      return { _id: { $in: these.map(({ id }) => id) }, 'change.op': { $in: these.map(({ op }) => op) } };
    };
    if (changes.some(({ by }) => by === 1)) await this.#likes.updateMany(filterOf(1), { $unset: { change: '' } });
    if (changes.some(({ by }) => by === -1)) await this.#likes.deleteMany(filterOf(-1));
  }

  async whole({ id }: { id: string }): Promise<Batch> {
    const moments: Batch['moments'] = [];
    let last = idOf(id, '');
    for (let full = true; full; ) {
      const rows = await this.#likes
        .find({ _id: { $gt: last, $lt: `${id};` } }, { projection: { at: 1 } })
        .sort({ _id: 1 })
        .limit(pageSize)
        .toArray();
      for (const { at } of rows) moments.push({ at, by: 1 });
      last = rows.at(-1)?._id ?? last;
      full = rows.length === pageSize;
    }
    return { by: moments.length, moments, mark: { changes: [], firsts: [] } };
  }

  openBikes(after: string): Promise<string[]> {
    return bikesWithChanges(this.#likes, after);
  }

  async drop(bikeId: string): Promise<void> {
    await this.#likes.deleteMany({ 'change.bikeId': bikeId });
  }
}
