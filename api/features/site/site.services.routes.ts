import { Hono } from 'hono';
import { describe, type Guards, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getSiteServices, type SiteServices } from '#contract/site-services.ts';

export const serviceRoutes = (services: () => Promise<SiteServices>, { cached }: Guards) =>
  new Hono<Visitor>().get(
    getSiteServices.path,
    describe(getSiteServices, 'The site: its external services, name, color, announcement and maintenance'),
    cached,
    async (c) => c.json(ok(await services())),
  );
