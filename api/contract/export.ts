import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { actingUserQuery } from './envelope.ts';
import { Id } from './id-schema.ts';

/** Number of items of each kind in a member's export, such as `bikes`. */
const ExportCounts = v.record(v.string(), v.number());
export type ExportCounts = v.InferOutput<typeof ExportCounts>;

/** Returns the counts of the member's export. */
export const countExport = endpoint('GET', '/user/export', { reply: ExportCounts, private: true });

/**
 * Everything stored about the member, as a ZIP file: JSON, the bikes also as CSV, and the photos. Browsers follow it as
 * a link, so the account is named in the query.
 */
export const downloadExport = endpoint('GET', '/user/export/archive', {
  query: v.object({ [actingUserQuery]: Id }),
  reply: v.null(),
  file: 'application/zip',
  private: true,
});
