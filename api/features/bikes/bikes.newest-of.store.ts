import type { Collection, Db, Filter } from 'mongodb';
import { latestRows } from '#api/platform/latest-rows.ts';
import { readRows } from '#api/platform/mongo.ts';
import type { BikeRow } from './bikes.store.ts';

/** A bike and when it was published, in milliseconds. */
export type NewBike = { id: string; at: number };
/** `before`: the position that the rows come after. `since`: only later ones, in milliseconds. */
type Stretch = { before: NewBike; since: number; limit: number };

type Row = Pick<BikeRow, '_id' | 'publishedAt'>;
const fields = { publishedAt: 1 } as const;

const isNewer = (a: NewBike, b: NewBike): number => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** The index of each field. As hints: along the index of all bikes, many large documents would be read for a few. */
const indexes = {
  'owner.id': { 'owner.id': 1, publishedAt: -1, _id: -1 },
  brandKey: { status: 1, brandKey: 1, publishedAt: -1, _id: -1 },
  modelKey: { status: 1, modelKey: 1, publishedAt: -1, _id: -1 },
  partKeys: { status: 1, partKeys: 1, publishedAt: -1, _id: -1 },
  tags: { status: 1, tags: 1, publishedAt: -1, _id: -1 },
} as const;

/** Finds the newest bikes of many members, brands, models, parts and tags. Its index of tags serves suggestions, too. */
export class NewestOfStore {
  readonly #db: Db;
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#db = db;
    this.#bikes = db.collection('bikes');
  }

  async createIndexes(): Promise<void> {
    await this.#bikes.createIndexes([{ key: indexes.tags }]);
  }

  /** The visible bikes of these members, brands, models, parts and tags, newest first: one query for each kind along its index. */
  async list(
    {
      member,
      brand,
      model,
      part,
      tag,
    }: Readonly<Record<'member' | 'brand' | 'model' | 'part' | 'tag', readonly string[]>>,
    stretch: Stretch,
  ): Promise<NewBike[]> {
    const found = await Promise.all([
      this.#some('owner.id', member, stretch),
      this.#some('brandKey', brand, stretch),
      this.#some('modelKey', model, stretch),
      this.#some('partKeys', part, stretch),
      this.#some('tags', tag, stretch),
    ]);
    const byId = new Map(found.flat().map((row) => [row._id, { id: row._id, at: row.publishedAt.getTime() }]));
    return [...byId.values()].sort(isNewer).slice(0, stretch.limit);
  }

  async #some(
    field: keyof typeof indexes,
    keys: readonly string[],
    { before: { at, id }, since, limit }: Stretch,
  ): Promise<Row[]> {
    if (keys.length === 0) return [];
    const end = new Date(at);
    return latestRows({ from: since, to: at }, limit, (from) =>
      readRows<BikeRow, Row>(this.#db, 'bikes', {
        filter: {
          status: 'Active',
          [field]: { $in: [...keys] },
          publishedAt: { $gt: from, $lte: end },
          $or: [{ publishedAt: { $lt: end } }, { publishedAt: end, _id: { $lt: id } }],
        } as Filter<BikeRow>,
        fields,
        sort: { publishedAt: -1, _id: -1 },
        hint: indexes[field],
        limit,
      }),
    );
  }
}
