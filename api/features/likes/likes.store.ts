import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';

export type LikeRow = { _id: string; bikeId: string; userId: string; at: Date; demo?: boolean };

const idOf = (bikeId: string, userId: string) => `${bikeId}:${userId}`;

/** Who liked which bike, and when. */
export class LikeStore {
  readonly #likes: Collection<LikeRow>;

  constructor(db: Db) {
    this.#likes = db.collection('likes');
  }

  async createIndexes(): Promise<void> {
    await this.#likes.createIndexes([{ key: { bikeId: 1, at: 1 } }, { key: { userId: 1, at: -1 } }]);
  }

  async has(bikeId: string, userId: string): Promise<boolean> {
    return (await this.#likes.findOne({ _id: idOf(bikeId, userId) }, { projection: { _id: 1 } })) !== null;
  }

  async add(bikeId: string, userId: string, at: Date): Promise<void> {
    try {
      await this.#likes.insertOne({ _id: idOf(bikeId, userId), bikeId, userId, at });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async remove(bikeId: string, userId: string): Promise<void> {
    await this.#likes.deleteOne({ _id: idOf(bikeId, userId) });
  }

  /** When each like of a bike was given. */
  async times(bikeId: string): Promise<Date[]> {
    const rows = await this.#likes.find({ bikeId }, { projection: { _id: 0, at: 1 } }).toArray();
    return rows.map((row) => row.at);
  }

  async insertDemo(rows: { bikeId: string; userId: string; at: Date }[]): Promise<void> {
    await this.#likes.insertMany(rows.map((row) => ({ ...row, _id: idOf(row.bikeId, row.userId), demo: true })));
  }

  /** Takes away the likes that sample members gave, and those on their bikes. */
  async removeDemo(bikeIds: string[]): Promise<void> {
    await this.#likes.deleteMany({ demo: true });
    await this.#likes.deleteMany({ bikeId: { $in: bikeIds } });
  }
}
