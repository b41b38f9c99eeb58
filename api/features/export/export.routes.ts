import { Hono } from 'hono';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import { describe, type Guards, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import { senderOf } from '#api/platform/sessions/sender.ts';
import { ok } from '#contract/envelope.ts';
import { countExport, downloadExport } from '#contract/export.ts';
import type { ExportService } from './export.service.ts';

interface Deps {
  exports: ExportService;
  emit: Events['emit'];
  now: Now;
}

export const exportRoutes = ({ exports, emit, now }: Deps, { signedIn, proved, limit }: Guards) => {
  // The page calls this before each archive, so members meet this limit first: it can show an error message.
  const asked = limit({ name: 'export', points: 10, seconds: 3600, by: 'user' });
  const made = limit({ name: 'export-archive', points: 12, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      countExport.path,
      describe(countExport, 'Count the contents of an export'),
      signedIn,
      proved(),
      asked,
      async (c) => {
        return c.json(ok(await exports.count(c.var.user)));
      },
    )
    .get(
      downloadExport.path,
      describe(downloadExport, 'Download all data of the member'),
      signedIn,
      proved(),
      queryOf(downloadExport),
      made,
      async (c) => {
        const { user } = c.var;
        await emit(securityEvent(user.id, 'export.downloaded', { from: senderOf(c) }));
        c.header('Content-Type', downloadExport.file);
        c.header('Content-Disposition', `attachment; filename="${exports.nameOf(user, now())}"`);
        return c.body(exports.archive(user));
      },
    );
};
