import type { Match } from './match.ts';
import type { SearchSort } from './query.ts';

/** Values that a bike is sorted by. */
export type SortFields = {
  id: string;
  /** Rises with recent likes. */
  hotRank: number;
  /** Milliseconds since the epoch. */
  publishedAt: number;
  /** Reactions since the bike was published. */
  points: number;
};

/** A position in the order: numbers, greater ones first, then the bike's id. */
export type SortPosition = { by: readonly number[]; id: string };

/** Returns a bike's position. Without keywords the best match is what members like at present. */
export function sortPositionOf(sort: SearchSort, bike: SortFields, match: Match | null): SortPosition {
  const { id, hotRank, publishedAt, points } = bike;
  switch (sort) {
    case 'BestMatch': {
      const matched = match ? [match.terms, match.score, match.adjacent, hotRank, publishedAt] : [hotRank];
      return { by: matched, id };
    }
    case 'Newest':
      return { by: [publishedAt], id };
    case 'Oldest':
      return { by: [-publishedAt], id };
    case 'Popular':
      return { by: [points, publishedAt], id };
  }
}

/** Compares for sorting. Ties are broken by id: later ids first, but earlier ones in `Oldest`. */
export function compareSortPositions(sort: SearchSort, a: SortPosition, b: SortPosition): number {
  for (const [at, one] of a.by.entries()) {
    const other = b.by[at] ?? 0;
    if (one !== other) return other - one;
  }
  if (a.id === b.id) return 0;
  return a.id < b.id === (sort === 'Oldest') ? -1 : 1;
}
