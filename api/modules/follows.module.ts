import { followAlerts } from '#api/features/follows/follows.alerts.ts';
import { followEraser } from '#api/features/follows/follows.erasure.ts';
import { followRoutes } from '#api/features/follows/follows.routes.ts';
import { FollowService } from '#api/features/follows/follows.service.ts';
import { FollowStore } from '#api/features/follows/follows.store.ts';
import { listExporter } from '#api/platform/exporters.ts';
import { listFollowedMembers, listFollowers, maxFollows } from '#contract/follows.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { BlocksModule } from './blocks.module.ts';
import { any, routeOf, those } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';
import type { PreferencesModule } from './preferences.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  blocks: BlocksModule;
  preferences: PreferencesModule;
}

/** What members follow. */
export function followsModule({ db, emit, now }: Infrastructure, { accounts, bikes, blocks, preferences }: Deps) {
  const { people } = accounts;
  const store = new FollowStore(db);
  const service = new FollowService({
    follows: store,
    peopleHere: (ids) => people.hereByIds(ids),
    bikesHere: async (ids) => [...(await bikes.byIds.cards(ids)).values()],
    isBlockedBetween: async (one, other) => (await blocks.store.blockersBetween(one, other)).length > 0,
    bikeIdsOf: (memberId) => bikes.store.idsOf(memberId),
    hiddenBy: (memberId) => preferences.store.hiddenListsOf(memberId),
    emit,
    now,
  });
  return {
    cacheDependencies: {
      [routeOf(listFollowers)]: [
        those('follows', 'key', 'userId'),
        those('preferences', '_id', 'userId'),
        any('users'),
      ],
      [routeOf(listFollowedMembers)]: [
        those('follows', 'userId', 'userId'),
        those('preferences', '_id', 'userId'),
        any('users'),
      ],
    },
    service,
    store,
    stores: [store],
    alertSources: [
      followAlerts({
        peopleHere: (ids) => people.hereByIds(ids),
        followerCountOf: async (id) => (await store.countsOf(id)).followers,
      }),
    ],
    erasers: [followEraser(store, service)],
    exporters: {
      following: listExporter('following.json', {
        count: (id) => store.countUpTo(id, maxFollows),
        allOf: (id) => store.allOf(id),
      }),
    },
    async handle(events) {
      for (const event of events) {
        if (event.what === 'member.blocked') await service.part(event.userId, event.memberId);
        if (event.what === 'bike.erased') await store.eraseBike(event.bikeId);
      }
    },
    mount: (api, guards) => void api.route('/', followRoutes(service, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type FollowsModule = ReturnType<typeof followsModule>;
