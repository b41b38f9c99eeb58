import type { Collection } from '../store/collection.ts';
import { filterFor, type Match } from './execute.ts';
import { find, type Query } from './find.ts';
import { plansFor } from './plan.ts';
import type { Scan } from './scan.ts';
import type { Work } from './slice.ts';

/** Returns the ranges of an index that hold exactly the matches, each once, so that a count reads no documents. */
export function exactScan(collection: Collection, { filter, hint }: Query): Scan | undefined {
  for (const { exact, scans, once } of plansFor(collection, filter, [], hint))
    if (exact && once && scans?.length === 1) return scans[0];
  return undefined;
}

/** Counts, without reading documents if an index alone answers. */
export function* count(collection: Collection | undefined, query: Query): Work<number> {
  // Throws for an invalid filter before any shortcut.
  filterFor(query.filter);
  if (collection && !query.skip && !query.limit) {
    if (!Object.keys(query.filter).length && query.hint === undefined) return collection.read.count();
    const scan = exactScan(collection, query);
    if (scan) return scan.ranges.reduce((n, range) => n + collection.read.measure(scan.index, range), 0);
  }
  let n = 0;
  for (const match of find(collection, query))
    if (match) n++;
    else yield;
  return n;
}

/** Chooses matches at random, each equally likely. */
export function* sample(collection: Collection | undefined, query: Query, size: number): Work<Match[]> {
  const matches: Match[] = [];
  let n = 0;
  for (const match of find(collection, query)) {
    if (!match) {
      yield;
      continue;
    }
    const place = Math.floor(Math.random() * ++n);
    if (matches.length < size) matches.push(match);
    else if (place < size) matches[place] = match;
  }
  return matches;
}
