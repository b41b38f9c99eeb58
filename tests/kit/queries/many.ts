import { randomUUID } from 'node:crypto';
import type { Db, Document } from 'mongodb';

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** All documents belong to this id: the worst case of a query. */
export const theId = '01900000-0000-7000-8000-000000000000';
const perInsert = 2_500;

/** Adds a second id to a list of ids, as there usually is one: then no index returns all results in order. */
const several = (list: unknown[]): unknown[] => {
  const [first] = list;
  return typeof first === 'string' && new Set(list).size === 1 ? [first, `${first} or another`] : list;
};

/** Replaces every id by the same one. */
export function ofOne<T>(value: T): T {
  if (typeof value === 'string') return value.replace(ids, theId) as T;
  if (Array.isArray(value)) return value.map(ofOne) as T;
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([name, one]) => {
    const same = ofOne(one);
    return [name, name === '$in' ? several(same as unknown[]) : same];
  });
  return Object.fromEntries(entries) as T;
}

/** Whether a value is a document of its own, or an embedded one. */
const isFields = (value: unknown): value is Document =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** The fields of a document; documents with another status are another kind. */
const kindOf = (value: unknown): string =>
  isFields(value)
    ? Object.entries(value)
        .map(([name, one]) => (name === 'status' || name === 'state' ? `${name}=${one}` : name + kindOf(one)))
        .sort()
        .join()
    : '';

/** One document of each kind that was seen in a collection. */
export class Samples {
  readonly #kinds = new Map<string, Map<string, Document>>();

  /** @param from names of collections, all by default */
  async take(db: Db, from?: Iterable<string>): Promise<void> {
    const all = async () => (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    for (const name of from ?? (await all())) {
      const kinds = this.#kinds.get(name) ?? new Map<string, Document>();
      this.#kinds.set(name, kinds);
      for await (const row of db.collection(name).find()) kinds.set(kindOf(row), ofOne(row));
    }
  }

  /** Inserts `count` documents into each collection, with the same indexes. */
  async fill(db: Db, like: Db, count: number): Promise<void> {
    for (const [name, kinds] of this.#kinds) {
      const indexes = (await like.collection(name).indexes()).slice(1).map(({ v: _, ...index }) => index);
      const unique = indexes.filter((index) => index.unique).map(({ key }) => Object.keys(key).at(-1) ?? '');
      if (indexes.length > 0) await db.collection(name).createIndexes(indexes as never);
      const samples = [...kinds.values()];
      const copy = (n: number) => copyOf(samples[n % samples.length] as Document, n, unique);
      for (let n = 0; samples.length > 0 && n < count; n += perInsert)
        await db
          .collection(name)
          .insertMany(Array.from({ length: Math.min(perInsert, count - n) }, (_, i) => copy(n + i)));
    }
  }
}

/** Copies a document with another id and other unique values, each copy a second older than the one before. */
function copyOf(sample: Document, n: number, unique: readonly string[]): Document {
  const own = (path: string, value: unknown): unknown => {
    if (value instanceof Date) return new Date(value.getTime() - n * 1000);
    if (Array.isArray(value)) return value.map((one) => (isFields(one) ? ownFields(one, `${path}.`) : own(path, one)));
    if (n === 0 || !unique.includes(path)) return value;
    return typeof value === 'number' ? -n : `${value}${randomUUID()}`;
  };
  const ownFields = (fields: Document, within = ''): Document =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, own(within + name, value)]));
  return { ...ownFields(sample), _id: randomUUID() };
}
