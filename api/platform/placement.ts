/** Where a sharded cluster stores a collection. `npm run db -- shard` applies it. */
export type Placement = {
  /** By the field whose hash names the shard; null if the collection stays on one shard. */
  key: ShardKey | null;
  /** The reason, as `api/README.md` lists it. */
  why: string;
};
export type ShardKey = Readonly<Record<string, 'hashed'>>;
export type Placements = Readonly<Record<string, Placement>>;

/**
 * For collections that are read and written by id. One shard decides about an id, so it stays unique, which repeated
 * writes rely on.
 */
export const byId: Placement = {
  key: { _id: 'hashed' },
  why: 'found by id; an id must be unique, so that a repeated write has no second effect',
};

/** For collections with one unique value besides a random id. */
export const byUnique = (field: string): Placement => ({
  key: { [field]: 'hashed' },
  why: 'found by this field, which must be unique',
});

/** A cluster keeps one value unique across its shards, not two. */
export const withSeveralUnique: Placement = {
  key: null,
  why: 'several values must be unique, which only one shard can promise; `moveCollection` gives each a shard',
};

export const small: Placement = {
  key: null,
  why: 'small, or read by jobs that would ask every shard',
};

/**
 * Whether a cluster accepts a unique index: all documents with equal values are on one shard. MongoDB takes ids for
 * unique by themselves.
 */
export function keepsUnique(index: Readonly<Record<string, unknown>>, key: ShardKey): boolean {
  const [fields, prefix] = [Object.keys(index), Object.keys(key)];
  return fields[0] === '_id' || prefix.every((field, i) => fields[i] === field);
}
