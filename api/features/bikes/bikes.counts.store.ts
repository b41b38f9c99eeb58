import type { Collection, Db } from 'mongodb';
import type { Mark } from '#api/platform/counting.ts';
import { quietly } from '#api/platform/mongo.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { BikeRow } from './bikes.store.ts';
import { hotRank, type Weeks } from './hot-rank.ts';

/** What bikes count. */
export const countKinds = ['likes', 'comments', 'views', 'favorites'] as const;
export type CountKind = (typeof countKinds)[number];
export type Counts = Record<CountKind, number>;

/** What a bike's numbers are made of. */
export type Tally = {
  weeks: Weeks;
  /** What was counted last. */
  marks: { of: CountKind; mark: Mark }[];
};

/** A bike as its numbers stand. */
export type CountedBike = {
  id: string;
  ownerId: string;
  status: BikeStatus;
  commentsClosed: boolean;
  publishedAt: Date;
  counts: Counts;
  /** What it was given since it was published. */
  points: number;
  /** Goes up with the numbers, so that they are never computed from older ones. */
  seq: number;
  /** Null in a bike that was never counted. */
  tally: Tally | null;
};

const fields = {
  ...{ owner: 1, status: 1, publishedAt: 1, counts: 1, points: 1, countSeq: 1, tally: 1, commentsClosed: 1 },
} as const;
const pageSize = 100;

/** The numbers of bikes. */
export class BikeCountStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async find(id: string): Promise<CountedBike | null> {
    const row = await this.#bikes.findOne({ _id: id }, { projection: fields });
    if (!row) return null;
    const { owner, status, publishedAt, points = 0, countSeq, tally = null, commentsClosed = false } = row;
    const { likes, comments, views, favorites = 0 } = row.counts;
    const counts = { likes, comments, views, favorites };
    return { id, ownerId: owner.id, status, commentsClosed, publishedAt, counts, points, seq: countSeq, tally };
  }

  /**
   * Stores numbers and rank that were computed from `seq`; false when others were quicker. Where it counts views alone,
   * what is kept to be shown stays: it is made anew soon enough.
   */
  async replace(
    { id, seq }: Pick<CountedBike, 'id' | 'seq'>,
    counts: Counts,
    points: number,
    tally: Tally,
  ): Promise<boolean> {
    const onlyViews = tally.marks.length > 0 && tally.marks.every(({ of }) => of === 'views');
    const result = await this.#bikes.updateOne(
      { _id: id, countSeq: seq },
      {
        $set: {
          'counts.likes': counts.likes,
          'counts.comments': counts.comments,
          'counts.views': counts.views,
          'counts.favorites': counts.favorites,
          hotRank: hotRank(tally.weeks),
          points,
          tally,
        },
        $inc: { countSeq: 1 },
      },
      onlyViews ? quietly : {},
    );
    return result.matchedCount === 1;
  }

  /** Ids of bikes that were never counted, upwards from `after`. */
  async uncounted(after: string): Promise<string[]> {
    const rows = await this.#bikes
      .find({ _id: { $gt: after }, tally: { $exists: false } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    return rows.map((row) => row._id);
  }
}
