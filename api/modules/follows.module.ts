import { NewestBikeStore } from '#api/features/bikes/bikes.newest.store.ts';
import { followAlerts, searchAlerts } from '#api/features/follows/follows.alerts.ts';
import { followEraser } from '#api/features/follows/follows.erasure.ts';
import { followRoutes } from '#api/features/follows/follows.routes.ts';
import { SearchAlertStore } from '#api/features/follows/follows.search-alerts.store.ts';
import { SearchAlertService } from '#api/features/follows/follows.search-alerts.ts';
import { FollowService } from '#api/features/follows/follows.service.ts';
import { FollowStore } from '#api/features/follows/follows.store.ts';
import { PushStore } from '#api/features/push/push.store.ts';
import { listExporter } from '#api/platform/exporters.ts';
import { Leases } from '#api/platform/leases.ts';
import { listFollowedMembers, listFollowers, maxFollows } from '#contract/follows.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { BlocksModule } from './blocks.module.ts';
import { any, routeOf, those } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';
import type { PreferencesModule } from './preferences.module.ts';
import type { SearchModule } from './search.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  blocks: BlocksModule;
  preferences: PreferencesModule;
  search: SearchModule;
}

/** Minutes between two looks for new bikes of searches that alert. */
const searchAlertMinutes = 5;

/** What members follow. */
export function followsModule(
  { db, emit, now }: Infrastructure,
  { accounts, bikes, blocks, preferences, search }: Deps,
) {
  const { people } = accounts;
  const store = new FollowStore(db);
  const newBikes = new NewestBikeStore(db);
  const leases = new Leases(db, now);
  const devices = new PushStore(db);
  const blockedAround = (memberId: string, otherIds: readonly string[]) =>
    blocks.store.blockedAround(memberId, otherIds);
  const searchAlertStore = new SearchAlertStore(db);
  const searchAlerting = new SearchAlertService({
    follows: store,
    alerts: searchAlertStore,
    bikes: newBikes,
    leases,
    blockedAround,
    timeZoneOf: async (memberId) => (await devices.of(memberId)).at(-1)?.timeZone ?? null,
    emit,
    now,
  });
  const service = new FollowService({
    follows: store,
    peopleHere: (ids) => people.hereByIds(ids),
    bikesHere: async (ids) => [...(await bikes.byIds.cards(ids)).values()],
    publishedAfter: (query, since, limit) => search.service.publishedAfter(query, since, limit),
    blockedAround,
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
    searchAlerting,
    stores: [store, searchAlertStore, leases],
    privateCollections: ['searchAlerts'],
    alertSources: [
      followAlerts({
        peopleHere: (ids) => people.hereByIds(ids),
        followerCountOf: async (id) => (await store.countsOf(id)).followers,
      }),
      searchAlerts({ searches: (of) => store.searches(of), visible: (ids) => newBikes.visible(ids) }),
    ],
    erasers: [followEraser(store, searchAlertStore, service)],
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
    schedule: [
      {
        name: 'alerts of searches',
        every: searchAlertMinutes * minute,
        run: (stopping) => searchAlerting.tell(stopping),
      },
    ],
  } satisfies Module & Record<string, unknown>;
}
export type FollowsModule = ReturnType<typeof followsModule>;
