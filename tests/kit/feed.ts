import type { Db } from 'mongodb';
import { BikesById } from '#api/features/bikes/bikes.by-id.store.ts';
import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import { NewestBikeStore } from '#api/features/bikes/bikes.newest.store.ts';
import { NewestOfStore } from '#api/features/bikes/bikes.newest-of.store.ts';
import { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { LatestNews } from '#api/features/feed/feed.latest.ts';
import { FeedService } from '#api/features/feed/feed.service.ts';
import { NewsStore } from '#api/features/feed/feed.store.ts';
import { FollowStore } from '#api/features/follows/follows.store.ts';
import { MemoryIndex } from '#api/features/search/memory/memory-index.ts';
import { SearchInDatabase } from '#api/features/search/search.in-database.ts';
import { NewestBikes } from '#api/features/search/search.newest.ts';
import { TermStore } from '#api/features/search/search.terms.store.ts';
import { EmbeddedIndex } from '#api/features/search/search-index.ts';
import type { Now } from '#api/platform/clock.ts';
import { dateWrites, onWrites } from '#api/platform/mongo.ts';

/** Longer than the bikes of tests are old, so that the database deletes none of their news. */
const newsDays = 4_000;

/**
 * Builds the feed on a database without the rest of the site.
 * @param size number of bikes and of news that it holds in memory
 */
export async function feedOn(db: Db, { now, size }: { now: Now; size?: number }) {
  const news = new NewsStore(db, newsDays);
  const [follows, newestOf, blocks] = [new FollowStore(db), new NewestOfStore(db), new BlockStore(db)];
  const [found, byIds, store] = [new FoundBikes(db), new BikesById(db), new NewestBikeStore(db)];
  await db.collection('bikes').createIndex({ status: 1, modelKey: 1, publishedAt: -1, _id: -1 });
  await db.collection('bikes').createIndex({ status: 1, brandKey: 1, publishedAt: -1, _id: -1 });
  for (const one of [follows, newestOf, blocks, news]) await one.createIndexes();
  const memory = new MemoryIndex({ source: found, now });
  const count = () => found.countAll();
  const index = new EmbeddedIndex(memory, new SearchInDatabase({ bikes: found, termStore: new TermStore(db), count }));
  const newestBikes = new NewestBikes({
    source: {
      newest: (limit) => store.newest(limit),
      these: (ids) => store.these(ids),
      changes: (after, limit) => found.changes(after, limit),
      lastChange: () => found.lastChange(),
    },
    now,
    ...(size && { size }),
  });
  const latestNews = new LatestNews({ source: news, now, ...(size && { size }) });
  dateWrites(db, 'bikes', 'changedAt');
  dateWrites(db, 'bikeNews', 'changedAt');
  onWrites(db, ({ collection, valuesOf }) => {
    if (collection === 'bikes') memory.wrote(valuesOf('_id'));
    if (collection === 'bikes') newestBikes.wrote(valuesOf('_id'));
    if (collection === 'bikeNews') latestNews.wrote();
  });
  const feed = new FeedService({
    news,
    latestNews,
    sourcesOf: (id, silent) => follows.sourcesOf(id, silent),
    bikes: {
      inMemory: (sources, stretch) => newestBikes.of(sources, stretch),
      newestOf: (sources, stretch) => newestOf.list(sources, stretch),
      inFeed: (ids) => byIds.inFeed(ids),
      newsOf: (id) => byIds.newsOf(id),
    },
    blockedAround: (id, others) => blocks.blockedAround(id, others),
    now,
  });
  return { feed, follows, index, memory };
}
