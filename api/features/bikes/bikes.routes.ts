import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { getBike, ownBike, putBike } from '#contract/bike-whole.ts';
import {
  type Brand,
  deleteBike,
  listBrands,
  ownBikes,
  popularBikes,
  randomBike,
  recentBikes,
} from '#contract/bikes.ts';
import { ok } from '#contract/envelope.ts';
import type { BikeDraw } from './bikes.draw.ts';
import type { BikeService } from './bikes.service.ts';

const brandsMaxAge = 'public, max-age=86400';

export const bikeRoutes = (
  bikes: BikeService,
  draw: Pick<BikeDraw, 'draw'>,
  brands: Brand[],
  { signedIn, once, kept }: Guards,
) =>
  new Hono<SignedIn>()
    .get(recentBikes.path, describe(recentBikes, 'The newest bikes'), queryOf(recentBikes), kept, async (c) =>
      c.json(ok(await bikes.recent(c.req.valid('query')))),
    )
    .get(
      popularBikes.path,
      describe(popularBikes, 'The bikes that members like these days'),
      queryOf(popularBikes),
      kept,
      async (c) => c.json(ok(await bikes.popular(c.req.valid('query')))),
    )
    .get(randomBike.path, describe(randomBike, 'Any bike'), queryOf(randomBike), async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(ok(await draw.draw(c.req.valid('query').seen)));
    })
    .get(listBrands.path, describe(listBrands, 'Makers and their models'), kept, (c) => {
      c.header('Cache-Control', brandsMaxAge);
      return c.json(ok(brands));
    })
    .get(ownBikes.path, describe(ownBikes, "The member's own bikes"), signedIn, queryOf(ownBikes), async (c) =>
      c.json(ok(await bikes.ownedBy(c.var.user, c.req.valid('query')))),
    )
    .get(ownBike.path, describe(ownBike, "One of the member's own bikes, whole"), signedIn, async (c) =>
      c.json(ok(await bikes.getOwn(c.var.user, idParam(c, 'bikeId')))),
    )
    .get(getBike.path, describe(getBike, 'One bike'), kept, async (c) =>
      c.json(ok(await bikes.get(idParam(c, 'bikeId')))),
    )
    .put(putBike.path, describe(putBike, 'Create or replace a bike'), signedIn, once, bodyOf(putBike), async (c) =>
      c.json(ok(await bikes.put(c.var.user, idParam(c, 'bikeId'), c.req.valid('json')))),
    )
    .delete(deleteBike.path, describe(deleteBike, 'Delete a bike'), signedIn, once, async (c) => {
      await bikes.remove(c.var.user, idParam(c, 'bikeId'));
      return c.json(ok(null));
    });
