import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { compareBike, countUpdates, deleteUpdate, likeUpdate, putUpdate, unlikeUpdate } from '#contract/updates.ts';
import type { UpdateLikeService } from './updates.likes.service.ts';
import type { UpdateService } from './updates.service.ts';

export const updateRoutes = (
  updates: UpdateService,
  likes: UpdateLikeService,
  { signedIn, once, limit, cached }: Guards,
) => {
  const pace = limit({ name: 'updates', points: 120, seconds: 3600, by: 'user' });
  const liking = limit({ name: 'update-likes', points: 1000, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(countUpdates.path, describe(countUpdates, "The likes and comments of a bike's updates"), cached, async (c) =>
      c.json(ok(await likes.counts(idParam(c, 'bikeId')))),
    )
    .put(likeUpdate.path, describe(likeUpdate, 'Like an update of a bike'), signedIn, liking, async (c) =>
      c.json(ok(await likes.like(c.var.user, idParam(c, 'bikeId'), idParam(c, 'updateId')))),
    )
    .delete(unlikeUpdate.path, describe(unlikeUpdate, 'Remove a like of an update'), signedIn, liking, async (c) =>
      c.json(ok(await likes.unlike(c.var.user, idParam(c, 'bikeId'), idParam(c, 'updateId')))),
    )
    .put(
      putUpdate.path,
      describe(putUpdate, 'Post or edit an update of a bike'),
      signedIn,
      pace,
      once,
      bodyOf(putUpdate),
      async (c) =>
        c.json(ok(await updates.put(c.var.writer, idParam(c, 'bikeId'), idParam(c, 'updateId'), c.req.valid('json')))),
    )
    .delete(
      deleteUpdate.path,
      describe(deleteUpdate, 'Delete an update of a bike'),
      signedIn,
      pace,
      queryOf(deleteUpdate),
      async (c) => {
        const takesBack = c.req.valid('query').parts === 'back';
        return c.json(ok(await updates.remove(c.var.user, idParam(c, 'bikeId'), idParam(c, 'updateId'), takesBack)));
      },
    )
    .put(
      compareBike.path,
      describe(compareBike, 'Choose the two photos of a bike that are compared'),
      signedIn,
      pace,
      once,
      bodyOf(compareBike),
      async (c) => c.json(ok(await updates.compare(c.var.user, idParam(c, 'bikeId'), c.req.valid('json').beforeAfter))),
    );
};
