import { isDeepStrictEqual } from 'node:util';
import type { Collection, Db, UpdateFilter } from 'mongodb';
import { BatchLoader } from '#api/platform/batch-loader.ts';
import { Batcher } from '#api/platform/batcher.ts';
import { countersOnly, quietly } from '#api/platform/mongo.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { CountedChanges } from './bikes.count-changes.store.ts';
import type { BikeRow } from './bikes.store.ts';
import { hotRank, type Weeks } from './hot-rank.ts';

export const countKinds = ['likes', 'comments', 'views', 'favorites'] as const;
export type CountKind = (typeof countKinds)[number];
export type Counts = Record<CountKind, number>;

/** The inputs of a bike's counters. */
export type Tally = {
  weeks: Weeks;
  /** The changes that the last write counted, until they are finished on their own documents. */
  marks: { of: CountKind; mark: CountedChanges }[];
};

/** A bike with its counters. */
export type CountedBike = {
  id: string;
  ownerId: string;
  status: BikeStatus;
  commentsClosed: boolean;
  publishedAt: Date;
  counts: Counts;
  /** Points earned since publishing. */
  points: number;
  /** Raised with each write of the counters, for optimistic locking. */
  seq: number;
  /** Null if the bike was never counted. */
  tally: Tally | null;
};

const fields = {
  owner: 1,
  status: 1,
  publishedAt: 1,
  counts: 1,
  points: 1,
  countSeq: 1,
  tally: 1,
  commentsClosed: 1,
} as const;
type CountRow = Pick<BikeRow, '_id' | keyof typeof fields>;
/** A write of counters computed from `countSeq`, with the changes that it counts. */
type Replacing = { filter: { _id: string; countSeq: number }; update: UpdateFilter<BikeRow>; marks: Tally['marks'] };
const pageSize = 100;

/** Stores the counters of bikes. */
export class BikeCountStore {
  readonly #bikes: Collection<BikeRow>;
  readonly #rows: BatchLoader<CountRow>;
  readonly #replacing: Batcher<Replacing, boolean>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
    this.#rows = new BatchLoader(db, 'bikes', fields);
    this.#replacing = new Batcher((all) => this.#replaceAll(all));
  }

  async find(id: string): Promise<CountedBike | null> {
    const row = await this.#rows.find(id);
    if (!row) return null;
    const { owner, status, publishedAt, points = 0, countSeq, tally = null, commentsClosed = false } = row;
    const { likes, comments, views, favorites = 0 } = row.counts;
    const counts = { likes, comments, views, favorites };
    return { id, ownerId: owner.id, status, commentsClosed, publishedAt, counts, points, seq: countSeq, tally };
  }

  /**
   * Writes counters and rank computed from `seq`. Returns false if another write came first. A write that only counts
   * views does not invalidate cached responses; they expire soon enough.
   */
  async replace(
    { id, seq }: Pick<CountedBike, 'id' | 'seq'>,
    counts: Counts,
    points: number,
    tally: Tally,
  ): Promise<boolean> {
    const onlyViews = tally.marks.length > 0 && tally.marks.every(({ of }) => of === 'views');
    const filter = { _id: id, countSeq: seq };
    const update: UpdateFilter<BikeRow> = {
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
    };
    const { marks } = tally;
    if (marks.length > 0 && !onlyViews) return this.#replacing.do({ filter, update, marks });
    return (await this.#bikes.updateOne(filter, update, onlyViews ? quietly : countersOnly)).matchedCount === 1;
  }

  async #replaceAll(all: Replacing[]): Promise<boolean[]> {
    const [only] = all;
    if (only && all.length === 1)
      return [(await this.#bikes.updateOne(only.filter, only.update, countersOnly)).matchedCount === 1];
    const writes = all.map(({ filter, update }) => ({ updateOne: { filter, update } }));
    const { matchedCount } = await this.#bikes.bulkWrite(writes, { ordered: false, ...countersOnly });
    if (matchedCount === all.length) return all.map(() => true);
    // Some writes lost against others. If a later write followed one of ours, its writer finished our changes first:
    // nothing is lost.
    const rows = await Promise.all(all.map(({ filter }) => this.#rows.find(filter._id)));
    return all.map(({ filter, marks }, i) => {
      const row = rows[i];
      return row?.countSeq === filter.countSeq + 1 && isDeepStrictEqual(row.tally?.marks, marks);
    });
  }

  /** Ids of bikes that were never counted, ascending, greater than `after`. */
  async uncounted(after: string): Promise<string[]> {
    const rows = await this.#bikes
      .find({ _id: { $gt: after }, tally: { $exists: false } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    return rows.map((row) => row._id);
  }
}
