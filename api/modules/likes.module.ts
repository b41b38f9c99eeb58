import { reactionAlerts } from '#api/features/bikes/bikes.reaction-alerts.ts';
import { BikeReactionCounts } from '#api/features/bikes/bikes.reactions.store.ts';
import { likeEraser } from '#api/features/likes/likes.erasure.ts';
import { ReceivedLikes } from '#api/features/likes/likes.received.store.ts';
import { likeRoutes } from '#api/features/likes/likes.routes.ts';
import { LikeService } from '#api/features/likes/likes.service.ts';
import { LikeStore } from '#api/features/likes/likes.store.ts';
import { LikeVotes } from '#api/features/likes/likes.votes.store.ts';
import { listExporter } from '#api/platform/exporters.ts';
import { listLikers } from '#contract/likes.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import { any, routeOf, theBike, those } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
}

export function likesModule({ db, now }: Infrastructure, { accounts: { people }, bikes }: Deps) {
  const store = new LikeStore(db);
  const counts = new BikeReactionCounts(db, 'likes');
  const votes = new LikeVotes(db);
  const service = new LikeService({
    likes: store,
    now,
    bikeOf: bikes.counting('likes', counts),
    assertVisible: (bikeId) => bikes.service.get(bikeId),
    peopleHere: (ids) => people.hereByIds(ids),
  });
  return {
    cacheDependencies: {
      [routeOf(listLikers)]: [theBike, those('likes', 'bikeId', 'bikeId'), any('users')],
    },
    store,
    votes,
    received: new ReceivedLikes(db),
    service,
    stores: [store, counts, votes],
    alertSources: [
      reactionAlerts({
        type: 'like',
        group: 'likes',
        raised: 'liked',
        lowered: 'unliked',
        count: 'likes',
        peopleOf: (ids) => people.byIds(ids),
      }),
    ],
    contentErasers: [likeEraser(store, service)],
    exporters: { likes: listExporter('likes.json', store) },
    async handle(events) {
      for (const event of events) if (event.what === 'bike.erased') await store.eraseOn(event.bikeId);
    },
    mount: (api, guards) => void api.route('/', likeRoutes(service, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type LikesModule = ReturnType<typeof likesModule>;
