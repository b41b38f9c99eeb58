import type { Collection, Db } from 'mongodb';
import { byId } from '#api/platform/placement.ts';
import type { Id } from '#contract/ids.ts';
import type { ImageType } from '#contract/profile-pictures.ts';

export type PictureRow = {
  _id: Id;
  ownerId: Id;
  type: ImageType;
  /** When to check whether its member still shows it. */
  sweepAt: Date;
};
/** A stored profile picture. */
export type StoredPicture = Omit<PictureRow, '_id'> & { id: Id };

const toPicture = ({ _id, ...row }: PictureRow): StoredPicture => ({ id: _id, ...row });
const batchSize = 100;

/** Stores metadata of profile pictures; the files are in the storage. */
export class PictureStore {
  readonly placement = { pictures: byId };
  readonly #pictures: Collection<PictureRow>;

  constructor(db: Db) {
    this.#pictures = db.collection('pictures');
  }

  async createIndexes(): Promise<void> {
    await this.#pictures.createIndexes([{ key: { ownerId: 1 } }, { key: { sweepAt: 1 } }]);
  }

  /** Insert the row before storing the files, and remove it after deleting them. */
  async insert({ id, ...fields }: StoredPicture): Promise<void> {
    await this.#pictures.insertOne({ _id: id, ...fields });
  }

  async find(id: Id): Promise<StoredPicture | null> {
    const row = await this.#pictures.findOne({ _id: id });
    return row && toPicture(row);
  }

  /** Pictures due for a check, the longest overdue first. */
  async due(at: Date): Promise<StoredPicture[]> {
    const rows = this.#pictures.find({ sweepAt: { $lte: at } }).sort({ sweepAt: 1 });
    return (await rows.limit(batchSize).toArray()).map(toPicture);
  }

  /** Some of a member's pictures. */
  async someOf(ownerId: Id): Promise<StoredPicture[]> {
    return (await this.#pictures.find({ ownerId }).limit(batchSize).toArray()).map(toPicture);
  }

  /** Schedules the next check of a picture. */
  async review(id: Id, sweepAt: Date): Promise<void> {
    await this.#pictures.updateOne({ _id: id }, { $set: { sweepAt } });
  }

  async remove(id: Id): Promise<void> {
    await this.#pictures.deleteOne({ _id: id });
  }
}
