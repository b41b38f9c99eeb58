import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { QuotaUse } from '#api/platform/quota.ts';
import type { StoredPhoto } from '#contract/photos.ts';

/**
 * `arriving`: its files are being put, for nobody to see. `none`: never in a bike. `maybe`: a bike took it in or let it go.
 * `seen`: a bike had it. `leaving`: being forgotten.
 */
export type PhotoUse = 'arriving' | 'none' | 'maybe' | 'seen' | 'leaving';

export type PhotoRow = Omit<StoredPhoto, 'id'> & {
  _id: string;
  ownerId: string;
  use: PhotoUse;
  /** When to ask the bikes, which alone know, whether this is still used. */
  sweepAt: Date;
  /** Of the upload. */
  bytes: number;
  createdAt: Date;
  /** Of an upload whose files are being put: the same bytes alone may put them. */
  digest?: string;
  /** How to draw a sample picture that nobody has looked at yet. */
  drawing?: unknown;
};

/** An upload: who sent it, its size in bytes, and what it is told from others by. */
export type Upload = { ownerId: string; bytes: number; digest: string };

/** A photo by its id, whose files may be put still, or be forgotten. */
export type KnownPhoto = { photo: StoredPhoto; ownerId: string; use: PhotoUse; digest: string | null };

/** A photo whose use is to be looked into. */
export type DuePhoto = { id: string; use: PhotoUse; sweepAt: Date };

/** A phone may hold the bike that belongs to a photo for a while, and a bike that was deleted may come back. */
const patience = 30 * 86_400_000;
/** Longer than files are put for; what was stopped meanwhile is found again. */
const hour = 3_600_000;
/** Not for bikes. */
const hidden: PhotoUse[] = ['arriving', 'leaving'];
const after = (at: Date, ms = patience) => new Date(at.getTime() + ms);

const batchSize = 100;

const toDue = ({ _id, use, sweepAt }: Pick<PhotoRow, '_id' | 'use' | 'sweepAt'>): DuePhoto => ({
  ...{ id: _id, use, sweepAt },
});
const toPhoto = ({ _id, width, height, thumbhash }: PhotoRow): StoredPhoto => ({ id: _id, width, height, thumbhash });

/** What is known about photos; their pixels are in the storage. */
export class PhotoStore {
  readonly #photos: Collection<PhotoRow>;

  constructor(db: Db) {
    this.#photos = db.collection('photos');
  }

  async createIndexes(): Promise<void> {
    await this.#photos.createIndexes([{ key: { ownerId: 1, createdAt: -1, bytes: 1 } }, { key: { sweepAt: 1 } }]);
  }

  /**
   * Makes the photo's row before its files, so that only one upload ever puts them and none is left without a row. The
   * same upload may go on with what it was stopped in. False when the id is taken otherwise.
   */
  async claim({ id, ...facts }: StoredPhoto, { ownerId, bytes, digest }: Upload, at: Date): Promise<boolean> {
    const until = { use: 'arriving', sweepAt: after(at, hour) } as const;
    try {
      await this.#photos.insertOne({ _id: id, ...facts, ownerId, bytes, digest, ...until, createdAt: at });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const own = { _id: id, ownerId, digest, use: 'arriving' } as const;
    return (await this.#photos.updateOne(own, { $set: until })).matchedCount === 1;
  }

  /** Lets bikes have a photo whose files are all there; false when it was opened, or forgotten, meanwhile. */
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

  /** Whether a bike ever had a photo, and how to draw it where it is a drawn one; null when there is no such photo. */
  async sourceOf(id: string): Promise<{ ownerId: string; used: boolean; drawing: unknown } | null> {
    const row = await this.#photos.findOne({ _id: id }, { projection: { ownerId: 1, use: 1, drawing: 1 } });
    if (!row) return null;
    const { ownerId, use, drawing = null } = row;
    return { ownerId, used: use !== 'none' && use !== 'arriving', drawing };
  }

  async ofOwner(ownerId: string, ids: string[]): Promise<StoredPhoto[]> {
    const rows = await this.#photos.find({ _id: { $in: ids }, ownerId, use: { $nin: hidden } }).toArray();
    return rows.map(toPhoto);
  }

  /** How many photos of a member are here. */
  count(ownerId: string): Promise<number> {
    return this.#photos.countDocuments({ ownerId, use: { $nin: hidden } });
  }

  /** All photos of a member, newest first. */
  async *allOf(ownerId: string): AsyncIterable<{ id: string; sentAt: Date }> {
    const rows = this.#photos.find({ ownerId, use: { $nin: hidden } }, { projection: { createdAt: 1 } });
    for await (const { _id, createdAt } of rows.sort({ createdAt: -1 })) yield { id: _id, sentAt: createdAt };
  }

  /** The sizes in bytes of what a member sent since a time, newest first. */
  async sentSince(ownerId: string, since: Date): Promise<QuotaUse[]> {
    const rows = await this.#photos
      .find({ ownerId, createdAt: { $gt: since } }, { projection: { _id: 0, createdAt: 1, bytes: 1 } })
      .sort({ createdAt: -1 })
      .toArray();
    return rows.map(({ createdAt, bytes }) => ({ at: createdAt, amount: bytes ?? 0 }));
  }

  /** Keeps a member's photos for as long as a bike may take them in or let them go. Comes before the bike is written. */
  async touch(ownerId: string, ids: string[], at: Date): Promise<void> {
    await this.#photos.updateMany(
      { _id: { $in: ids }, ownerId, use: { $nin: hidden } },
      { $set: { use: 'maybe', sweepAt: after(at) } },
    );
  }

  /**
   * Takes in some rows that were written before photos were counted by use; false when there are no more. The looks at
   * them are spread, so that not all of a large site's come due in one hour.
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
        const sweepAt = after(at, patience * (1 + Math.random()));
        return { updateOne: { filter: { _id, ...unknown }, update: { $set: { use: 'maybe', sweepAt } } } };
      }),
      { ordered: false },
    );
    return true;
  }

  /** The photos whose use is to be looked into. */
  async due(at: Date, limit: number): Promise<DuePhoto[]> {
    const due = this.#photos.find({ sweepAt: { $lte: at } }, { projection: { use: 1, sweepAt: 1 } });
    return (await due.sort({ sweepAt: 1 }).limit(limit).toArray()).map(toDue);
  }

  /** Some of a member's photos, whatever uses them. */
  async someOf(ownerId: string): Promise<DuePhoto[]> {
    const theirs = this.#photos.find({ ownerId }, { projection: { use: 1, sweepAt: 1 } });
    return (await theirs.sort({ createdAt: -1 }).limit(batchSize).toArray()).map(toDue);
  }

  /** Those of a member's photos that have these ids. */
  async namedOf(ownerId: string, ids: string[]): Promise<DuePhoto[]> {
    const named = this.#photos.find({ _id: { $in: ids }, ownerId }, { projection: { use: 1, sweepAt: 1 } });
    return (await named.toArray()).map(toDue);
  }

  /** Notes what was found, unless a bike came in between; says whether it did. @param ms until the next look */
  async review({ id, sweepAt }: DuePhoto, use: PhotoUse, at: Date, ms?: number): Promise<boolean> {
    const found = await this.#photos.updateOne({ _id: id, sweepAt }, { $set: { use, sweepAt: after(at, ms) } });
    return found.matchedCount === 1;
  }

  /** Forgets a photo that is leaving. */
  async remove(id: string): Promise<void> {
    await this.#photos.deleteOne({ _id: id, use: 'leaving' });
  }
}
