import type { Match } from './match.ts';
import type { SearchSort } from './query.ts';

/** What a bike is put in order by. */
export type Standing = {
  id: string;
  /** Goes up with what members like these days. */
  hotRank: number;
  /** Milliseconds since 1970. */
  publishedAt: number;
  /** What members gave it since it was published. */
  points: number;
};

/** A place in an order: numbers, of which the greater comes first, then the bike's id. */
export type Place = { by: readonly number[]; id: string };

/** Where a bike stands in an order. Without keywords the best are those that members like these days. */
export function placeOf(sort: SearchSort, bike: Standing, match: Match | null): Place {
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

/** Below 0 where the first comes first. Of two that are alike the later id does, but among the oldest the earlier. */
export function comparePlaces(sort: SearchSort, a: Place, b: Place): number {
  for (const [at, one] of a.by.entries()) {
    const other = b.by[at] ?? 0;
    if (one !== other) return other - one;
  }
  if (a.id === b.id) return 0;
  return a.id < b.id === (sort === 'Oldest') ? -1 : 1;
}
