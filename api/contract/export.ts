import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { actingUserQuery } from './envelope.ts';
import { Id } from './ids.ts';

/** How much of each kind there is of a member. */
const ExportCounts = v.object({
  bikes: v.number(),
  photos: v.number(),
  comments: v.number(),
  likes: v.number(),
  favorites: v.number(),
  flags: v.number(),
  messages: v.number(),
  blocked: v.number(),
  preferences: v.number(),
});
export type ExportCounts = v.InferOutput<typeof ExportCounts>;

/** What the archive of the member will hold. */
export const countExport = endpoint('GET', '/user/export', { reply: ExportCounts, private: true });

/**
 * Everything that is kept of the member, as a ZIP file: JSON, the bikes also as CSV, and the photos. A browser follows it
 * as a link, so the address says whose it is to be.
 */
export const downloadExport = endpoint('GET', '/user/export/archive', {
  query: v.object({ [actingUserQuery]: Id }),
  reply: v.null(),
  file: 'application/zip',
  private: true,
});
