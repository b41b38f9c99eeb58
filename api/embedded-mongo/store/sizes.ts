import type { Document } from '../bson/codec.ts';
import type { Collection } from './collection.ts';
import type { Store } from './store.ts';

/** The contents of collections, sizes in bytes. */
interface Sizes {
  count: number;
  size: number;
  indexes: number;
  indexSize: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

export const sizesOf = (collections: readonly Collection[]): Sizes => ({
  count: collections.reduce((n, { read }) => n + read.count(), 0),
  size: collections.reduce((n, { read }) => n + read.bytes(), 0),
  indexes: collections.reduce((n, { indexes }) => n + indexes.length, 0),
  indexSize: collections.reduce((n, { indexes, read }) => n + sum(indexes.map((index) => read.indexBytes(index))), 0),
});

/** Bytes of the file, its log aside. */
export function fileSize({ sqlite }: Store): number {
  const value = (pragma: string) => Number(Object.values(sqlite.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  return value('page_count') * value('page_size');
}

/** The sizes of one collection, without the overhead of SQLite's pages. */
export function storageStats(collection: Collection | undefined, scale: number): Document {
  const { count, size, indexes } = sizesOf(collection ? [collection] : []);
  const sizes = (collection?.indexes ?? []).map((index): [string, number] => [
    index.name,
    (collection?.read.indexBytes(index) ?? 0) / scale,
  ]);
  const totalIndexSize = sum(sizes.map(([, bytes]) => bytes));
  return {
    size: size / scale,
    count,
    ...(count && { avgObjSize: Math.trunc(size / count) }),
    storageSize: size / scale,
    capped: false,
    nindexes: indexes,
    totalIndexSize,
    totalSize: size / scale + totalIndexSize,
    indexSizes: Object.fromEntries(sizes),
    scaleFactor: scale,
  };
}
