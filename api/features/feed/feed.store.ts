import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb';
import { latestRows } from '#api/platform/latest-rows.ts';
import { readRows } from '#api/platform/mongo.ts';
import type { Position } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import type { FeedKind } from '#contract/feed.ts';
import type { FollowKind } from '#contract/follows.ts';

/** News of a bike other than that it is new. The bike says what they are. */
export type News = {
  /** The same however often they are noted. */
  id: string;
  kind: Exclude<FeedKind, 'bike'>;
  bikeId: string;
  at: Date;
  /** Only of a win. */
  week?: string;
};
/** `keys`: what the bike is followed by, see {@link followKey}. */
export type KeyedNews = News & { keys: string[] };
type NewsRow = Omit<KeyedNews, 'id'> & {
  _id: string;
  /** The time of the last write. */
  changedAt?: Date;
};

const daySeconds = 86_400;
/** Index of each list, as a hint. */
const [byKeys, byTime, byChange] = [{ keys: 1, at: -1, _id: -1 }, { at: 1 }, { changedAt: 1 }] as const;
const fields = { bikeId: 1, kind: 1, at: 1, week: 1, keys: 1 } as const;
const toNews = ({ _id: id, ...news }: NewsRow): KeyedNews => ({ id, ...news });

/** Writes what a bike is followed by as it is stored. */
export const followKey = (kind: FollowKind, key: string): string => `${kind}:${key}`;

/** Stores the news of bikes, one row for each, with what the bike is followed by. Nothing in it is about a follower. */
export class NewsStore {
  readonly placement = { bikeNews: byId };
  readonly #db: Db;
  readonly #rows: Collection<NewsRow>;
  readonly #days: number;

  /** @param days after which news are deleted */
  constructor(db: Db, days: number) {
    this.#db = db;
    this.#rows = db.collection('bikeNews');
    this.#days = days;
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndexes([
      { key: byKeys },
      { key: { bikeId: 1 } },
      { key: byTime, expireAfterSeconds: this.#days * daySeconds },
      { key: byChange },
    ]);
  }

  /** The latest news of some keys before a position, and since a time in milliseconds. */
  async latest(
    keys: readonly string[],
    { before: { at, id }, since, limit }: { before: Position; since: number; limit: number },
  ): Promise<News[]> {
    if (keys.length === 0) return [];
    const end = new Date(at);
    const rows = await latestRows({ from: since, to: at }, limit, (from) =>
      readRows<NewsRow, NewsRow>(this.#db, 'bikeNews', {
        filter: {
          keys: { $in: [...keys] },
          at: { $gt: from, $lte: end },
          $or: [{ at: { $lt: end } }, { at: end, _id: { $lt: id } }],
        } as Filter<NewsRow>,
        fields,
        sort: { at: -1, _id: -1 },
        hint: byKeys,
        limit,
      }),
    );
    return rows.map(toNews);
  }

  /** The latest news of all bikes, latest first. */
  async newest(limit: number): Promise<KeyedNews[]> {
    const rows = await readRows<NewsRow, NewsRow>(this.#db, 'bikeNews', {
      filter: {},
      fields,
      sort: { at: -1 },
      hint: byTime,
      limit,
    });
    return rows.map(toNews);
  }

  /** News that were written since a time, earliest first. */
  async changedSince(at: Date, limit: number): Promise<(KeyedNews & { changedAt: Date })[]> {
    const rows = await readRows<NewsRow, NewsRow & { changedAt: Date }>(this.#db, 'bikeNews', {
      filter: { changedAt: { $gte: at } },
      fields: { ...fields, changedAt: 1 },
      sort: { changedAt: 1 },
      hint: byChange,
      limit,
    });
    return rows.map(({ changedAt, ...row }) => ({ ...toNews(row), changedAt }));
  }

  /** The time of the last write; null if there was none. */
  async lastChange(): Promise<Date | null> {
    const [row] = await readRows<NewsRow, NewsRow>(this.#db, 'bikeNews', {
      filter: {},
      fields: { changedAt: 1 },
      sort: { changedAt: -1 },
      hint: byChange,
      limit: 1,
    });
    return row?.changedAt ?? null;
  }

  /** Stores all news of a bike but its wins, and what it is followed by now. Idempotent. */
  async replace(bikeId: string, keys: string[], news: readonly News[]): Promise<void> {
    const writes = news.map(
      ({ id, ...one }): AnyBulkWriteOperation<NewsRow> => ({
        updateOne: { filter: { _id: id }, update: { $set: { ...one, keys } }, upsert: true },
      }),
    );
    const others = { bikeId, _id: { $nin: news.map(({ id }) => id) } };
    await this.#rows.bulkWrite(
      [
        { deleteMany: { filter: { ...others, kind: { $ne: 'won' } } } },
        { updateMany: { filter: others, update: { $set: { keys } } } },
        ...writes,
      ],
      { ordered: false },
    );
  }

  /** Stores news unless they are stored already. */
  async add({ id, ...news }: News, keys: string[]): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $setOnInsert: { ...news, keys } }, { upsert: true });
  }

  async eraseBike(bikeId: string): Promise<void> {
    await this.#rows.deleteMany({ bikeId });
  }
}
