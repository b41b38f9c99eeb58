import type { Collection, Db, Filter } from 'mongodb';
import type { Now } from '#api/platform/clock.ts';
import { after, page } from '#api/platform/paging.ts';
import type { FeedEntry, FeedSources } from '#contract/follows.ts';
import type { Page } from '#contract/paging.ts';
import { type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

type Row = ListedRow & Pick<BikeRow, 'modelKey'> & { tags?: string[] };
const fields = { ...listFields, modelKey: 1, tags: 1 } as const;

const isNewer = (a: Row, b: Row): number =>
  b.publishedAt.getTime() - a.publishedAt.getTime() || (a._id < b._id ? 1 : a._id > b._id ? -1 : 0);

const day = 86_400_000;
/**
 * Days back from the newest within which a page is looked for, each if the ones before have too few. With many keys the
 * first has enough, and with few the last is small.
 */
const windows = [7, 60, Number.POSITIVE_INFINITY];

/** The index of each field. As hints: along the index of all bikes, many large documents would be read for a few. */
const indexes = {
  'owner.id': { 'owner.id': 1, publishedAt: -1, _id: -1 },
  modelKey: { status: 1, modelKey: 1, publishedAt: -1, _id: -1 },
  tags: { status: 1, tags: 1, publishedAt: -1, _id: -1 },
} as const;

/** Reads the newest bikes of many members, models and tags. */
export class NewestOfStore {
  readonly #bikes: Collection<BikeRow>;
  readonly #now: Now;

  constructor(db: Db, now: Now) {
    this.#now = now;
    this.#bikes = db.collection('bikes');
  }

  async createIndexes(): Promise<void> {
    await this.#bikes.createIndexes([{ key: indexes.tags }]);
  }

  /**
   * The visible bikes of these members, models and tags, newest first: one query for each kind along its index, a second
   * and third where the latest week has too few.
   */
  async list({ members, models, tags }: FeedSources, limit: number, cursor?: string): Promise<Page<FeedEntry>> {
    const [ofMembers, ofModels, ofTags] = [new Set(members), new Set(models), new Set(tags)];
    const found = await Promise.all([
      this.#some('owner.id', members, limit, cursor),
      this.#some('modelKey', models, limit, cursor),
      this.#some('tags', tags, limit, cursor),
    ]);
    const rows = [...new Map(found.flat().map((row) => [row._id, row])).values()].sort(isNewer);
    const reasonsOf = (row: Row) => [
      ...(ofMembers.has(row.owner.id) ? [{ kind: 'member' as const, key: row.owner.id }] : []),
      ...(row.modelKey && ofModels.has(row.modelKey) ? [{ kind: 'model' as const, key: row.modelKey }] : []),
      ...(row.tags ?? []).filter((tag) => ofTags.has(tag)).map((key) => ({ kind: 'tag' as const, key })),
    ];
    return page(
      rows,
      limit,
      (row) => ({ bike: toCard(row), because: reasonsOf(row) }),
      (row) => ({ at: row.publishedAt.getTime(), id: row._id }),
    );
  }

  async #some(field: keyof typeof indexes, keys: readonly string[], limit: number, cursor?: string): Promise<Row[]> {
    if (keys.length === 0) return [];
    const before = after<BikeRow>('publishedAt', cursor, (at) => new Date(at)) as { publishedAt?: { $lte: Date } };
    const end = before.publishedAt?.$lte ?? this.#now();
    let rows: Row[] = [];
    for (const days of windows) {
      const since = new Date(Math.max(0, end.getTime() - days * day));
      const filter = {
        status: 'Active',
        [field]: { $in: [...keys] },
        ...before,
        publishedAt: { ...before.publishedAt, $gte: since },
      };
      rows = await this.#bikes
        .find(filter as Filter<BikeRow>, { hint: indexes[field] })
        .project<Row>(fields)
        .sort({ publishedAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray();
      if (rows.length > limit) break;
    }
    return rows;
  }
}
