import { Hono } from 'hono';
import { describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { likeBike, listLikers, unlikeBike } from '#contract/likes.ts';
import type { LikeService } from './likes.service.ts';

export const likeRoutes = (likes: LikeService, { signedIn, cached, limit }: Guards) => {
  const pace = limit({ name: 'likes', points: 1000, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(listLikers.path, describe(listLikers, 'The members who like a bike'), queryOf(listLikers), cached, async (c) =>
      c.json(ok(await likes.likers(idParam(c, 'bikeId'), c.req.valid('query')))),
    )
    .put(likeBike.path, describe(likeBike, 'Like a bike'), signedIn, pace, async (c) =>
      c.json(ok(await likes.like(c.var.user, idParam(c, 'bikeId')))),
    )
    .delete(unlikeBike.path, describe(unlikeBike, 'Remove a like'), signedIn, pace, async (c) =>
      c.json(ok(await likes.unlike(c.var.user, idParam(c, 'bikeId')))),
    );
};
