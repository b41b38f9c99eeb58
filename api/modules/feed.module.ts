import { NewestOfStore } from '#api/features/bikes/bikes.newest-of.store.ts';
import { newsDays } from '#api/features/bikes/bikes.news.ts';
import { BikeSamples } from '#api/features/bikes/bikes.samples.store.ts';
import { FavoriteStore } from '#api/features/favorites/favorites.store.ts';
import { LatestNews } from '#api/features/feed/feed.latest.ts';
import { feedRoutes } from '#api/features/feed/feed.routes.ts';
import { FeedService } from '#api/features/feed/feed.service.ts';
import { NewsStore } from '#api/features/feed/feed.store.ts';
import { suggestionRoutes } from '#api/features/feed/feed.suggestions.routes.ts';
import { FeedSuggestions } from '#api/features/feed/feed.suggestions.ts';
import { isFollowable } from '#api/features/follows/follows.target.ts';
import { dateWrites, onWrites } from '#api/platform/mongo.ts';
import type { SearchTells } from '#contract/follows.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { BlocksModule } from './blocks.module.ts';
import type { FollowsModule } from './follows.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LikesModule } from './likes.module.ts';
import type { Module } from './module.ts';
import type { SearchModule } from './search.module.ts';
import type { WinnersModule } from './winners.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  blocks: BlocksModule;
  follows: FollowsModule;
  likes: LikesModule;
  search: SearchModule;
  winners: WinnersModule;
}

/** What is new of the things that members follow, and suggestions of what to follow. */
export function feedModule(
  { db, now }: Infrastructure,
  { accounts, bikes, blocks, follows, likes, search, winners }: Deps,
) {
  const news = new NewsStore(db, newsDays);
  const newest = new NewestOfStore(db);
  const latestNews = new LatestNews({ source: news, now });
  dateWrites(db, 'bikeNews', 'changedAt');
  onWrites(db, ({ collection }) => {
    if (collection === 'bikeNews') latestNews.wrote();
  });
  /** What a member follows. A name that was merged into another stands for that one. */
  const sourcesOf = async (memberId: string, silent: readonly SearchTells[]) => {
    const sources = await follows.store.sourcesOf(memberId, silent);
    const fold = await bikes.names.fold();
    const kept = (kind: 'brand' | 'model' | 'part') => [
      ...new Set(sources[kind].map((key) => fold.kept({ kind, key }))),
    ];
    return { ...sources, brand: kept('brand'), model: kept('model'), part: kept('part') };
  };
  const service = new FeedService({
    news,
    latestNews,
    sourcesOf,
    bikes: {
      inMemory: (sources, stretch) => search.newest.of(sources, stretch),
      newestOf: (sources, stretch) => newest.list(sources, stretch),
      inFeed: (ids) => bikes.byIds.inFeed(ids),
      newsOf: (id) => bikes.byIds.newsOf(id),
    },
    blockedAround: (memberId, otherIds) => blocks.store.blockedAround(memberId, otherIds),
    now,
  });
  const samples = new BikeSamples(db);
  const favorites = new FavoriteStore(db);
  const suggestions = new FeedSuggestions({
    async followedBy(memberId) {
      const { member, model, tag } = await sourcesOf(memberId, []);
      const keys = { member: new Set(member), model: new Set(model), tag: new Set(tag) };
      return ({ kind, key }) => keys[kind].has(key);
    },
    isFollowable,
    ownBikes: (id, limit) => samples.ofOwner(id, limit),
    likedBy: async (id) => (await likes.store.someOf(id)).map(({ bikeId }) => bikeId),
    keptBy: async (id) =>
      (await favorites.someOf(id)).flatMap(({ bikeId, folderIds }) => (folderIds.length > 0 ? [bikeId] : [])),
    cardsOf: (ids) => bikes.byIds.cards(ids),
    ofModel: async (bike, limit) => samples.ofModel(await bikes.names.modelKeyOf(bike), limit),
    ofTag: (tag, limit) => samples.ofTag(tag, limit),
    ranking: () => winners.ranking.current(),
    popular: async (limit) => (await bikes.store.popular(limit)).items,
    recent: async (limit) => (await bikes.store.recent(limit)).items,
    peopleHere: (ids) => accounts.people.hereByIds(ids),
    blockedAround: (memberId, otherIds) => blocks.store.blockedAround(memberId, otherIds),
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
    mount(api, guards) {
      api.route('/', feedRoutes(service, guards));
      api.route('/', suggestionRoutes(suggestions, guards));
    },
  } satisfies Module & Record<string, unknown>;
}
export type FeedModule = ReturnType<typeof feedModule>;
