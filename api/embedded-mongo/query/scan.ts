import { keyOf, prefixKey } from '../bson/keys.ts';
import { rank, rankOf } from '../bson/order.ts';
import type { Index } from '../store/index.ts';
import { after, type KeyRange } from '../store/schema.ts';
import { type Bounds, type Demands, type End, isPresent, maxPoints } from './demands.ts';
import { implies } from './implies.ts';
import type { Sort } from './sort.ts';

/** The ranges of one index that hold every match. */
export interface Scan {
  index: Index;
  ranges: KeyRange[];
}

/** How to find candidates: with an index, with several for an `$or`, or by a collection scan. */
export interface Plan {
  scans: Scan[] | undefined;
  reverse: boolean;
  /** Candidates come in the requested order. */
  sorted: boolean;
  /** Every candidate matches: the ranges express the whole filter. */
  exact: boolean;
  /** How many of the index's components narrow the ranges; an inequality counts as a half. */
  used: number;
  /** The paths whose conditions narrow the ranges. */
  narrows: readonly string[];
  /** No document is found twice. */
  once: boolean;
}

/** The points of the leading components that have equalities. */
interface Prefix {
  keys: Buffer[];
  length: number;
  /** How many of them express the filter's whole condition. */
  covered: number;
  /** Paths with one value in all candidates, which a sort may skip. */
  constant: Set<string>;
  single: boolean;
}

const unique = (keys: Buffer[]): Buffer[] => keys.sort(Buffer.compare).filter((key, i) => !keys[i - 1]?.equals(key));

function prefixOf(index: Index, { paths }: Demands): Prefix {
  const prefix: Prefix = { keys: [Buffer.alloc(0)], length: 0, covered: 0, constant: new Set(), single: true };
  for (const [place, path] of index.paths.entries()) {
    const bounds = paths.get(path);
    if (!bounds?.in || prefix.keys.length * bounds.in.length > maxPoints) break;
    const direction = index.directions[place] as number;
    const points = unique(bounds.in.map((value) => keyOf([value], [direction])));
    prefix.keys = prefix.keys.flatMap((key) => points.map((point) => Buffer.concat([key, point])));
    prefix.length++;
    if (bounds.exact) prefix.covered++;
    if (points.length !== 1) prefix.single = false;
    // With an equality on an array, other elements may sort first.
    else if (!index.isMultikeyAt(place)) prefix.constant.add(path);
  }
  return prefix;
}

/**
 * Returns a plan with the ranges of one index that hold every match; undefined if the index does not help. A hinted
 * index is always used, even from end to end and even if it leaves documents out.
 */
export function scanOf(index: Index, demands: Demands, sort: Sort, insisted = false): Plan | undefined {
  if (!insisted && !holdsAllMatches(index, demands)) return undefined;
  const prefix = prefixOf(index, demands);
  let used = prefix.length;
  let { covered } = prefix;
  let ranges = prefix.keys.map((key): KeyRange => ({ from: key, to: after(key) }));
  const bounds = demands.paths.get(index.paths[used] ?? '');
  const inner = bounds && !bounds.in ? innerRange(index, prefix.length, bounds) : undefined;
  if (inner && bounds) {
    if (bounds.exact && inner.complete) covered++;
    ranges = prefix.keys.flatMap((key) =>
      inner.ranges.map(({ from, to }) => ({ from: Buffer.concat([key, from]), to: Buffer.concat([key, to]) })),
    );
    used += 0.5;
  }
  // With a single prefix the ranges are in index order.
  const { sorted, reverse } = orderOf(index, prefix, prefix.keys.length === 1, sort);
  if (reverse) ranges.reverse();
  // A sparse or partial index is shorter than the collection, even from end to end.
  if (!used && (index.sparse || index.partialFilter) && holdsAllMatches(index, demands)) used = 0.25;
  if (!used && !sorted && !insisted) return undefined;
  for (const [path, { exact: isAll, exists, in: points, from, to }] of demands.paths)
    if (exists && isAll && !(points || from || to) && index.holdsOnlyPresent(path)) covered++;
  const exact = demands.exact && covered === demands.paths.size;
  const narrows = index.paths.slice(0, prefix.length + (inner ? 1 : 0));
  // An array has many entries, but only one of them meets a single equality.
  const equalities = ranges.length === 1 && !inner && index.multikey >> prefix.length === 0;
  return {
    scans: [{ index, ranges }],
    reverse,
    sorted,
    used,
    exact,
    narrows,
    once: !index.multikey || equalities,
  };
}

/** Sparse and partial indexes leave documents out, so only a filter that excludes those may use them. */
function holdsAllMatches(index: Index, { paths }: Demands): boolean {
  if (index.sparse && !index.paths.some((path) => isPresent(paths.get(path)))) return false;
  return !index.partialFilter || implies(paths, index.partialFilter);
}

/** The ends that narrow a component; `complete` if they express the whole condition. */
function endsOf(
  index: Index,
  place: number,
  { from, to }: Bounds,
): { from: End | undefined; to: End | undefined; complete: boolean } {
  // Different elements of an array may meet each end, and two ends of different types match nothing, so only one end
  // narrows.
  const oneEnd = from && to && (index.isMultikeyAt(place) || rankOf(from.value) !== rankOf(to.value));
  return { from, to: oneEnd ? undefined : to, complete: !oneEnd };
}

/** The range of the first component without an equality; `complete` if it expresses both ends of the condition. */
function innerRange(
  index: Index,
  place: number,
  bounds: Bounds,
): { ranges: KeyRange[]; complete: boolean } | undefined {
  const direction = index.directions[place] as number;
  if (bounds.prefix !== undefined) {
    const key = prefixKey(bounds.prefix, direction);
    // A descending key may continue with the inverted end of its string, 0xff.
    const texts: KeyRange = { from: key, to: after(after(key)) };
    const same = keyOf([bounds.pattern], [direction]);
    const patterns: KeyRange = { from: same, to: after(same) };
    return { ranges: direction < 0 ? [patterns, texts] : [texts, patterns], complete: false };
  }
  const { from, to, complete } = endsOf(index, place, bounds);
  return from || to ? { ranges: [rangeOf(from, to, direction)], complete } : undefined;
}

function rangeOf(from: End | undefined, to: End | undefined, direction: number): KeyRange {
  const key = ({ value }: End): Buffer => keyOf([value], [direction]);
  const type = rankOf((from ?? to)?.value);
  // An open end stops at the type's bracket. NaN, the smallest number, is in no range.
  const start = from ?? (type === rank.number ? { value: Number.NEGATIVE_INFINITY, inclusive: true } : undefined);
  const first = direction < 0 ? ~type & 0xff : type;
  const [low, high] = direction < 0 ? [to, start] : [start, to];
  return {
    from: low ? (low.inclusive ? key(low) : after(key(low))) : Buffer.from([first]),
    to: high ? (high.inclusive ? after(key(high)) : key(high)) : Buffer.from([first + 1]),
  };
}

/** Matches the sort to the index from its first component that is not constant. */
function orderOf(index: Index, prefix: Prefix, oneRange: boolean, sort: Sort): { sorted: boolean; reverse: boolean } {
  const wanted = sort.filter(([path]) => !prefix.constant.has(path));
  const [first] = wanted;
  if (!first) return { sorted: sort.length > 0 && oneRange, reverse: false };
  if (!oneRange || !prefix.single) return { sorted: false, reverse: false };
  const reverse = first[1] !== index.directions[prefix.length];
  const sorted = wanted.every(([path, direction], i) => {
    const place = prefix.length + i;
    const turned = direction !== index.directions[place];
    return index.paths[place] === path && !index.isMultikeyAt(place) && turned === reverse;
  });
  return { sorted, reverse: sorted && reverse };
}
