import { Hono } from 'hono';
import { bodyOf, describe, type Guards, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { listAlerts, pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { ok } from '#contract/envelope.ts';
import type { AlertService } from './alerts.service.ts';

export const alertRoutes = (alerts: AlertService, { signedIn, unchanged, limit }: Guards) => {
  const pace = limit({ name: 'seen-alerts', points: 600, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      pollAlerts.path,
      describe(pollAlerts, 'News for the member; 304 if there are none'),
      unchanged(alerts.tagOf),
      signedIn,
      async (c) => {
        const { tag, data } = await alerts.poll(c.var.user.id);
        c.header('ETag', tag);
        return c.json(ok(data));
      },
    )
    .get(listAlerts.path, describe(listAlerts, "The member's alerts"), signedIn, queryOf(listAlerts), async (c) =>
      c.json(ok(await alerts.list(c.var.user.id, c.req.valid('query')))),
    )
    .put(seeAlerts.path, describe(seeAlerts, 'Mark alerts as seen'), signedIn, pace, bodyOf(seeAlerts), async (c) => {
      await alerts.see(c.var.user.id, c.req.valid('json').cursor);
      return c.json(ok(null));
    });
};
