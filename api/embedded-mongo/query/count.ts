import type { Collection } from '../store/collection.ts';
import type { Index } from '../store/index.ts';
import type { KeyRange } from '../store/schema.ts';
import { filterFor, Match } from './execute.ts';
import { find, type Query } from './find.ts';
import { plansFor } from './plan.ts';
import type { Scan } from './scan.ts';
import { sliceIsOver, type Work } from './slice.ts';

/** Returns the ranges of an index that hold exactly the matches, each once, so that a count reads no documents. */
export function exactScan(collection: Collection, { filter, hint }: Query): Scan | undefined {
  for (const { exact, scans, once } of plansFor(collection, filter, [], hint))
    if (exact && once && scans?.length === 1) return scans[0];
  return undefined;
}

/** Counts, without reading documents if an index alone answers. */
export function* count(collection: Collection | undefined, query: Query): Work<number> {
  // Throws for an invalid filter before any shortcut.
  filterFor(query.filter, query.variables ?? {});
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

/** Yields if the time slice is over. Throws QueryPlanKilled if the collection or an index was dropped meanwhile. */
function* pause(collection: Collection, indexes: readonly Index[]): Work<void> {
  if (!sliceIsOver()) return;
  yield;
  collection.assertThere(indexes);
}

function* sampleRange(collection: Collection, { index }: Scan, range: KeyRange, size: number): Work<Match[]> {
  const total = collection.read.measure(index, range);
  const places = new Set<number>();
  while (places.size < Math.min(size, total)) places.add(Math.floor(Math.random() * total));
  const picked: Match[] = [];
  for (const place of places) {
    yield* pause(collection, [index]);
    const row = collection.read.nth(index, range, place);
    if (row) picked.push(new Match(row));
  }
  return picked;
}

/** Chooses matches at random, each equally likely. */
export function* sample(collection: Collection, query: Query, size: number): Work<Match[]> {
  if (!Object.keys(query.filter).length && query.hint === undefined)
    return (yield* collection.read.sample(size, () => pause(collection, []))).map((row) => new Match(row));
  filterFor(query.filter, query.variables ?? {});
  const scan = exactScan(collection, query);
  const [range] = scan?.ranges ?? [];
  if (scan && range && scan.ranges.length === 1) return yield* sampleRange(collection, scan, range, size);
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
