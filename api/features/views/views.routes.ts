import { Hono } from 'hono';
import { networksOf } from '#api/platform/addresses/network.ts';
import { describe, type Guards, idParam, type MaybeSignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { viewBike } from '#contract/views.ts';
import type { ViewService } from './views.service.ts';

/** Sent by browsers that prefetch a page (https://fetch.spec.whatwg.org/#sec-purpose-header). */
const aheadHeader = 'sec-purpose';

export const viewRoutes = (views: ViewService, { maybeSignedIn, limit }: Guards) => {
  const pace = limit({ name: 'views', points: 600, seconds: 3600 });
  return new Hono<MaybeSignedIn>().put(
    viewBike.path,
    describe(viewBike, 'Count a view of a bike'),
    maybeSignedIn,
    pace,
    async (c) => {
      await views.record(idParam(c, 'bikeId'), {
        viewer: c.var.user ?? null,
        network: networksOf(c)[0],
        userAgent: c.req.header('user-agent'),
        ahead: c.req.header(aheadHeader) !== undefined,
      });
      return c.json(ok(null));
    },
  );
};
