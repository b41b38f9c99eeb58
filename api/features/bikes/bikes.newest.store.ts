import type { Db, Filter } from 'mongodb';
import { readRows } from '#api/platform/mongo.ts';
import { alongNewest, type BikeRow } from './bikes.store.ts';

/** An Active bike with what a feed finds it by. */
export type NewestBike = {
  id: string;
  /** When it was published, in milliseconds. */
  at: number;
  ownerId: string;
  modelKey: string;
  partKeys: readonly string[];
  tags: readonly string[];
  indexText: string;
};

const fields = { publishedAt: 1, 'owner.id': 1, modelKey: 1, partKeys: 1, tags: 1, find: 1 } as const;
type Row = Pick<BikeRow, '_id' | 'publishedAt' | 'owner' | 'modelKey' | 'find'> & {
  tags?: string[];
  partKeys?: string[];
};

const toNewest = ({
  _id: id,
  publishedAt,
  owner,
  modelKey = '',
  partKeys = [],
  tags = [],
  find = '',
}: Row): NewestBike => ({
  id,
  at: publishedAt.getTime(),
  ownerId: owner.id,
  modelKey,
  partKeys,
  tags,
  indexText: find,
});

/** Reads new Active bikes, for feeds and for searches that are followed. */
export class NewestBikeStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async #read(filter: Filter<BikeRow>, more: object, limit: number): Promise<NewestBike[]> {
    const rows = await readRows<BikeRow, Row>(this.#db, 'bikes', { filter, fields, ...more, limit });
    return rows.map(toNewest);
  }

  newest(limit: number): Promise<NewestBike[]> {
    return this.#read({ status: 'Active' }, { sort: { publishedAt: -1, _id: -1 }, hint: alongNewest }, limit);
  }

  /** The bikes that were published after `from` and not after `until`, earliest first. */
  between(from: Date, until: Date, limit: number): Promise<NewestBike[]> {
    const published = { status: 'Active' as const, publishedAt: { $gt: from, $lte: until } };
    return this.#read(published, { sort: { publishedAt: 1, _id: 1 }, hint: alongNewest }, limit);
  }

  /** The ids of the Active bikes among `ids`. */
  async visible(ids: readonly string[]): Promise<Set<string>> {
    const filter = { _id: { $in: [...ids] }, status: 'Active' as const };
    const rows = await readRows<BikeRow, Row>(this.#db, 'bikes', { filter, fields: { _id: 1 }, limit: ids.length });
    return new Set(rows.map(({ _id }) => _id));
  }

  /** The Active bikes among `ids`, unordered. */
  these(ids: readonly string[]): Promise<NewestBike[]> {
    return this.#read({ _id: { $in: [...ids] }, status: 'Active' }, {}, ids.length);
  }
}
