import type { Collection, Db, Filter, IndexSpecification, Sort } from 'mongodb';
import { readRows } from '#api/platform/mongo.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Candidate } from '#contract/search/sift.ts';
import { foundIndexes } from './bikes.found.indexes.ts';
import { alongHot, alongNewest, type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

/** The orders that an index keeps, for all bikes and for those with one term. */
type Order = 'hot' | 'newest' | 'oldest' | 'points';

/** A place in one of these orders: what it is sorted by, and the id. */
type Seen = Pick<Candidate, 'id' | 'hotRank' | 'publishedAt' | 'points'>;

export type Reading = {
  /** Only bikes with one of these terms; without, all. */
  terms?: readonly string[];
  order: Order;
  /** Only what comes after this. */
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

/** Words that were found without the list. */
const fewWords = 12;

/** Which index serves an order: others would be tried beside it. */
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
  find,
  hotRank,
  points,
  publishedAt: publishedAt.getTime(),
});

/** When a bike was written last. */
type Change = { id: string; at: Date };

const listable = { owner: 1, terms: 1, brandId: 1, brand: 1, model: 1, version: 1, unlisted: 1, status: 1 } as const;
/** What of a bike is listed among the words that are searched for. */
export type ListableBike = Pick<BikeRow, '_id' | keyof typeof listable>;

/** Active bikes as search reads them: always along an index, and never more than it asks for. */
export class FoundBikes {
  readonly #db: Db;
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#db = db;
    this.#bikes = db.collection('bikes');
  }

  /** Bikes in an order. */
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

  /** Bikes with any of these terms, in no order. */
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

  /** A few words of bikes that begin so, whether they are listed or not. */
  async wordsBeginning(typed: string): Promise<string[]> {
    // Of an array only a pattern has both ends in an index.
    const these: Filter<BikeRow> = { status: 'Active', terms: { $regex: `^${typed.replaceAll('.', '\\.')}` } };
    const rows = await this.#bikes
      .find(these)
      .project<Pick<BikeRow, 'terms'>>({ terms: 1 })
      .hint(foundIndexes.terms)
      .limit(fewWords)
      .toArray();
    const words = rows.flatMap(({ terms }) => terms.filter((term) => term.startsWith(typed) && !term.includes(':')));
    return [...new Set(words)].slice(0, fewWords);
  }

  /** How many have this term, counted along the index. */
  count(term: string): Promise<number> {
    return this.#bikes.countDocuments({ status: 'Active', terms: term }, { hint: foundIndexes.terms });
  }

  /** Some bikes whose words are not listed. */
  async unlisted(limit: number): Promise<ListableBike[]> {
    return this.#bikes.find({ unlisted: true }).project<ListableBike>(listable).limit(limit).toArray();
  }

  /** Notes that the words of bikes are listed, unless they have others meanwhile. */
  async listed(bikes: readonly Pick<ListableBike, '_id' | 'version'>[]): Promise<void> {
    await this.#bikes.bulkWrite(
      bikes.map(({ _id, version }) => ({
        updateOne: { filter: { _id, version, unlisted: true }, update: { $unset: { unlisted: '' } } },
      })),
      { ordered: false },
    );
  }

  /** All bikes, by their ids upwards. */
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

  /** Those of these bikes that can be found. */
  async these(ids: readonly string[]): Promise<Candidate[]> {
    const these = { _id: { $in: [...ids] }, status: 'Active' } as const;
    return (await this.#bikes.find(these).project<FoundRow>(fields).toArray()).map(toCandidate);
  }

  /** What was written of bikes behind a moment, whatever their status, in the order in which it was. */
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

  /** When a bike was written last; null where none was since that is noted. */
  async lastChange(): Promise<Date | null> {
    const last = this.#bikes.find({ changedAt: { $gt: new Date(0) } }).project<{ changedAt: Date }>({ changedAt: 1 });
    const [row] = await last.sort({ changedAt: -1, _id: -1 }).hint(foundIndexes.changes).limit(1).toArray();
    return row?.changedAt ?? null;
  }

  /** How many can be found, counted along an index. */
  countAll(): Promise<number> {
    return this.#bikes.countDocuments({ status: 'Active' }, { hint: alongAll.newest });
  }

  /** What lists show of these bikes, in this order; those that are not there any more are left out. */
  async cards(ids: readonly string[]): Promise<BikeCard[]> {
    if (ids.length === 0) return [];
    const these = { _id: { $in: [...ids] }, status: 'Active' } as const;
    const asked = { filter: these, fields: listFields, limit: ids.length };
    const rows = await readRows<BikeRow, ListedRow>(this.#db, 'bikes', asked);
    const byId = new Map(rows.map((row) => [row._id, toCard(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
