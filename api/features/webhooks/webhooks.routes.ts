import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  sendDeliveryAgain,
  testWebhook,
} from '#contract/webhooks.ts';
import type { WebhookService } from './webhooks.service.ts';

/** For operators only; others get a not-found error. */
export const webhookRoutes = (webhooks: WebhookService, { signedIn, operator, once, limit }: Guards) => {
  const pace = limit({ name: 'webhooks', points: 120, seconds: 600, by: 'user' });
  const sending = limit({ name: 'webhook-sending', points: 60, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(listWebhooks.path, describe(listWebhooks, 'The webhooks'), signedIn, operator, async (c) =>
      c.json(ok(await webhooks.list())),
    )
    .post(
      addWebhook.path,
      describe(addWebhook, 'Make a webhook'),
      signedIn,
      operator,
      pace,
      bodyOf(addWebhook),
      // No idempotency key: the stored answer would hold the secret.
      async (c) => {
        const { user, log } = c.var;
        const made = await webhooks.add(user.username, c.req.valid('json'));
        log.info({ event: 'webhook.made', accountId: user.id, webhook: made.webhook.id }, 'webhook made');
        return c.json(ok(made), 201);
      },
    )
    .put(
      changeWebhook.path,
      describe(changeWebhook, 'Change, pause or resume a webhook'),
      signedIn,
      operator,
      pace,
      once,
      bodyOf(changeWebhook),
      async (c) => {
        const { user, log } = c.var;
        const changed = await webhooks.change(idParam(c, 'webhookId'), c.req.valid('json'));
        log.info({ event: 'webhook.changed', accountId: user.id, webhook: changed.id }, 'webhook changed');
        return c.json(ok(changed));
      },
    )
    .delete(deleteWebhook.path, describe(deleteWebhook, 'Delete a webhook'), signedIn, operator, pace, async (c) => {
      const id = idParam(c, 'webhookId');
      await webhooks.remove(id);
      c.var.log.info({ event: 'webhook.deleted', accountId: c.var.user.id, webhook: id }, 'webhook deleted');
      return c.json(ok(null));
    })
    .post(testWebhook.path, describe(testWebhook, 'Send a test'), signedIn, operator, sending, once, async (c) =>
      c.json(ok(await webhooks.test(idParam(c, 'webhookId')))),
    )
    .get(
      listDeliveries.path,
      describe(listDeliveries, 'The last deliveries of a webhook'),
      signedIn,
      operator,
      async (c) => c.json(ok(await webhooks.deliveriesOf(idParam(c, 'webhookId')))),
    )
    .post(
      sendDeliveryAgain.path,
      describe(sendDeliveryAgain, 'Send a delivery again'),
      signedIn,
      operator,
      sending,
      once,
      async (c) => c.json(ok(await webhooks.again(idParam(c, 'webhookId'), c.req.param('messageId')))),
    );
};
