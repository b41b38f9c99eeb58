import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { StoredPhoto } from '#contract/photos.ts';

export type PhotoRow = Omit<StoredPhoto, 'id'> & {
  _id: string;
  ownerId: string;
  /** Null until a bike shows it; such photos are swept up after a while. */
  bikeId: string | null;
  createdAt: Date;
  /** How to draw a sample picture that nobody has looked at yet. */
  drawing?: unknown;
  demo?: boolean;
};

const toPhoto = ({ _id, width, height, thumbhash }: PhotoRow): StoredPhoto => ({ id: _id, width, height, thumbhash });

/** What is known about photos; their pixels are in the storage. */
export class PhotoStore {
  readonly #photos: Collection<PhotoRow>;

  constructor(db: Db) {
    this.#photos = db.collection('photos');
  }

  async createIndexes(): Promise<void> {
    await this.#photos.createIndexes([{ key: { ownerId: 1 } }, { key: { bikeId: 1, createdAt: 1 } }]);
  }

  /** Adds a photo; false when the id is taken. */
  async insert(photo: StoredPhoto, ownerId: string, at: Date): Promise<boolean> {
    const { id, ...rest } = photo;
    try {
      await this.#photos.insertOne({ _id: id, ...rest, ownerId, bikeId: null, createdAt: at });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async find(id: string): Promise<{ photo: StoredPhoto; ownerId: string } | null> {
    const row = await this.#photos.findOne({ _id: id });
    return row && { photo: toPhoto(row), ownerId: row.ownerId };
  }

  /** Which bike a photo is of, and how to draw it where it is a drawn one; null when there is no such photo. */
  async sourceOf(id: string): Promise<{ bikeId: string | null; drawing: unknown } | null> {
    const row = await this.#photos.findOne({ _id: id }, { projection: { bikeId: 1, drawing: 1 } });
    return row && { bikeId: row.bikeId, drawing: row.drawing ?? null };
  }

  async ofOwner(ownerId: string, ids: string[]): Promise<StoredPhoto[]> {
    return (await this.#photos.find({ _id: { $in: ids }, ownerId }).toArray()).map(toPhoto);
  }

  async bind(ids: string[], bikeId: string): Promise<void> {
    await this.#photos.updateMany({ _id: { $in: ids } }, { $set: { bikeId } });
  }

  /** The ids of photos that no bike has shown since a time. */
  async orphansBefore(time: Date, limit: number): Promise<string[]> {
    const rows = await this.#photos
      .find({ bikeId: null, createdAt: { $lt: time } }, { projection: { _id: 1 } })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map((row) => row._id);
  }

  /** Forgets a photo unless a bike has taken it meanwhile. */
  async removeOrphan(id: string): Promise<boolean> {
    return (await this.#photos.deleteOne({ _id: id, bikeId: null })).deletedCount === 1;
  }

  async insertDemo(rows: Omit<PhotoRow, 'demo'>[]): Promise<void> {
    await this.#photos.insertMany(rows.map((row) => ({ ...row, demo: true })));
  }

  /** Forgets the sample community's photos and returns their ids. */
  async removeDemo(): Promise<string[]> {
    const rows = await this.#photos.find({ demo: true }, { projection: { _id: 1 } }).toArray();
    await this.#photos.deleteMany({ demo: true });
    return rows.map((row) => row._id);
  }
}
