import type { Document } from '../bson/codec.ts';
import { find } from '../query/find.ts';
import { atOnce, gather } from '../query/slice.ts';
import type { Index } from '../store/index.ts';
import type { Store } from '../store/store.ts';

/** Maximum number of documents that a sweep removes per index, so that it does not block other commands. */
export const maxPerSweep = 5000;

function expired(index: Index, now: number): Document | undefined {
  const seconds = index.spec.expireAfterSeconds;
  const [path] = index.paths;
  if (typeof seconds !== 'number' || path === undefined) return undefined;
  const old = { [path]: { $lt: new Date(now - seconds * 1000) } };
  return index.partialFilter ? { $and: [index.partialFilter, old] } : old;
}

/** Removes the documents that have expired by a TTL index; `now` in milliseconds since 1970. */
export function expire(store: Store, now: number): number {
  let removed = 0;
  for (const collection of store.collections())
    for (const index of collection.indexes) {
      const filter = expired(index, now);
      if (!filter) continue;
      const matches = atOnce(gather(find(collection, { filter, hint: index.name, limit: maxPerSweep })));
      for (const { id, doc } of matches) collection.remove(id, doc);
      removed += matches.length;
    }
  return removed;
}
