import type { ExportedFile, Exporter } from '#api/platform/exporters.ts';
import type { Person } from '#contract/people.ts';
import type { PushStore } from './push.store.ts';

/** Exports the devices on which a member gets notifications, without the secrets to encrypt for them. */
export class PushExport implements Exporter {
  readonly #devices: PushStore;

  constructor(devices: PushStore) {
    this.#devices = devices;
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    const devices = (await this.#devices.of(id)).map(({ endpoint, timeZone, createdAt, pushedAt }) => ({
      endpoint,
      timeZone,
      since: createdAt.toISOString(),
      lastNotifiedAt: pushedAt?.toISOString() ?? null,
    }));
    if (devices.length === 0) return;
    yield { name: 'notifications.json', content: new TextEncoder().encode(`${JSON.stringify(devices, null, 2)}\n`) };
  }
}
