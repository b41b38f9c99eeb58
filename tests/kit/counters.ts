import type { Db } from 'mongodb';

type Row = Record<string, unknown> & { _id: string };

const week = 7 * 24 * 3600 * 1000;
const start = Date.UTC(2025, 0, 1);

/** A bike's stored counters. */
export async function storedCounters(db: Db, bikeId: string) {
  const bike = await db.collection<Row>('bikes').findOne({ _id: bikeId });
  const {
    likes,
    comments,
    views,
    favorites = 0,
  } = bike?.counts as Record<'likes' | 'comments' | 'views', number> & {
    favorites?: number;
  };
  return { likes, comments, views, favorites, hotRank: bike?.hotRank as number };
}

/** The same counters, computed from the documents by the product rules. */
export async function computedCounters(db: Db, bikeId: string) {
  const bike = await db.collection<Row>('bikes').findOne({ _id: bikeId });
  const likes = await db.collection<Row>('likes').find({ bikeId }).toArray();
  const favorites = await db.collection<Row>('favorites').find({ bikeId }).toArray();
  const comments = await db
    .collection<Row>('comments')
    .find({ bikeId, status: 'Active' })
    .sort({ addedAt: 1, _id: 1 })
    .toArray();
  const ownerId = (bike?.owner as { id: string }).id;
  const firsts = new Map<string, Date>();
  for (const { author, addedAt } of comments as unknown as { author: { id: string }; addedAt: Date }[]) {
    if (author.id !== ownerId && !firsts.has(author.id)) firsts.set(author.id, addedAt);
  }
  const events: [Date, number][] = [
    [bike?.publishedAt as Date, 3],
    ...likes.map(({ at }): [Date, number] => [at as Date, 1]),
    ...[...firsts.values()].map((at): [Date, number] => [at, 2]),
    ...favorites.map(({ at }): [Date, number] => [at as Date, 2]),
  ];
  const ages = events.map(([at]) => (at.getTime() - start) / week);
  const newest = Math.max(...ages);
  const sum = events.reduce((all, [, weight], i) => all + weight * 2 ** ((ages[i] ?? 0) - newest), 0);
  return {
    likes: likes.length,
    comments: comments.length,
    favorites: favorites.length,
    hotRank: newest + Math.log2(sum),
  };
}

/** Number of likes, favorites, comments and views of all bikes that are not counted yet. */
export async function uncountedChanges(db: Db): Promise<number> {
  const counts = await Promise.all(
    ['likes', 'favorites', 'comments', 'views'].map((name) =>
      db.collection(name).countDocuments({ change: { $exists: true } }),
    ),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
