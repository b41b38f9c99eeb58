import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { parseUrl } from './parse-url.ts';
import { defineProblems } from './problems.ts';

const webhookProblems = defineProblems({
  'webhook.many': { status: 409, remedy: 'later', message: t`There are many webhooks. Delete one first.` },
  'webhook.waiting': { status: 409, remedy: 'later', message: t`This is on its way already.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    webhooks: typeof webhookProblems;
  }
}

/** What a webhook can tell of. */
export const webhookEvents = ['bike.published', 'comment.added', 'flag.added', 'member.joined'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const maxWebhooks = 20;
/** Days for which deliveries stay listed. */
export const deliveryDays = 30;
const urlLength = 1000;

const urlMessage = t`Enter an address that begins with https://.`;
/** Whether a webhook may have this address. Plain http is for machines of one's own, which a setting lists. */
function isWebhookUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash;
}

export const WebhookContent = v.object({
  url: v.pipe(atMost(v.string(urlMessage), urlLength, urlMessage), v.trim(), v.check(isWebhookUrl, urlMessage)),
  events: v.pipe(
    atMost(v.array(v.picklist(webhookEvents)), webhookEvents.length, t`Choose what it tells of.`),
    v.minLength(1, t`Choose what it tells of.`),
  ),
});
export type WebhookContent = v.InferOutput<typeof WebhookContent>;

/** Why a webhook is paused. `failing`: nothing arrived for a day. `gone`: the receiver answered that it is gone for good. */
const pauseReasons = ['operator', 'failing', 'gone'] as const;

/** A webhook, without its secret. */
export const Webhook = v.object({
  id: Id,
  url: v.string(),
  events: v.array(v.picklist(webhookEvents)),
  /** Null while it is active. */
  paused: v.nullable(v.picklist(pauseReasons)),
  /** Who made it. */
  by: v.string(),
  /** ISO 8601, UTC. */
  createdAt: v.string(),
});
export type Webhook = v.InferOutput<typeof Webhook>;

/** What a webhook was told, or is to be told. */
export const Delivery = v.object({
  id: v.string(),
  /** The header `webhook-id`, the same at each attempt. */
  messageId: v.string(),
  event: v.picklist([...webhookEvents, 'test']),
  /** `gone`: what it was about no longer exists. */
  state: v.picklist(['waiting', 'delivered', 'failed', 'gone']),
  attempts: v.number(),
  /** The status of the last answer; null if there was none. */
  status: v.nullable(v.number()),
  /** Why there was no answer; empty if there was one. In English. */
  error: v.string(),
  /** When it happened. ISO 8601, UTC, as are the other times. */
  at: v.string(),
  lastAt: v.nullable(v.string()),
  /** When it is tried again; null if it is not. */
  nextAt: v.nullable(v.string()),
});
export type Delivery = v.InferOutput<typeof Delivery>;

const path = '/moderation/webhooks/:webhookId' as const;

/** Operators only, as are the others. */
export const listWebhooks = endpoint('GET', '/moderation/webhooks', { reply: v.array(Webhook), private: true });
/** Makes a webhook. Its `secret` is in this reply only. */
export const addWebhook = endpoint('POST', '/moderation/webhooks', {
  action: 'AddWebhook',
  body: WebhookContent,
  reply: v.object({ webhook: Webhook, secret: v.string() }),
  private: true,
});
/** Changes a webhook. While it is paused, nothing is recorded for it; what waits goes on when it is active again. */
export const changeWebhook = endpoint('PUT', path, {
  action: 'ChangeWebhook',
  body: v.object({ ...WebhookContent.entries, active: v.boolean() }),
  reply: Webhook,
  private: true,
});
/** Deletes a webhook with its deliveries; succeeds when it is deleted already. */
export const deleteWebhook = endpoint('DELETE', path, { reply: v.null(), private: true });
/** Sends a message of the kind `test` now, also while it is paused. It is not tried again. */
export const testWebhook = endpoint('POST', `${path}/test`, { reply: Delivery, private: true });
/** The last deliveries, newest first. */
export const listDeliveries = endpoint('GET', `${path}/deliveries`, { reply: v.array(Delivery), private: true });
/** Sends a delivery again now, under its id. */
export const sendDeliveryAgain = endpoint('POST', `${path}/deliveries/:messageId/again`, {
  reply: Delivery,
  private: true,
});
