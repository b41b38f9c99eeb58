import { type Exporter, jsonFile } from '#api/platform/exporters.ts';
import type { PushStore } from './push.store.ts';

/** Exports the devices on which a member gets notifications, without the secrets to encrypt for them. */
export const pushExporter = (devices: PushStore): Exporter => ({
  async *files({ id }) {
    const all = (await devices.of(id)).map(({ endpoint, timeZone, createdAt, pushedAt }) => ({
      endpoint,
      timeZone,
      since: createdAt.toISOString(),
      lastNotifiedAt: pushedAt?.toISOString() ?? null,
    }));
    if (all.length > 0) yield jsonFile('notifications.json', all);
  },
});
