/** Indexes that search queries use. */
export const foundIndexes = {
  terms: { status: 1, terms: 1, publishedAt: -1, _id: -1 },
  keys: { status: 1, keys: 1, hotRank: -1, _id: -1 },
  points: { status: 1, points: -1, publishedAt: -1, _id: -1 },
  changes: { changedAt: 1, _id: 1 },
} as const;
