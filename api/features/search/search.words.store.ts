import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { BikeName } from '#contract/search/names.ts';
import type { KnownWord } from '#contract/search/terms.ts';
import { beginningsOf, deletions } from './search.spellings.ts';

/** A term that bikes have: a word, a facet's value, or a name that is offered while somebody types. */
type WordRow = {
  _id: string;
  kind: 'word' | 'facet' | BikeName['kind'];
  /** How many bikes have it: as it was counted last, and about right since. */
  n: number;
  /** When that was. */
  at: Date;
  /** What may have been typed of it so far. */
  starts?: string[];
  /** What is left of it when letters are missing: two words with a common one are near to each other. */
  near?: string[];
  name?: Pick<BikeName, 'id' | 'brand' | 'model'>;
};

export type CountedTerm = Pick<WordRow, '_id' | 'n' | 'at'>;
export type KnownName = Required<Pick<WordRow, 'name' | 'n'>>;

/** Above it a number is only counted, as one more makes no difference. */
const wellKnown = 100;
/** More words than that share no deletion, but in a dictionary that was made for it. */
const mostNear = 300;

/** The terms that bikes have, and how many. */
export class WordStore {
  readonly #words: Collection<WordRow>;

  constructor(db: Db) {
    this.#words = db.collection('words');
  }

  async createIndexes(): Promise<void> {
    await this.#words.createIndexes([
      { key: { kind: 1, starts: 1, n: -1 } },
      { key: { near: 1 }, sparse: true },
      { key: { at: 1 } },
    ]);
  }

  /** How many bikes have each of these terms; none where nobody has. */
  async known(terms: readonly string[]): Promise<Map<string, number>> {
    const rows = this.#words.find({ _id: { $in: [...terms] } }, { projection: { n: 1 } });
    return new Map((await rows.toArray()).map(({ _id, n }) => [_id, n]));
  }

  /** The most common words that begin so. */
  async beginning(typed: string, limit: number): Promise<KnownWord[]> {
    const start = beginningsOf.cut(typed);
    const rows = await this.#words
      .find({ kind: 'word', starts: start }, { projection: { n: 1 } })
      .sort({ n: -1 })
      .limit(start === typed ? limit : mostNear)
      .toArray();
    return rows.flatMap(({ _id, n }) => (_id.startsWith(typed) ? [{ word: _id, n }] : [])).slice(0, limit);
  }

  /** Words that may be near to one. */
  async near(typed: string): Promise<KnownWord[]> {
    const rows = this.#words.find({ near: { $in: deletions.typed(typed) } }, { projection: { n: 1 } });
    return (await rows.limit(mostNear).toArray()).map(({ _id, n }) => ({ word: _id, n }));
  }

  /** The most common names with a word that begins so. */
  async names(kind: BikeName['kind'], typed: string, limit: number): Promise<KnownName[]> {
    const rows = await this.#words
      .find({ kind, starts: beginningsOf.cut(typed) }, { projection: { name: 1, n: 1 } })
      .sort({ n: -1 })
      .limit(limit)
      .toArray();
    return rows.flatMap(({ name, n }) => (name && n > 0 ? [{ name, n }] : []));
  }

  /**
   * Takes in terms, each with how many bikes have it newly. Done twice, a number is too high until it is counted.
   * @param names which of them are names
   */
  async list(terms: ReadonlyMap<string, number>, names: readonly BikeName[], at: Date): Promise<void> {
    const known = await this.known([...terms.keys()]);
    const byTerm = new Map(names.map((name) => [name.term, name]));
    const missing = [...terms].filter(([term]) => !known.has(term));
    if (missing.length > 0) {
      const rows = missing.map(([term, n]) => rowOf(term, n, byTerm.get(term), at));
      // Others may list the same word at the same moment.
      await this.#words.insertMany(rows, { ordered: false }).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
    }
    const few = [...terms].filter(([term]) => (known.get(term) ?? wellKnown) < wellKnown);
    if (few.length === 0) return;
    await this.#words.bulkWrite(
      few.map(([_id, n]) => ({ updateOne: { filter: { _id }, update: { $inc: { n } } } })),
      { ordered: false },
    );
  }

  /** The terms that were counted longest ago. */
  async oldest(limit: number): Promise<CountedTerm[]> {
    return this.#words
      .find({}, { projection: { n: 1, at: 1 } })
      .sort({ at: 1 })
      .limit(limit)
      .toArray();
  }

  /** The terms behind another one, in the order of their letters. */
  after(term: string, limit: number): Promise<CountedTerm[]> {
    return this.#words
      .find({ _id: { $gt: term } }, { projection: { n: 1, at: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
  }

  /** How many terms there are. */
  size(): Promise<number> {
    return this.#words.countDocuments();
  }

  /** Some of these terms, where they are known. */
  async some(terms: readonly string[]): Promise<CountedTerm[]> {
    return this.#words.find({ _id: { $in: [...terms] } }, { projection: { n: 1, at: 1 } }).toArray();
  }

  /** Notes what was counted. What no bike has is forgotten, unless one got it meanwhile. */
  async note(counted: readonly (CountedTerm & { now: number })[], at: Date): Promise<void> {
    if (counted.length === 0) return;
    await this.#words.bulkWrite(
      counted.map(({ _id, n, now }) =>
        now > 0
          ? { updateOne: { filter: { _id }, update: { $set: { n: now, at } } } }
          : { deleteOne: { filter: { _id, n } } },
      ),
      { ordered: false },
    );
  }
}

function rowOf(term: string, n: number, name: BikeName | undefined, at: Date): WordRow {
  const row = { _id: term, n, at };
  if (name) {
    const { kind, id, brand, model, words } = name;
    return { ...row, kind, name: { id, brand, model }, starts: beginningsOf.all(words) };
  }
  if (term.includes(':')) return { ...row, kind: 'facet' };
  const near = deletions.listed(term);
  return { ...row, kind: 'word', starts: beginningsOf.all([term]), ...(near.length > 0 && { near }) };
}
