import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { compareBike, deleteUpdate, putUpdate } from '#contract/updates.ts';
import type { UpdateService } from './updates.service.ts';

export const updateRoutes = (updates: UpdateService, { signedIn, once, limit }: Guards) => {
  const pace = limit({ name: 'updates', points: 120, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
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
