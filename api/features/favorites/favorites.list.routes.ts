import { Hono } from 'hono';
import { describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { getListLike, likeList, listBikeLists, searchLists, unlikeList } from '#contract/lists.ts';
import type { ListLikeService } from './favorites.list-likes.ts';
import type { Listings } from './favorites.listings.ts';

interface Deps {
  likes: ListLikeService;
  listings: Listings;
  /** @throws not_found, gone, bike.flagged for a bike that cannot be seen */
  assertVisible(bikeId: Id): Promise<unknown>;
}

export const listRoutes = ({ likes, listings, assertVisible }: Deps, { signedIn, limit, cached }: Guards) => {
  const pace = limit({ name: 'list-likes', points: 300, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(getListLike.path, describe(getListLike, 'Whether the member likes a list'), signedIn, async (c) =>
      c.json(ok(await likes.state(c.var.user, c.req.param('shareId') ?? ''))),
    )
    .put(likeList.path, describe(likeList, 'Like a list'), signedIn, pace, async (c) =>
      c.json(ok(await likes.like(c.var.user, c.req.param('shareId') ?? ''))),
    )
    .delete(unlikeList.path, describe(unlikeList, 'Remove a like from a list'), signedIn, pace, async (c) =>
      c.json(ok(await likes.unlike(c.var.user, c.req.param('shareId') ?? ''))),
    )
    .get(
      listBikeLists.path,
      describe(listBikeLists, 'The lists that hold a bike'),
      queryOf(listBikeLists),
      cached,
      async (c) => {
        const bikeId = idParam(c, 'bikeId');
        await assertVisible(bikeId);
        return c.json(ok(await listings.on(bikeId, c.req.valid('query'))));
      },
    )
    .get(searchLists.path, describe(searchLists, 'Search lists'), queryOf(searchLists), cached, async (c) => {
      const { keywords, ...page } = c.req.valid('query');
      return c.json(ok(await listings.search(keywords, page)));
    });
};
