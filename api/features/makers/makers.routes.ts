import { Hono } from 'hono';
import { describe, type Guards, queryOf, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getMaker, listMakerBikes, maxMakerName } from '#contract/makers.ts';
import { Problem } from '#contract/problems.ts';
import type { MakerService } from './makers.service.ts';

function brandParam(brand = ''): string {
  if (brand === '' || brand.length > maxMakerName) throw new Problem('not_found');
  return brand;
}

export const makerRoutes = (makers: MakerService, { cached }: Guards) =>
  new Hono<Visitor>()
    .get(getMaker.path, describe(getMaker, 'A maker, or a model or part of it'), queryOf(getMaker), cached, async (c) =>
      c.json(ok(await makers.page({ brand: brandParam(c.req.param('brand')), ...c.req.valid('query') }))),
    )
    .get(
      listMakerBikes.path,
      describe(listMakerBikes, 'The bikes of a maker, or those of a model or with a part of it'),
      queryOf(listMakerBikes),
      cached,
      async (c) => c.json(ok(await makers.bikes({ brand: brandParam(c.req.param('brand')), ...c.req.valid('query') }))),
    );
