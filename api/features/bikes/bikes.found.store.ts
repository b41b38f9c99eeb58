import type { Collection, Db, Filter, IndexSpecification, Sort } from 'mongodb';
import { readRows } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Page } from '#contract/paging.ts';
import type { Candidate } from '#contract/search/filter-and-count.ts';
import { foundIndexes } from './bikes.found.indexes.ts';
import { alongHot, alongNewest, type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

/** Sort orders that have an index, both for all bikes and for those with one term. */
type Order = 'hot' | 'newest' | 'oldest' | 'points';

/** A position in one of these orders: the sort values and the id. */
type Seen = Pick<Candidate, 'id' | 'hotRank' | 'publishedAt' | 'points'>;

export type Reading = {
  /** Only bikes with one of these terms; all bikes if missing. */
  terms?: readonly string[];
  order: Order;
  /** Only bikes after this position. */
  after?: Seen | null;
  limit: number;
};

const sorts: Record<Order, Sort> = {
  hot: { hotRank: -1, _id: -1 },
  newest: { publishedAt: -1, _id: -1 },
  oldest: { publishedAt: 1, _id: 1 },
  points: { points: -1, publishedAt: -1, _id: -1 },
};

function behind(order: Order, { id, hotRank, publishedAt, points }: Seen): Filter<BikeRow> {
  const at = new Date(publishedAt);
  switch (order) {
    case 'hot':
      return { hotRank: { $lte: hotRank }, $or: [{ hotRank: { $lt: hotRank } }, { hotRank, _id: { $lt: id } }] };
    case 'newest':
      return { publishedAt: { $lte: at }, $or: [{ publishedAt: { $lt: at } }, { publishedAt: at, _id: { $lt: id } }] };
    case 'oldest':
      return { publishedAt: { $gte: at }, $or: [{ publishedAt: { $gt: at } }, { publishedAt: at, _id: { $gt: id } }] };
    case 'points':
      return {
        points: { $lte: points },
        $or: [
          { points: { $lt: points } },
          { points, publishedAt: { $lt: at } },
          { points, publishedAt: at, _id: { $lt: id } },
        ],
      };
  }
}

/** Limit of the words read directly from bikes instead of the word list. */
const maxTerms = 12;

/** The index for each order, as a hint: without it the planner would try others as well. */
const alongTerms: Record<Order, IndexSpecification> = {
  hot: foundIndexes.keys,
  newest: foundIndexes.terms,
  oldest: foundIndexes.terms,
  points: foundIndexes.points,
};
const alongAll: Record<Order, IndexSpecification> = {
  hot: alongHot,
  newest: alongNewest,
  oldest: alongNewest,
  points: foundIndexes.points,
};

const fields = { find: 1, hotRank: 1, publishedAt: 1, points: 1 } as const;
type FoundRow = Pick<BikeRow, '_id' | keyof typeof fields>;

const toCandidate = ({ _id: id, find = '', hotRank, publishedAt, points = 0 }: FoundRow): Candidate => ({
  id,
  indexText: find,
  hotRank,
  points,
  publishedAt: publishedAt.getTime(),
});

/** The time of a bike's last write. */
type Change = { id: string; at: Date };

const listable = { owner: 1, terms: 1, brandId: 1, brand: 1, model: 1, version: 1, unlisted: 1, status: 1 } as const;
/** The fields of a bike from which the word list is built. */
export type ListableBike = Pick<BikeRow, '_id' | keyof typeof listable>;

/** Reads Active bikes for search, always by an index and never more than the limit. */
export class FoundBikes {
  readonly #db: Db;
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#db = db;
    this.#bikes = db.collection('bikes');
  }

  async read({ terms, order, after, limit }: Reading): Promise<Candidate[]> {
    const field = order === 'hot' ? 'keys' : 'terms';
    const rows = await readRows<BikeRow, FoundRow>(this.#db, 'bikes', {
      filter: {
        status: 'Active',
        ...(terms && { [field]: terms.length === 1 ? terms[0] : { $in: terms } }),
        ...(after && behind(order, after)),
      } as Filter<BikeRow>,
      fields,
      sort: sorts[order],
      hint: (terms ? alongTerms : alongAll)[order],
      limit,
    });
    return rows.map(toCandidate);
  }

  /** A page of the bikes with a term, newest first. */
  async pageWith(term: string, limit: number, cursor?: string): Promise<Page<BikeCard>> {
    const rows = await readRows<BikeRow, ListedRow>(this.#db, 'bikes', {
      filter: { status: 'Active', terms: term, ...after<BikeRow>('publishedAt', cursor, (at) => new Date(at)) },
      fields: listFields,
      sort: sorts.newest,
      hint: foundIndexes.terms,
      limit: limit + 1,
    });
    return page(rows, limit, toCard, (row) => ({ at: row.publishedAt.getTime(), id: row._id }));
  }

  /** Bikes with any of these terms, unordered. */
  async some(terms: readonly string[], limit: number): Promise<Candidate[]> {
    const these = { status: 'Active', terms: terms.length === 1 ? terms[0] : { $in: terms } } as Filter<BikeRow>;
    const rows = await this.#bikes
      .find(these)
      .project<FoundRow>(fields)
      .hint(foundIndexes.terms)
      .limit(limit)
      .toArray();
    return rows.map(toCandidate);
  }

  /** A few terms that begin with `typed`, read from the bikes themselves rather than the word list. */
  async termsBeginning(typed: string): Promise<string[]> {
    // On an array field only a regular expression bounds the index scan at both ends.
    const these: Filter<BikeRow> = { status: 'Active', terms: { $regex: `^${typed.replaceAll('.', '\\.')}` } };
    const rows = await this.#bikes
      .find(these)
      .project<Pick<BikeRow, 'terms'>>({ terms: 1 })
      .hint(foundIndexes.terms)
      .limit(maxTerms)
      .toArray();
    const terms = rows.flatMap(({ terms }) => terms.filter((term) => term.startsWith(typed) && !term.includes(':')));
    return [...new Set(terms)].slice(0, maxTerms);
  }

  /** Counts the bikes with a term, using the index. */
  count(term: string): Promise<number> {
    return this.#bikes.countDocuments({ status: 'Active', terms: term }, { hint: foundIndexes.terms });
  }

  /** Bikes whose words are not in the word list yet. @param among only these */
  async unlisted(limit: number, among?: string[]): Promise<ListableBike[]> {
    const filter = { ...(among && { _id: { $in: among } }), unlisted: true as const };
    return this.#bikes.find(filter).project<ListableBike>(listable).limit(limit).toArray();
  }

  /** Marks the bikes as added to the word list, unless they changed meanwhile. */
  async listed(bikes: readonly Pick<ListableBike, '_id' | 'version'>[]): Promise<void> {
    await this.#bikes.bulkWrite(
      bikes.map(({ _id, version }) => ({
        updateOne: { filter: { _id, version, unlisted: true }, update: { $unset: { unlisted: '' } } },
      })),
      { ordered: false },
    );
  }

  /** All Active bikes in ascending order of id. */
  async all(after: string, limit: number): Promise<Candidate[]> {
    const rows = await readRows<BikeRow, FoundRow>(this.#db, 'bikes', {
      filter: { _id: { $gt: after }, status: 'Active' },
      fields,
      sort: { _id: 1 },
      hint: { _id: 1 },
      limit,
    });
    return rows.map(toCandidate);
  }

  /** The Active bikes among `ids`. */
  async these(ids: readonly string[]): Promise<Candidate[]> {
    const these = { _id: { $in: [...ids] }, status: 'Active' } as const;
    return (await this.#bikes.find(these).project<FoundRow>(fields).toArray()).map(toCandidate);
  }

  /** Writes to bikes of any status after a moment, oldest first. */
  async changes({ at, id }: Change, limit: number): Promise<Change[]> {
    const rows = await this.#bikes
      .find({ changedAt: { $gte: at }, $or: [{ changedAt: { $gt: at } }, { changedAt: at, _id: { $gt: id } }] })
      .project<{ _id: string; changedAt: Date }>({ changedAt: 1 })
      .sort({ changedAt: 1, _id: 1 })
      .hint(foundIndexes.changes)
      .limit(limit)
      .toArray();
    return rows.map((row) => ({ id: row._id, at: row.changedAt }));
  }

  /** The time of the last write to a bike; null if none has been recorded yet. */
  async lastChange(): Promise<Date | null> {
    const last = this.#bikes.find({ changedAt: { $gt: new Date(0) } }).project<{ changedAt: Date }>({ changedAt: 1 });
    const [row] = await last.sort({ changedAt: -1, _id: -1 }).hint(foundIndexes.changes).limit(1).toArray();
    return row?.changedAt ?? null;
  }

  /** Counts all Active bikes, using an index. */
  countAll(): Promise<number> {
    return this.#bikes.countDocuments({ status: 'Active' }, { hint: alongAll.newest });
  }

  /** Cards in the order of `ids`; bikes that are no longer Active are left out. */
  async cards(ids: readonly string[]): Promise<BikeCard[]> {
    if (ids.length === 0) return [];
    const these = { _id: { $in: [...ids] }, status: 'Active' } as const;
    const asked = { filter: these, fields: listFields, limit: ids.length };
    const rows = await readRows<BikeRow, ListedRow>(this.#db, 'bikes', asked);
    const byId = new Map(rows.map((row) => [row._id, toCard(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
