import { Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { deletePush, getPush, putPush } from '#contract/push.ts';
import type { PushService } from './push.service.ts';

export const pushRoutes = (push: PushService, { signedIn, limit }: Guards) => {
  const pace = limit({ name: 'push', points: 60, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(getPush.path, describe(getPush, 'Where this device gets notifications'), signedIn, async (c) =>
      c.json(ok(await push.state(c.var.session))),
    )
    .put(
      putPush.path,
      describe(putPush, 'Send notifications to this device'),
      signedIn,
      pace,
      bodyOf(putPush),
      async (c) => c.json(ok(await push.put(c.var.user, c.var.session, c.req.valid('json')))),
    )
    .delete(
      deletePush.path,
      describe(deletePush, 'Send no notifications to this device'),
      signedIn,
      pace,
      async (c) => {
        await push.remove(c.var.session);
        return c.json(ok(null));
      },
    );
};
