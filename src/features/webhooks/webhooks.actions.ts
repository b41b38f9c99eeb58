import type { Body } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import {
  addWebhook,
  changeWebhook,
  type Delivery,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  sendDeliveryAgain,
  testWebhook,
  type Webhook,
  type WebhookContent,
} from '#contract/webhooks.ts';
import { runAction } from '#src/actions/run-action.ts';

/** @throws ApiFailure */
export const fetchWebhooks = (as: Id): Promise<Webhook[]> => runAction(listWebhooks, { as });

/** Makes a webhook. Its secret is in this answer only. @throws ApiFailure */
export const makeWebhook = (as: Id, body: WebhookContent): Promise<{ webhook: Webhook; secret: string }> =>
  runAction(addWebhook, { as, body });

/** @param action whose result it is: each form has its own. @throws ApiFailure */
export const saveWebhook = (
  action: string,
  as: Id,
  webhookId: Id,
  body: Body<typeof changeWebhook>,
): Promise<Webhook> => runAction(action, (call) => call(changeWebhook, { as, params: { webhookId }, body }));

/** @throws ApiFailure */
export const removeWebhook = async (as: Id, webhookId: Id): Promise<void> => {
  await runAction(deleteWebhook, { as, params: { webhookId } });
};

/** Sends a test, and waits until the receiver has answered. @throws ApiFailure */
export const sendTest = (as: Id, webhookId: Id): Promise<Delivery> =>
  runAction(testWebhook, { as, params: { webhookId } });

/** @throws ApiFailure */
export const fetchDeliveries = (as: Id, webhookId: Id): Promise<Delivery[]> =>
  runAction(listDeliveries, { as, params: { webhookId } });

/** @throws ApiFailure */
export const sendAgain = (as: Id, webhookId: Id, messageId: string): Promise<Delivery> =>
  runAction(sendDeliveryAgain, { as, params: { webhookId, messageId } });
