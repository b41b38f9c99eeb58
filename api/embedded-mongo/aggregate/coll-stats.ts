import { hostname } from 'node:os';
import type { Document } from '../bson/codec.ts';
import { DbError, failedToParse, unsupported } from '../bson/errors.ts';
import { isDocument, numberOf } from '../bson/values.ts';
import type { Collection } from '../store/collection.ts';
import { storageStats } from '../store/sizes.ts';

/** `$collStats`: the sizes and count of a collection, which need not exist. */
export function collStats(ns: string, collection: Collection | undefined, spec: unknown): Document {
  if (!isDocument(spec)) throw failedToParse('$collStats must take a nested object but found something else');
  const { storageStats: storage, count, ...others } = spec;
  for (const name of Object.keys(others)) throw unsupported(`'${name}' of $collStats`);
  const scale = isDocument(storage) ? (numberOf(storage.scale) ?? 1) : 1;
  if (!(scale >= 1)) throw new DbError(51024, `BSON field 'scale' value must be >= 1, actual value '${scale}'`);
  if (count !== undefined && !collection)
    throw new DbError(26, `Unable to retrieve count in $collStats: ${ns} not found`);
  return {
    ns,
    host: hostname(),
    localTime: new Date(),
    ...(storage !== undefined && { storageStats: storageStats(collection, Math.trunc(scale)) }),
    ...(count !== undefined && { count: collection?.read.count() }),
  };
}
