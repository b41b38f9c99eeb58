import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, type SignedIn, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import {
  changeJoining,
  changeMaintenance,
  changeSite,
  endAnnouncement,
  getSiteRules,
  getSiteSetup,
  publishAnnouncement,
} from '#contract/site.ts';
import type { SiteService } from './site.service.ts';

/** For operators only, but for the rules; others get a not-found error. */
export const siteSettingsRoutes = (site: SiteService, { signedIn, operator, limit, cached }: Guards) => {
  const pace = limit({ name: 'site', points: 120, seconds: 600, by: 'user' });
  const operators = new Hono<SignedIn>()
    .get(getSiteSetup.path, describe(getSiteSetup, "The site's settings"), signedIn, operator, async (c) =>
      c.json(ok(await site.setup())),
    )
    .put(
      changeSite.path,
      describe(changeSite, 'Change name, color, sender or rules'),
      signedIn,
      operator,
      pace,
      bodyOf(changeSite),
      async (c) => c.json(ok(await site.change(c.req.valid('json'), c.var.user.username))),
    )
    .put(
      publishAnnouncement.path,
      describe(publishAnnouncement, 'Publish an announcement to everybody'),
      signedIn,
      operator,
      pace,
      bodyOf(publishAnnouncement),
      async (c) => c.json(ok(await site.announce(c.req.valid('json'), c.var.user.username))),
    )
    .delete(
      endAnnouncement.path,
      describe(endAnnouncement, 'End an announcement'),
      signedIn,
      operator,
      pace,
      async (c) => c.json(ok(await site.endAnnouncement(idParam(c, 'announcementId'), c.var.user.username))),
    )
    .put(
      changeMaintenance.path,
      describe(changeMaintenance, 'Make the site read-only, or end that'),
      signedIn,
      operator,
      pace,
      bodyOf(changeMaintenance),
      async (c) => c.json(ok(await site.changeMaintenance(c.req.valid('json'), c.var.user.username))),
    )
    .put(
      changeJoining.path,
      describe(changeJoining, 'Change how one may join'),
      signedIn,
      operator,
      pace,
      bodyOf(changeJoining),
      async (c) => c.json(ok(await site.changeJoining(c.req.valid('json'), c.var.user.username))),
    );
  return new Hono<Visitor>()
    .get(getSiteRules.path, describe(getSiteRules, "The operator's own rules"), cached, async (c) =>
      c.json(ok({ text: await site.rules() })),
    )
    .route('/', operators);
};
