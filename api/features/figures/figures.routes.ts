import { Hono } from 'hono';
import { describe, type Guards, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getSiteFigures, type SiteFigures } from '#contract/figures.ts';

export const figureRoutes = (figures: () => Promise<SiteFigures>, { cached }: Guards) =>
  new Hono<Visitor>().get(
    getSiteFigures.path,
    describe(getSiteFigures, 'The number of bikes, members and likes'),
    cached,
    async (c) => c.json(ok(await figures())),
  );
