import { type Exporter, jsonFile } from '#api/platform/exporters.ts';
import type { OpenIdLinkStore } from './accounts.openid.links.store.ts';

/** Exports which accounts elsewhere a member has linked. */
export const linkedAccountExporter = (links: OpenIdLinkStore): Exporter => ({
  async *files({ id }) {
    const all = (await links.of(id)).map(({ provider, issuer, subject, name, linkedAt, usedAt }) => ({
      provider,
      issuer,
      subject,
      name,
      linkedAt,
      usedAt,
    }));
    if (all.length > 0) yield jsonFile('linked-accounts.json', all);
  },
});
