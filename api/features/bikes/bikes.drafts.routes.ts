import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { getDraft, listDrafts, putDraft } from '#contract/drafts.ts';
import { ok } from '#contract/envelope.ts';
import type { BikeDraftService } from './bikes.drafts.ts';

export const draftRoutes = (drafts: BikeDraftService, { signedIn, limit }: Guards) => {
  const pace = limit({ name: 'drafts', points: 900, seconds: 3600, by: 'user' });
  const routes = new Hono<SignedIn>();
  routes.get(listDrafts.path, describe(listDrafts, "The member's drafts"), signedIn, queryOf(listDrafts), async (c) =>
    c.json(ok(await drafts.ownedBy(c.var.user, c.req.valid('query')))),
  );
  routes.get(getDraft.path, describe(getDraft, "One of the member's drafts, complete"), signedIn, async (c) =>
    c.json(ok(await drafts.get(c.var.user, idParam(c, 'bikeId')))),
  );
  // A save names the version that its device has seen, so a repeated request is harmless and needs no idempotency key.
  return routes.put(putDraft.path, describe(putDraft, 'Save a draft'), signedIn, pace, bodyOf(putDraft), async (c) =>
    c.json(ok(await drafts.put(c.var.user, idParam(c, 'bikeId'), c.req.valid('json')))),
  );
};
