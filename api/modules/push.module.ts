import { pushExporter } from '#api/features/push/push.export.ts';
import { pushRoutes } from '#api/features/push/push.routes.ts';
import { PushService } from '#api/features/push/push.service.ts';
import { PushStore } from '#api/features/push/push.store.ts';
import { Vapid } from '#api/features/push/push.vapid.ts';
import { PublicTransport } from '#api/platform/addresses/public-transport.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { AlertsModule } from './alerts.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';
import type { PreferencesModule } from './preferences.module.ts';
import type { TrustModule } from './trust.module.ts';

interface Deps {
  accounts: AccountsModule;
  trust: TrustModule;
  preferences: PreferencesModule;
  alerts: AlertsModule;
  /** Another way to push services, for tests only. */
  transport: PublicTransport | undefined;
}

/** Pushes (RFC 8030) that wake the worker of a closed page. */
export function pushModule(
  { db, config, signingKeys, jobs, now, log }: Infrastructure,
  { accounts, trust, preferences, alerts, transport = new PublicTransport() }: Deps,
) {
  const { operatorEmail, publicOrigin } = config;
  const devices = new PushStore(db);
  const address = operatorEmail ?? `operator@${new URL(publicOrigin).hostname}`;
  const service = new PushService({
    devices,
    transport,
    vapid: new Vapid(signingKeys, `mailto:${address}`),
    isAlive: (sessionId) => accounts.isSessionAlive(sessionId),
    alertsOf: async (userId) => (await alerts.service.poll(userId)).data,
    chosenOf: (userId) => preferences.store.of(userId),
    newAmong: (ids) => trust.newAmong(ids),
    mayWakeForNewMembers: async (userId, id) => !(await trust.store.note(userId, 'pushes', id, now())),
    jobs,
    now,
    log,
  });
  return {
    stores: [devices],
    privateCollections: ['pushDevices'],
    erasers: [{ erase: ({ id }) => devices.eraseOf(id) }],
    uncountedExporters: [pushExporter(devices)],
    gauges: [{ name: 'pushes_waiting', help: 'Pushes that wait to be sent.', read: () => devices.waiting() }],
    handle: service.follow,
    mount: (api, guards) => void api.route('/', pushRoutes(service, guards)),
    queues: [{ name: 'pushes', length: () => devices.waiting() }],
    schedule: [{ name: 'pushes', every: minute, run: (stopping) => service.sweep(stopping) }],
  } satisfies Module;
}
