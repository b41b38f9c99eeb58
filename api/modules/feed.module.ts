import { NewestOfStore } from '#api/features/bikes/bikes.newest-of.store.ts';
import { newsDays } from '#api/features/bikes/bikes.news.ts';
import { LatestNews } from '#api/features/feed/feed.latest.ts';
import { feedRoutes } from '#api/features/feed/feed.routes.ts';
import { FeedService } from '#api/features/feed/feed.service.ts';
import { NewsStore } from '#api/features/feed/feed.store.ts';
import { dateWrites, onWrites } from '#api/platform/mongo.ts';
import type { BikesModule } from './bikes.module.ts';
import type { BlocksModule } from './blocks.module.ts';
import type { FollowsModule } from './follows.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';
import type { SearchModule } from './search.module.ts';

interface Deps {
  bikes: BikesModule;
  blocks: BlocksModule;
  follows: FollowsModule;
  search: SearchModule;
}

/** What is new of the things that members follow. */
export function feedModule({ db, now }: Infrastructure, { bikes, blocks, follows, search }: Deps) {
  const news = new NewsStore(db, newsDays);
  const newest = new NewestOfStore(db);
  const latestNews = new LatestNews({ source: news, now });
  dateWrites(db, 'bikeNews', 'changedAt');
  onWrites(db, ({ collection }) => {
    if (collection === 'bikeNews') latestNews.wrote();
  });
  const service = new FeedService({
    news,
    latestNews,
    sourcesOf: (memberId, silent) => follows.store.sourcesOf(memberId, silent),
    bikes: {
      inMemory: (sources, stretch) => search.newest.of(sources, stretch),
      newestOf: (sources, stretch) => newest.list(sources, stretch),
      inFeed: (ids) => bikes.byIds.inFeed(ids),
      newsOf: (id) => bikes.byIds.newsOf(id),
    },
    blockedAround: (memberId, otherIds) => blocks.store.blockedAround(memberId, otherIds),
    now,
  });
  return {
    service,
    stores: [news, newest],
    privateCollections: ['bikeNews'],
    async handle(events) {
      for (const event of events) {
        if (event.what === 'bike.changed' && event.isNews) await service.noteEdit(event.bikeId);
        if (event.what === 'bike.won') await service.noteWin(event.bikeId, event.week);
        if (event.what === 'bike.erased') await news.eraseBike(event.bikeId);
      }
    },
    mount: (api, guards) => void api.route('/', feedRoutes(service, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type FeedModule = ReturnType<typeof feedModule>;
