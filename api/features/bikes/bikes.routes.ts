import { Hono } from 'hono';
import {
  bodyOf,
  describe,
  type Guards,
  idParam,
  type MaybeSignedIn,
  queryOf,
  type SignedIn,
} from '#api/platform/http/kit.ts';
import { withoutSecrets } from '#contract/bike-defaults.ts';
import { changeBikeStatus, getBikeNotice } from '#contract/bike-status.ts';
import { getBike, getOwnBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike, getRandomBike, listOwnBikes, listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { type Brand, listBrands } from '#contract/brands.ts';
import { ok } from '#contract/envelope.ts';
import { getRelatedBikes } from '#contract/related.ts';
import type { RandomBikes } from './bikes.random.ts';
import type { RelatedBikes } from './bikes.related.ts';
import type { BikeService } from './bikes.service.ts';
import type { BikeStatusService } from './bikes.status-transitions.ts';

const brandsMaxAge = 'public, max-age=86400';

const randomRoutes = (randomBikes: RandomBikes, { maybeSignedIn, withDependencies }: Guards) =>
  new Hono<MaybeSignedIn>().get(
    getRandomBike.path,
    describe(getRandomBike, 'A random bike'),
    withDependencies,
    maybeSignedIn,
    queryOf(getRandomBike),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(ok(await randomBikes.pick(c.req.valid('query').seen, c.var.user?.id)));
    },
  );

export const bikeRoutes = (
  bikes: BikeService,
  { statuses, randomBikes, related }: { statuses: BikeStatusService; randomBikes: RandomBikes; related: RelatedBikes },
  brands: Brand[],
  guards: Guards,
) => {
  const { signedIn, once, onceWithAgain, cached, limit } = guards;
  const pace = limit({ name: 'bikes', points: 600, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .route('/', randomRoutes(randomBikes, guards))
    .get(
      listRecentBikes.path,
      describe(listRecentBikes, 'The newest bikes'),
      queryOf(listRecentBikes),
      cached,
      async (c) => c.json(ok(await bikes.recent(c.req.valid('query')))),
    )
    .get(
      listPopularBikes.path,
      describe(listPopularBikes, 'Popular bikes'),
      queryOf(listPopularBikes),
      cached,
      async (c) => c.json(ok(await bikes.popular(c.req.valid('query')))),
    )
    .get(listBrands.path, describe(listBrands, 'Makers and their models'), cached, (c) => {
      c.header('Cache-Control', brandsMaxAge);
      return c.json(ok(brands));
    })
    .get(
      listOwnBikes.path,
      describe(listOwnBikes, "The member's own bikes"),
      signedIn,
      queryOf(listOwnBikes),
      async (c) => c.json(ok(await statuses.ownedBy(c.var.user, c.req.valid('query')))),
    )
    .get(getOwnBike.path, describe(getOwnBike, "One of the member's own bikes, complete"), signedIn, async (c) =>
      c.json(ok(await bikes.getOwn(c.var.user, idParam(c, 'bikeId')))),
    )
    .get(getBike.path, describe(getBike, 'One bike'), queryOf(getBike), cached, async (c) =>
      c.json(ok(await bikes.page(idParam(c, 'bikeId'), c.req.valid('query').flagged === 'show'))),
    )
    .get(
      getBikeNotice.path,
      describe(getBikeNotice, "One of the member's own bikes, in any status"),
      signedIn,
      async (c) => c.json(ok(await statuses.own(c.var.user, idParam(c, 'bikeId')))),
    )
    .put(
      changeBikeStatus.path,
      describe(changeBikeStatus, 'Publish, unpublish or restore a bike'),
      signedIn,
      pace,
      onceWithAgain(async (c) => c.json(ok(await statuses.own(c.var.user, idParam(c, 'bikeId'))))),
      bodyOf(changeBikeStatus),
      async (c) => c.json(ok(await statuses.move(c.var.writer, idParam(c, 'bikeId'), c.req.valid('json')))),
    )
    .get(getRelatedBikes.path, describe(getRelatedBikes, 'Bikes related to a bike'), cached, async (c) =>
      c.json(ok(await related.of(idParam(c, 'bikeId')))),
    )
    .put(
      putBike.path,
      describe(putBike, 'Create or replace a bike'),
      signedIn,
      pace,
      onceWithAgain(async (c) => {
        const { bike } = await statuses.own(c.var.user, idParam(c, 'bikeId'));
        return c.json(ok(withoutSecrets(bike)));
      }),
      bodyOf(putBike),
      async (c) => c.json(ok(await bikes.put(c.var.writer, idParam(c, 'bikeId'), c.req.valid('json')))),
    )
    .delete(deleteBike.path, describe(deleteBike, 'Delete a bike'), signedIn, pace, once, async (c) => {
      await statuses.remove(c.var.user, idParam(c, 'bikeId'));
      return c.json(ok(null));
    });
};
