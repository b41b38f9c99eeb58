import { alertRoutes } from '#api/features/alerts/alerts.routes.ts';
import { AlertService } from '#api/features/alerts/alerts.service.ts';
import { AlertStore } from '#api/features/alerts/alerts.store.ts';
import { version } from '#api/version.ts';
import type { BikesModule } from './bikes.module.ts';
import type { ConversationsModule } from './conversations.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module, Modules } from './module.ts';
import type { PreferencesModule } from './preferences.module.ts';

interface Deps {
  bikes: BikesModule;
  conversations: ConversationsModule;
  preferences: PreferencesModule;
  /** Contribute the types of alerts. */
  modules: Modules;
}

/** Alerts about reactions, comments, winners and moderation. */
export function alertsModule({ db, emit, now }: Infrastructure, { bikes, conversations, preferences, modules }: Deps) {
  const store = new AlertStore(db);
  const service = new AlertService({
    alerts: store,
    sources: modules.alertSources,
    bikesOf: (ids) => bikes.store.shownToOwners(ids),
    counted: () => bikes.counters.counted(),
    chosenOf: (userId) => preferences.store.of(userId),
    switchedOff: (userIds) => preferences.store.switchedOff(userIds),
    unreadOf: (userId) => conversations.store.unread(userId),
    emit,
    now,
    version,
  });
  return {
    service,
    stores: [store],
    privateCollections: ['alerts'],
    erasers: [{ erase: ({ id }) => store.eraseOf(id) }],
    handle: service.follow,
    mount: (api, guards) => void api.route('/', alertRoutes(service, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type AlertsModule = ReturnType<typeof alertsModule>;
