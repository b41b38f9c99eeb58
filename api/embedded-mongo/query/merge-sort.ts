import { giveWay, type Work } from './slice.ts';

interface Keyed {
  key: Buffer;
}

/** The number of items that are sorted in a millisecond. */
const runLength = 1000;
const byKey = (a: Keyed, b: Keyed): number => Buffer.compare(a.key, b.key);

function* merged<T extends Keyed>(a: readonly T[], b: readonly T[]): Work<T[]> {
  const out: T[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [left, right] = [a[i], b[j]];
    if (left && (!right || byKey(left, right) <= 0)) {
      out.push(left);
      i++;
    } else if (right) {
      out.push(right);
      j++;
    }
    if (out.length % runLength === 0) yield* giveWay();
  }
  return out;
}

/** A stable sort by key that yields in between. */
export function* sortedByKey<T extends Keyed>(items: readonly T[]): Work<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += runLength) {
    runs.push(items.slice(at, at + runLength).sort(byKey));
    yield* giveWay();
  }
  while (runs.length > 1) {
    const pairs: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) pairs.push(yield* merged(runs[i] as T[], runs[i + 1] ?? []));
    runs = pairs;
  }
  return runs[0] ?? [];
}
