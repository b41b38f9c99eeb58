import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import type { QuotaUse } from '#api/platform/quota.ts';
import type { StoredPhoto } from '#contract/photos.ts';

/**
 * `arriving`: files are being stored, not visible yet. `none`: never in a bike. `maybe`: a bike added or dropped it.
 * `seen`: found in a bike. `leaving`: being deleted.
 */
export type PhotoUse = 'arriving' | 'none' | 'maybe' | 'seen' | 'leaving';

export type PhotoRow = Omit<StoredPhoto, 'id'> & {
  _id: string;
  ownerId: string;
  use: PhotoUse;
  /** When to check with the bikes whether it is still in use. */
  sweepAt: Date;
  /** Size of the upload. */
  bytes: number;
  createdAt: Date;
  /** SHA-256 of an upload in progress: only the same bytes may resume it. */
  digest?: string;
};

/** An upload: its sender, size in bytes and SHA-256 digest. */
export type Upload = { ownerId: string; bytes: number; digest: string };

/** A photo by its id, which may still be arriving or leaving. */
export type KnownPhoto = { photo: StoredPhoto; ownerId: string; use: PhotoUse; digest: string | null };

/** A photo whose use is due for a check. */
export type DuePhoto = { id: string; use: PhotoUse; sweepAt: Date };

/** 30 days: a phone may hold a draft with the photo for a while, and a deleted bike may be restored. */
const unusedMs = 30 * 86_400_000;
/** Longer than storing files takes; an interrupted upload or deletion is found again after it. */
const hourMs = 3_600_000;
/** Not available to bikes. */
const hidden: PhotoUse[] = ['arriving', 'leaving'];
const after = (at: Date, ms = unusedMs) => new Date(at.getTime() + ms);

const batchSize = 100;
/** Photos summed up at once. */
export const usageBatch = 2_000;

const toDue = ({ _id, use, sweepAt }: Pick<PhotoRow, '_id' | 'use' | 'sweepAt'>): DuePhoto => ({
  id: _id,
  use,
  sweepAt,
});
const toPhoto = ({ _id, width, height, thumbhash }: PhotoRow): StoredPhoto => ({ id: _id, width, height, thumbhash });

/** Stores photo metadata; the files are in the storage. */
export class PhotoStore {
  readonly placement = { photos: byId };
  readonly #photos: Collection<PhotoRow>;

  constructor(db: Db) {
    this.#photos = db.collection('photos');
  }

  async createIndexes(): Promise<void> {
    await this.#photos.createIndexes([{ key: { ownerId: 1, createdAt: -1, bytes: 1 } }, { key: { sweepAt: 1 } }]);
  }

  /** Number of photos and the bytes of their uploads. Reads every row, a few at a time as the server holds them all. */
  async usage(): Promise<{ count: number; bytes: number }> {
    const sum = { _id: null, count: { $sum: 1 }, bytes: { $sum: '$bytes' }, last: { $last: '$_id' } };
    const all = { count: 0, bytes: 0 };
    for (let after = ''; ; ) {
      const [some] = await this.#photos
        .aggregate<{ count: number; bytes: number; last: string }>([
          { $match: { _id: { $gt: after } } },
          { $sort: { _id: 1 } },
          { $limit: usageBatch },
          { $project: { bytes: 1 } },
          { $group: sum },
        ])
        .toArray();
      if (!some) return all;
      all.count += some.count;
      all.bytes += some.bytes;
      if (some.count < usageBatch) return all;
      after = some.last;
    }
  }

  /**
   * Creates a photo's row before its files, so that only one upload stores them and no file is without a row. The same
   * upload may resume after an interruption. Returns false if the id is taken otherwise.
   */
  async claim({ id, ...details }: StoredPhoto, { ownerId, bytes, digest }: Upload, at: Date): Promise<boolean> {
    const until = { use: 'arriving', sweepAt: after(at, hourMs) } as const;
    try {
      await this.#photos.insertOne({ _id: id, ...details, ownerId, bytes, digest, ...until, createdAt: at });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const own = { _id: id, ownerId, digest, use: 'arriving' } as const;
    return (await this.#photos.updateOne(own, { $set: until })).matchedCount === 1;
  }

  /** Makes a completely stored photo available; false if it was opened or deleted meanwhile. */
  async open(id: string, { ownerId, digest }: Upload, at: Date): Promise<boolean> {
    const { matchedCount } = await this.#photos.updateOne(
      { _id: id, ownerId, digest, use: 'arriving' },
      { $set: { use: 'none', sweepAt: after(at) }, $unset: { digest: '' } },
    );
    return matchedCount === 1;
  }

  async find(id: string): Promise<KnownPhoto | null> {
    const row = await this.#photos.findOne({ _id: id });
    return row && { photo: toPhoto(row), ownerId: row.ownerId, use: row.use, digest: row.digest ?? null };
  }

  /** Its owner, and whether a bike ever had it; null if there is no such photo. */
  async sourceOf(id: string): Promise<{ ownerId: string; used: boolean } | null> {
    const row = await this.#photos.findOne({ _id: id }, { projection: { ownerId: 1, use: 1 } });
    if (!row) return null;
    const { ownerId, use } = row;
    return { ownerId, used: use !== 'none' && use !== 'arriving' };
  }

  async ofOwner(ownerId: string, ids: string[]): Promise<StoredPhoto[]> {
    const rows = await this.#photos.find({ _id: { $in: ids }, ownerId, use: { $nin: hidden } }).toArray();
    return rows.map(toPhoto);
  }

  /** Number of all photos. */
  total(): Promise<number> {
    return this.#photos.estimatedDocumentCount();
  }

  /** Number of a member's photos. */
  count(ownerId: string): Promise<number> {
    return this.#photos.countDocuments({ ownerId, use: { $nin: hidden } });
  }

  /** All photos of a member, newest first. */
  async *allOf(ownerId: string): AsyncIterable<{ id: string; sentAt: Date }> {
    const rows = this.#photos.find({ ownerId, use: { $nin: hidden } }, { projection: { createdAt: 1 } });
    for await (const { _id, createdAt } of rows.sort({ createdAt: -1 })) yield { id: _id, sentAt: createdAt };
  }

  /** Upload sizes of a member in bytes since a time, newest first. */
  async sentSince(ownerId: string, since: Date): Promise<QuotaUse[]> {
    const rows = await this.#photos
      .find({ ownerId, createdAt: { $gt: since } }, { projection: { _id: 0, createdAt: 1, bytes: 1 } })
      .sort({ createdAt: -1 })
      .toArray();
    return rows.map(({ createdAt, bytes }) => ({ at: createdAt, amount: bytes ?? 0 }));
  }

  /** Protects a member's photos from the sweep while a bike adds or drops them. Call before writing the bike. */
  async touch(ownerId: string, ids: string[], at: Date): Promise<void> {
    await this.#photos.updateMany(
      { _id: { $in: ids }, ownerId, use: { $nin: hidden } },
      { $set: { use: 'maybe', sweepAt: after(at) } },
    );
  }

  /**
   * Migrates some rows without `use`; false if there are no more. Spreads their checks over time, so that they do not
   * all come due at once.
   */
  async adopt(at: Date, limit: number): Promise<boolean> {
    const unknown = { sweepAt: { $exists: false } };
    const rows = await this.#photos
      .find(unknown, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    if (rows.length === 0) return false;
    await this.#photos.bulkWrite(
      rows.map(({ _id }) => {
        const sweepAt = after(at, unusedMs * (1 + Math.random()));
        return { updateOne: { filter: { _id, ...unknown }, update: { $set: { use: 'maybe', sweepAt } } } };
      }),
      { ordered: false },
    );
    return true;
  }

  /** Photos that are due for a check. */
  async due(at: Date, limit: number): Promise<DuePhoto[]> {
    const due = this.#photos.find({ sweepAt: { $lte: at } }, { projection: { use: 1, sweepAt: 1 } });
    return (await due.sort({ sweepAt: 1 }).limit(limit).toArray()).map(toDue);
  }

  /** Some of a member's photos, whatever their use. */
  async someOf(ownerId: string): Promise<DuePhoto[]> {
    const theirs = this.#photos.find({ ownerId }, { projection: { use: 1, sweepAt: 1 } });
    return (await theirs.sort({ createdAt: -1 }).limit(batchSize).toArray()).map(toDue);
  }

  /** Finds a member's photos by id. */
  async namedOf(ownerId: string, ids: string[]): Promise<DuePhoto[]> {
    const named = this.#photos.find({ _id: { $in: ids }, ownerId }, { projection: { use: 1, sweepAt: 1 } });
    return (await named.toArray()).map(toDue);
  }

  /**
   * Records the result of a check, unless a bike used the photo meanwhile. Returns whether it was recorded.
   * @param ms until the next check
   */
  async review({ id, sweepAt }: DuePhoto, use: PhotoUse, at: Date, ms?: number): Promise<boolean> {
    const found = await this.#photos.updateOne({ _id: id, sweepAt }, { $set: { use, sweepAt: after(at, ms) } });
    return found.matchedCount === 1;
  }

  /** Deletes the row of a leaving photo. */
  async remove(id: string): Promise<void> {
    await this.#photos.deleteOne({ _id: id, use: 'leaving' });
  }
}
