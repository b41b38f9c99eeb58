import { type Exporter, jsonFile } from '#api/platform/exporters.ts';
import type { DigestStore } from './digest.store.ts';

/** Exports when the member got the last weekly mail, and when the next one is due. */
export const digestExporter = (digests: DigestStore): Exporter => ({
  async *files({ id }) {
    const row = await digests.find(id);
    if (!row) return;
    const { dueAt: next, timeZone, last, endedAt } = row;
    yield jsonFile('weekly-mail.json', { next, timeZone, last, endedAt });
  },
});
