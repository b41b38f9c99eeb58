import { ForbiddenAddress, type TransportAnswer } from '#api/platform/addresses/public-transport.ts';
import type { Now } from '#api/platform/clock.ts';
import type { AppEvent } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Log } from '#api/platform/logs.ts';
import { TtlValue } from '#api/platform/ttl-value.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import {
  type Delivery,
  maxWebhooks,
  type Webhook,
  type WebhookContent,
  type WebhookEvent,
} from '#contract/webhooks.ts';
import type { DeliveryRow, DeliveryStore } from './webhooks.deliveries.store.ts';
import { newSecret, signedHeaders } from './webhooks.signature.ts';
import { toldOf, type WebhookRow, type WebhookStore } from './webhooks.store.ts';

const [second, minute] = [1000, 60_000];
/** Retry delays in minutes, a day in all. Afterwards the webhook is paused. */
const retryDelaysMinutes = [1, 5, 15, 60, 180, 360, 819];
/** The longest `Retry-After` that is obeyed. */
const maxRetryMs = 6 * 60 * minute;
const timeoutMs = 10 * second;
/** How long a claimed message is left to its process. */
const leaseMs = minute;
const batchSize = 50;
const maxListed = 50;
/** Milliseconds after which a webhook that was made elsewhere is known here. */
const maxAgeMs = 5 * second;

type Thing = { event: WebhookEvent; thingId: string };
/** Ids and links of what happened; null if it no longer exists. */
type Facts = Record<string, string>;

interface Deps {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  transport: {
    send(request: {
      endpoint: string;
      headers: Record<string, string>;
      body: Buffer;
      timeoutMs: number;
    }): Promise<TransportAnswer>;
  };
  /** What a message says, by its event; links are paths. */
  factsOf: Record<WebhookEvent, (thingId: string) => Promise<Facts | null>>;
  origin: string;
  version: string;
  jobs: Jobs;
  now: Now;
  log: Log;
}

const toWebhook = ({ _id: id, url, events, paused, by, createdAt }: WebhookRow): Webhook => ({
  id,
  url,
  events,
  paused,
  by,
  createdAt: createdAt.toISOString(),
});

const toDelivery = ({
  _id: id,
  messageId,
  event,
  state,
  attempts,
  status,
  error,
  ...times
}: DeliveryRow): Delivery => ({
  id,
  messageId,
  event,
  state,
  attempts,
  status,
  error,
  at: times.at.toISOString(),
  lastAt: times.lastAt?.toISOString() ?? null,
  nextAt: (state === 'waiting' && times.dueAt?.toISOString()) || null,
});

const isDelivered = ({ status }: TransportAnswer): boolean => status >= 200 && status < 300;
const isGone = (answer: TransportAnswer | Error): boolean => !(answer instanceof Error) && answer.status === 410;

/** Why there was no answer, in few words. */
function faultOf(error: Error): string {
  if (error instanceof ForbiddenAddress) return 'This address is not on the public internet.';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No answer within 10 seconds.';
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.name;
}

/** The things that an event tells webhooks of. */
function thingOf(event: AppEvent): Thing | null {
  switch (event.what) {
    case 'bike.published':
      return { event: 'bike.published', thingId: event.bikeId };
    case 'commented':
      return { event: 'comment.added', thingId: event.id };
    case 'flagged':
      return { event: 'flag.added', thingId: `${event.targetType}:${event.targetId}:${event.id}` };
    case 'member.joined':
      return { event: 'member.joined', thingId: event.memberId };
    default:
      return null;
  }
}

/** Tells other programs of operators what happens on the site, signed and at least once. */
export class WebhookService {
  readonly #deps: Deps;
  #known: TtlValue<WebhookRow[]>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#known = this.#remembered();
  }

  #remembered(): TtlValue<WebhookRow[]> {
    const { webhooks, now } = this.#deps;
    return new TtlValue(() => webhooks.all(), { now, maxAgeMs });
  }

  async list(): Promise<Webhook[]> {
    return (await this.#deps.webhooks.all()).map(toWebhook);
  }

  /** Number of webhooks that are paused because nothing arrived. */
  async failing(): Promise<number> {
    return (await this.#known.get()).filter(({ paused }) => paused !== null && paused !== 'operator').length;
  }

  /** @returns the webhook and its secret @throws webhook.many */
  async add(by: string, { url, events }: WebhookContent): Promise<{ webhook: Webhook; secret: string }> {
    const { webhooks, now } = this.#deps;
    if ((await webhooks.all()).length >= maxWebhooks) throw new Problem('webhook.many');
    const secret = newSecret();
    const createdAt = now();
    const _id = newId(createdAt.getTime());
    const row: WebhookRow = { _id, url, events: [...new Set(events)], secret, paused: null, by, createdAt };
    await webhooks.insert(row);
    this.#known = this.#remembered();
    return { webhook: toWebhook(row), secret };
  }

  /** @throws not_found */
  async change(id: string, { url, events, active }: WebhookContent & { active: boolean }): Promise<Webhook> {
    const { webhooks, deliveries, now } = this.#deps;
    const before = await this.#find(id);
    const paused = active ? null : (before.paused ?? 'operator');
    const row = await webhooks.change(id, { url, events: [...new Set(events)], paused });
    if (!row) throw new Problem('not_found');
    this.#known = this.#remembered();
    if (active && before.paused) {
      await deliveries.release(id, now());
      this.#sendSoon();
    }
    if (!active) await deliveries.hold(id);
    return toWebhook(row);
  }

  async remove(id: string): Promise<void> {
    const { webhooks, deliveries } = this.#deps;
    await webhooks.remove(id);
    this.#known = this.#remembered();
    await deliveries.removeOf(id);
  }

  /** The last messages to a webhook. @throws not_found */
  async deliveriesOf(id: string): Promise<Delivery[]> {
    await this.#find(id);
    return (await this.#deps.deliveries.list(id, maxListed)).map(toDelivery);
  }

  /** Sends a test now. @throws not_found */
  async test(id: string): Promise<Delivery> {
    const { deliveries, now } = this.#deps;
    const webhook = await this.#find(id);
    const at = now();
    const messageId = `test_${newId(at.getTime())}`;
    const message = { webhookId: id, messageId, event: 'test' as const, thingId: '', at };
    const row = await deliveries.add(message, new Date(at.getTime() + leaseMs));
    if (!row) throw new Problem('not_found');
    return toDelivery(await this.#sendOnce(webhook, row));
  }

  /** Sends an ended message again now. @throws not_found, webhook.waiting */
  async again(id: string, messageId: string): Promise<Delivery> {
    const { deliveries, now } = this.#deps;
    const webhook = await this.#find(id);
    const found = await deliveries.byId(id, messageId);
    if (!found) throw new Problem('not_found');
    const row = await deliveries.claimEnded(found, new Date(now().getTime() + leaseMs));
    if (!row) throw new Problem('webhook.waiting');
    return toDelivery(await this.#sendOnce(webhook, row));
  }

  async #find(id: string): Promise<WebhookRow> {
    const row = await this.#deps.webhooks.byId(id);
    if (!row) throw new Problem('not_found');
    return row;
  }

  /** Records what webhooks are to be told, and begins to send it. */
  follow = async (events: readonly AppEvent[]): Promise<void> => {
    const things = events.flatMap((event) => thingOf(event) ?? []);
    if (things.length === 0) return;
    const { deliveries, now } = this.#deps;
    const known = await this.#known.get();
    let isAnyNew = false;
    for (const { event, thingId } of things) {
      for (const { _id: webhookId } of toldOf(known, event)) {
        const messageId = `${event}_${thingId}`.replaceAll(/[.:]/g, '_');
        const at = now();
        if (await deliveries.add({ webhookId, messageId, event, thingId, at }, at)) isAnyNew = true;
      }
    }
    if (isAnyNew) this.#sendSoon();
  };

  #sendSoon(): void {
    this.#deps.jobs.soon('webhooks', () => this.sweep(), { isRepeated: true });
  }

  /** Sends the messages that are due: those of one webhook in their order, those of several at once. */
  async sweep(stopping?: AbortSignal): Promise<void> {
    const { deliveries, webhooks, now } = this.#deps;
    for (let goesOn = true; goesOn && !stopping?.aborted; ) {
      const rows = await deliveries.due(now(), batchSize);
      if (rows.length === 0) return;
      const byId = new Map((await webhooks.all()).map((webhook) => [webhook._id, webhook]));
      const lanes = Object.entries(Object.groupBy(rows, ({ webhookId }) => webhookId));
      const sent = lanes.map(([id, lane = []]) => this.#sendLane(id, byId.get(id), lane, stopping));
      goesOn = (await Promise.all(sent)).some(Boolean);
    }
  }

  /** @returns whether this process has sent any of them */
  async #sendLane(
    id: string,
    webhook: WebhookRow | undefined,
    rows: readonly DeliveryRow[],
    stopping?: AbortSignal,
  ): Promise<boolean> {
    const { deliveries, now } = this.#deps;
    if (!webhook) await deliveries.removeOf(id);
    if (!webhook) return true;
    if (webhook.paused) await deliveries.hold(id);
    if (webhook.paused) return true;
    let isAnySent = false;
    for (const found of rows) {
      if (stopping?.aborted) break;
      const row = await deliveries.claim(found, new Date(now().getTime() + leaseMs));
      if (!row) continue;
      isAnySent = true;
      if (!(await this.#attempt(webhook, row))) break;
    }
    return isAnySent;
  }

  /** Tries a message. @returns false if the receiver takes nothing now, so that the others wait, too */
  async #attempt(webhook: WebhookRow, row: DeliveryRow): Promise<boolean> {
    const { deliveries, log, now } = this.#deps;
    const answer = await this.#send(webhook, row);
    const lastAt = now();
    const outcome = this.#outcomeOf(answer);
    if (outcome.state !== 'failed') {
      await deliveries.finish(row, { ...outcome, lastAt, dueAt: null });
      return true;
    }
    const { status, error } = outcome;
    log.info({ webhook: webhook._id, status, error, attempts: row.attempts + 1 }, 'webhook not delivered');
    const wait = isGone(answer as TransportAnswer | Error) ? undefined : retryDelaysMinutes[row.attempts];
    if (wait === undefined) {
      await deliveries.finish(row, { ...outcome, lastAt, dueAt: null });
      await this.#giveUp(webhook, status === 410 ? 'gone' : 'failing');
      return false;
    }
    const asked = answer instanceof Error || answer === null ? 0 : (answer.retryAfter ?? 0) * second;
    const pause = Math.max(wait * minute, Math.min(asked, maxRetryMs));
    const dueAt = new Date(lastAt.getTime() + pause);
    await deliveries.finish(row, { state: 'waiting', status, error, lastAt, dueAt });
    // A receiver that answers may refuse this message only.
    if (status !== null && status !== 429) return true;
    await deliveries.postpone(webhook._id, lastAt, dueAt);
    return false;
  }

  async #giveUp(webhook: WebhookRow, reason: 'failing' | 'gone'): Promise<void> {
    const { webhooks, deliveries, log } = this.#deps;
    if (await webhooks.pause(webhook._id, reason)) log.warn({ webhook: webhook._id, reason }, 'webhook paused');
    this.#known = this.#remembered();
    await deliveries.hold(webhook._id);
  }

  /** Tries a claimed message, which is not tried again by itself. */
  async #sendOnce(webhook: WebhookRow, row: DeliveryRow): Promise<DeliveryRow> {
    const { deliveries, now } = this.#deps;
    const answer = await this.#send(webhook, row);
    const outcome = { ...this.#outcomeOf(answer), lastAt: now(), dueAt: null };
    return (await deliveries.finish(row, outcome)) ?? { ...row, ...this.#outcomeOf(answer) };
  }

  #outcomeOf(answer: TransportAnswer | Error | null): Pick<DeliveryRow, 'state' | 'status' | 'error'> {
    if (answer === null) return { state: 'gone', status: null, error: '' };
    if (answer instanceof Error) return { state: 'failed', status: null, error: faultOf(answer) };
    return { state: isDelivered(answer) ? 'delivered' : 'failed', status: answer.status, error: '' };
  }

  /** @returns null if what the message is about no longer exists */
  async #send({ url, secret }: WebhookRow, { messageId, event, thingId, at }: DeliveryRow) {
    const { transport, factsOf, origin, version, now } = this.#deps;
    const facts = event === 'test' ? {} : await factsOf[event](thingId);
    if (!facts) return null;
    const { path, ...ids } = facts;
    const data = { ...ids, ...(path !== undefined && { url: origin + path }) };
    const body = JSON.stringify({ type: event, timestamp: at.toISOString(), data });
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `Headbadge/${version}`,
      ...signedHeaders(secret, { id: messageId, at: now(), body }),
    };
    return transport
      .send({ endpoint: url, headers, body: Buffer.from(body), timeoutMs })
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  }
}
