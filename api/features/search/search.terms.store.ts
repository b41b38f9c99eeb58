import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { small } from '#api/platform/placement.ts';
import type { FacetName } from '#contract/search/facets.ts';
import { facetTerm } from '#contract/search/found.ts';
import type { BikeName } from '#contract/search/names.ts';
import type { KnownWord } from '#contract/search/terms.ts';
import { beginningsOf, deletions } from './search.spellings.ts';

/** A term of bikes: a word, a facet value, or a brand or model name for suggestions. */
type TermRow = {
  _id: string;
  kind: 'word' | 'facet' | BikeName['kind'];
  /** Number of bikes: exact when last counted, approximate since. */
  n: number;
  /** When it was last counted. */
  at: Date;
  /** Prefixes. */
  starts?: string[];
  /** Forms with deleted letters; words that share one are near each other. */
  near?: string[];
  name?: Pick<BikeName, 'id' | 'brand' | 'model'>;
};

export type CountedTerm = Pick<TermRow, '_id' | 'n' | 'at'>;
export type KnownName = Required<Pick<TermRow, 'name' | 'n'>>;

/** Above this a number only changes when it is recounted: one more makes no difference. */
const wellKnown = 100;
/** Most words read for one deletion; only a crafted vocabulary has more. */
const maxNear = 300;

/** The terms of bikes and their counts. */
export class TermStore {
  readonly placement = { words: small };
  readonly #terms: Collection<TermRow>;

  constructor(db: Db) {
    this.#terms = db.collection('words');
  }

  async createIndexes(): Promise<void> {
    await this.#terms.createIndexes([
      { key: { kind: 1, starts: 1, n: -1 } },
      { key: { near: 1 }, sparse: true },
      { key: { at: 1 } },
    ]);
  }

  /** Number of bikes by term; unknown terms are left out. */
  async known(terms: readonly string[]): Promise<Map<string, number>> {
    const rows = this.#terms.find({ _id: { $in: [...terms] } }, { projection: { n: 1 } });
    return new Map((await rows.toArray()).map(({ _id, n }) => [_id, n]));
  }

  /** The most common words with this prefix. */
  async beginning(typed: string, limit: number): Promise<KnownWord[]> {
    const start = beginningsOf.cut(typed);
    const rows = await this.#terms
      .find({ kind: 'word', starts: start }, { projection: { n: 1 } })
      .sort({ n: -1 })
      .limit(start === typed ? limit : maxNear)
      .toArray();
    return rows.flatMap(({ _id, n }) => (_id.startsWith(typed) ? [{ word: _id, n }] : [])).slice(0, limit);
  }

  /** Words that may be a few edits away. */
  async near(typed: string): Promise<KnownWord[]> {
    const rows = this.#terms.find({ near: { $in: deletions.typed(typed) } }, { projection: { n: 1 } });
    return (await rows.limit(maxNear).toArray()).map(({ _id, n }) => ({ word: _id, n }));
  }

  /** The most common names with a word that has this prefix. */
  async names(kind: BikeName['kind'], typed: string, limit: number): Promise<KnownName[]> {
    const rows = await this.#terms
      .find({ kind, starts: beginningsOf.cut(typed) }, { projection: { name: 1, n: 1 } })
      .sort({ n: -1 })
      .limit(limit)
      .toArray();
    return rows.flatMap(({ name, n }) => (name && n > 0 ? [{ name, n }] : []));
  }

  /**
   * Adds to the counts of terms. A repeated call counts twice until the next recount.
   * @param names those of the terms that are names
   */
  async list(terms: ReadonlyMap<string, number>, names: readonly BikeName[], at: Date): Promise<void> {
    const known = await this.known([...terms.keys()]);
    const byTerm = new Map(names.map((name) => [name.term, name]));
    const missing = [...terms].filter(([term]) => !known.has(term));
    if (missing.length > 0) {
      const rows = missing.map(([term, n]) => rowOf(term, n, byTerm.get(term), at));
      // Another process may insert the same word at the same time.
      await this.#terms.insertMany(rows, { ordered: false }).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
    }
    const few = [...terms].filter(([term]) => (known.get(term) ?? wellKnown) < wellKnown);
    if (few.length === 0) return;
    await this.#terms.bulkWrite(
      few.map(([_id, n]) => ({ updateOne: { filter: { _id }, update: { $inc: { n } } } })),
      { ordered: false },
    );
  }

  /** The terms with the oldest count. */
  async oldest(limit: number): Promise<CountedTerm[]> {
    return this.#terms
      .find({}, { projection: { n: 1, at: 1 } })
      .sort({ at: 1 })
      .limit(limit)
      .toArray();
  }

  /** The terms after another one, in alphabetical order. */
  after(term: string, limit: number): Promise<CountedTerm[]> {
    return this.#terms
      .find({ _id: { $gt: term } }, { projection: { n: 1, at: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
  }

  /** Number of bikes by each value of a facet. */
  async countsOf(facet: FacetName): Promise<Map<string, number>> {
    const [from, until] = [facetTerm(facet, ''), facetTerm(facet, '\uffff')];
    const rows = this.#terms.find({ _id: { $gt: from, $lt: until } }, { projection: { n: 1 } });
    return new Map((await rows.toArray()).flatMap(({ _id, n }) => (n > 0 ? [[_id.slice(from.length), n]] : [])));
  }

  /** Number of terms. */
  size(): Promise<number> {
    return this.#terms.countDocuments();
  }

  async some(terms: readonly string[]): Promise<CountedTerm[]> {
    return this.#terms.find({ _id: { $in: [...terms] } }, { projection: { n: 1, at: 1 } }).toArray();
  }

  /** Stores recounts. A term without bikes is deleted, unless its count has changed meanwhile. */
  async note(counted: readonly (CountedTerm & { now: number })[], at: Date): Promise<void> {
    if (counted.length === 0) return;
    await this.#terms.bulkWrite(
      counted.map(({ _id, n, now }) =>
        now > 0
          ? { updateOne: { filter: { _id }, update: { $set: { n: now, at } } } }
          : { deleteOne: { filter: { _id, n } } },
      ),
      { ordered: false },
    );
  }
}

function rowOf(term: string, n: number, name: BikeName | undefined, at: Date): TermRow {
  const row = { _id: term, n, at };
  if (name) {
    const { kind, id, brand, model, tokens } = name;
    return { ...row, kind, name: { id, brand, model }, starts: beginningsOf.all(tokens) };
  }
  if (term.includes(':')) return { ...row, kind: 'facet' };
  const near = deletions.listed(term);
  return { ...row, kind: 'word', starts: beginningsOf.all([term]), ...(near.length > 0 && { near }) };
}
