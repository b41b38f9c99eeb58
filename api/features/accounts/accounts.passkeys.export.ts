import { type Exporter, jsonFile } from '#api/platform/exporters.ts';
import type { PasskeyStore } from './accounts.passkeys.store.ts';

/** Exports the names and dates of a member's passkeys. */
export const passkeyExporter = (passkeys: PasskeyStore): Exporter => ({
  async *files({ id }) {
    const list = (await passkeys.of(id)).map(({ name, addedAt, usedAt }) => ({ name, addedAt, usedAt }));
    yield jsonFile('passkeys.json', list);
  },
});
