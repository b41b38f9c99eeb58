import { Hono } from 'hono';
import { describe, type Guards, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { type SiteServices, siteServices } from '#contract/services.ts';

export const serviceRoutes = (services: SiteServices, { cached }: Guards) =>
  new Hono<Visitor>().get(siteServices.path, describe(siteServices, 'The external services of the site'), cached, (c) =>
    c.json(ok(services)),
  );
