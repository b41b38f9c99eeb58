import type { Collection, Db } from 'mongodb';
import type { Id } from '#contract/ids.ts';
import type { ImageType } from '#contract/profile-pictures.ts';

export type PictureRow = {
  _id: Id;
  ownerId: Id;
  type: ImageType;
  /** When to ask whether its member still shows it. */
  sweepAt: Date;
  /** How to draw a sample member's picture in a width that nobody has asked for yet. */
  drawing?: unknown;
};
/** A picture of a member's. */
export type KeptPicture = Omit<PictureRow, '_id'> & { id: Id };

const toPicture = ({ _id, ...row }: PictureRow): KeptPicture => ({ id: _id, ...row });
const batchSize = 100;

/** What is known of the pictures that members have of themselves; their pixels are in the storage. */
export class PictureStore {
  readonly #pictures: Collection<PictureRow>;

  constructor(db: Db) {
    this.#pictures = db.collection('pictures');
  }

  async createIndexes(): Promise<void> {
    await this.#pictures.createIndexes([{ key: { ownerId: 1 } }, { key: { sweepAt: 1 } }]);
  }

  /** The row comes before its files, and goes after them. */
  async insert({ id, ...facts }: KeptPicture): Promise<void> {
    await this.#pictures.insertOne({ _id: id, ...facts });
  }

  async find(id: Id): Promise<KeptPicture | null> {
    const row = await this.#pictures.findOne({ _id: id });
    return row && toPicture(row);
  }

  /** The pictures to be looked into, the longest due first. */
  async due(at: Date): Promise<KeptPicture[]> {
    const rows = this.#pictures.find({ sweepAt: { $lte: at } }).sort({ sweepAt: 1 });
    return (await rows.limit(batchSize).toArray()).map(toPicture);
  }

  /** Some of a member's pictures. */
  async someOf(ownerId: Id): Promise<KeptPicture[]> {
    return (await this.#pictures.find({ ownerId }).limit(batchSize).toArray()).map(toPicture);
  }

  /** Says when to look at a picture again. */
  async review(id: Id, sweepAt: Date): Promise<void> {
    await this.#pictures.updateOne({ _id: id }, { $set: { sweepAt } });
  }

  async remove(id: Id): Promise<void> {
    await this.#pictures.deleteOne({ _id: id });
  }
}
