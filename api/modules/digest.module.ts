import { MemberBikesStore } from '#api/features/bikes/bikes.of-member.store.ts';
import { DigestContentReader } from '#api/features/digest/digest.contents.ts';
import { digestExporter } from '#api/features/digest/digest.export.ts';
import { DigestLinks } from '#api/features/digest/digest.links.ts';
import { digestRoutes, oneClickRoutes } from '#api/features/digest/digest.routes.ts';
import { DigestService } from '#api/features/digest/digest.service.ts';
import { DigestStore } from '#api/features/digest/digest.store.ts';
import { Leases } from '#api/platform/leases.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { BlocksModule } from './blocks.module.ts';
import type { CommentsModule } from './comments.module.ts';
import type { FavoritesModule } from './favorites.module.ts';
import type { FeedModule } from './feed.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LikesModule } from './likes.module.ts';
import { type Module, minute } from './module.ts';
import type { PreferencesModule } from './preferences.module.ts';
import type { WinnersModule } from './winners.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  blocks: BlocksModule;
  comments: CommentsModule;
  favorites: FavoritesModule;
  feed: FeedModule;
  likes: LikesModule;
  preferences: PreferencesModule;
  winners: WinnersModule;
}

/** The weekly mail. */
export function digestModule(
  { db, signingKeys, mailer, now, log }: Infrastructure,
  { accounts, bikes, blocks, comments, favorites, feed, likes, preferences, winners }: Deps,
) {
  const store = new DigestStore(db);
  const leases = new Leases(db, now);
  const memberBikes = new MemberBikesStore(db);
  const contents = new DigestContentReader({
    newsOf: (me, since, limit) => feed.service.since(me, since, limit),
    bikesOf: (ownerIds) => memberBikes.ownersOf(ownerIds),
    cardsOf: (ids) => bikes.byIds.cards(ids),
    likesOf: (ids, from, before) => likes.received.of(ids, from, before),
    favoritesOf: (ids, from, before) => favorites.votes.by(ids, from, before),
    commentsOf: (ids, from, before) => comments.commenters.by(ids, from, before),
    hereAmong: async (ids) => new Set((await accounts.people.hereByIds(ids)).map(({ id }) => id)),
    blockedPairs: (pairs) => blocks.store.blockedPairs(pairs),
    lastResult: async () => (await winners.service.decided(1))[0],
    rankedNow: async () => (await winners.ranking.current()).places.map(({ bike }) => bike.id),
  });
  const service = new DigestService({
    digests: store,
    contents,
    links: new DigestLinks(signingKeys),
    mailer,
    leases,
    wantedAmong: (ids) => preferences.store.weeklyMailAmong(ids),
    timeZoneOf: async (memberId) => (await preferences.store.of(memberId)).timeZone,
    choose: (memberId, value, timeZone) => preferences.service.set(memberId, 'weeklyMail', value, timeZone),
    addressees: (ids) => accounts.addressees.byIds(ids, now()),
    now,
    log,
  });
  return {
    service,
    stores: [store, leases],
    privateCollections: ['digests'],
    erasers: [{ erase: ({ id }) => store.eraseOf(id) }],
    uncountedExporters: [digestExporter(store)],
    async handle(events) {
      for (const event of events) if (event.what === 'preferences.changed') await service.follow(event.memberId);
    },
    mount: (api, guards) => void api.route('/', digestRoutes(service, guards)),
    mountOutside: (site, guards) => void site.route('/', oneClickRoutes(service, guards)),
    schedule: [{ name: 'weekly mails', every: minute, run: (stopping) => service.pass(stopping) }],
  } satisfies Module & Record<string, unknown>;
}
