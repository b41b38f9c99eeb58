import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedHeaders } from '#api/features/webhooks/webhooks.signature.ts';
import { putBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { addFlag } from '#contract/flags.ts';
import { newId } from '#contract/ids.ts';
import { getOverview } from '#contract/overview.ts';
import {
  addWebhook,
  changeWebhook,
  type Delivery,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  sendDeliveryAgain,
  testWebhook,
  type WebhookEvent,
  webhookEvents,
} from '#contract/webhooks.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { WebhookReceiver } from '#tests/kit/webhook-receiver.ts';

const minute = 60_000;
const settings = { KEYS: testKey, WEBHOOK_NETWORKS: '127.0.0.1' };
let now = Date.now();
let app: TestApp;
let operator: TestBrowser;
let rider: TestBrowser;
let reader: TestBrowser;
let photo: string;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await TestApp.open(settings, { still: true, now: () => new Date(now) });
  for (const name of ['otto', 'rider', 'reader']) await app.join(name);
  await giveRole(app.db, 'otto');
  rider = await enter(app, 'rider');
  photo = newId();
  await rider.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo as never });
});
beforeEach(async () => {
  now = Date.now();
  receiver = await WebhookReceiver.open();
  operator = await enter(app, 'otto');
  rider = await enter(app, 'rider');
  reader = await enter(app, 'reader');
});
afterEach(async () => {
  await app.idle();
  await receiver.close();
  for (const { id } of (await operator.call(listWebhooks)).answer.data ?? [])
    await operator.call(deleteWebhook, { params: { webhookId: id } });
  await app.db.collection('bikes').deleteMany({});
  await app.db.collection('limits').deleteMany({});
});
afterAll(() => app.close());

async function hook(events: readonly WebhookEvent[] = ['bike.published'], url = receiver.url) {
  const { answer } = await operator.call(addWebhook, { body: { url, events: [...events] } });
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  return answer.data;
}

/** Publishes a bike, and waits until it was told. */
async function publish(): Promise<string> {
  const bikeId = newId();
  const { status } = await rider.call(putBike, { params: { bikeId }, body: bikeWith([photo as never]) });
  expect(status).toBe(200);
  await app.idle();
  return bikeId;
}

const deliveriesOf = async (webhookId: string): Promise<Delivery[]> =>
  (await operator.call(listDeliveries, { params: { webhookId } })).answer.data ?? [];

/** Lets time pass, a minute at a time where that matters, and runs the job. */
async function pass(minutes: number): Promise<void> {
  now += minutes * minute;
  operator = await enter(app, 'otto', undefined, new Date(now));
  await app.runJob('webhooks');
}

/** What a receiver does: written from the specification (Standard Webhooks 1.0.0), independent of the server's code. */
function isSigned(secret: string, headers: Record<string, unknown>, text: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const right = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(right);
}

test("a message is signed as the specification's own library signs it", () => {
  const at = new Date(1_614_265_330_000);
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body: '{"test": 2432232314}' };
  expect(signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a program is told of bikes, comments, flags and new members by ids, links and times', async () => {
  const { secret } = await hook(webhookEvents);
  const bikeId = await publish();
  const commentId = newId();
  await reader.call(addComment, { params: { bikeId }, body: { id: commentId, text: 'Call ann@example.org.' } });
  await app.idle();
  const flagId = newId();
  const flag = { id: flagId, targetType: 'Post', targetId: bikeId, reason: 'Spam', note: 'Secret note.' } as const;
  await reader.call(addFlag, { body: flag });
  const { user } = await app.member(`new${Date.now()}`);
  await app.idle();
  const told = receiver.received.map(({ body }) => [body.type, body.data]);
  const ids = async (username: string) => String((await app.db.collection('users').findOne({ username }))?._id);
  expect(told).toEqual([
    ['bike.published', { bikeId, ownerId: await ids('rider'), url: expect.stringMatching(`/bike/${bikeId}/`) }],
    [
      'comment.added',
      {
        commentId,
        bikeId,
        authorId: await ids('reader'),
        url: expect.stringMatching(`/bike/${bikeId}/.*#c-${commentId}$`),
      },
    ],
    ['flag.added', { flagId, targetType: 'Post', targetId: bikeId, url: 'http://localhost/moderation' }],
    ['member.joined', { memberId: user.id, url: `http://localhost/user/${user.id}/${user.username}` }],
  ]);
  for (const { headers, text, body } of receiver.received) {
    expect(isSigned(secret, headers, text)).toBe(true);
    expect(isSigned('whsec_AAAA', headers, text)).toBe(false);
    expect(Math.abs(Number(headers['webhook-timestamp']) - now / 1000)).toBeLessThan(5);
    expect(body.timestamp).toMatch(/^\d{4}-.*Z$/);
    expect(text).not.toMatch(/example\.org|Secret note/);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
});

test('it is told of what it asked for only, and of nothing that is published again', async () => {
  await hook(['comment.added']);
  const other = await hook(['bike.published']);
  const bikeId = await publish();
  await rider.call(putBike, { params: { bikeId }, body: bikeWith([photo as never]) });
  await app.idle();
  expect(receiver.received.map(({ body }) => body.type)).toEqual(['bike.published']);
  expect((await deliveriesOf(other.webhook.id)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['delivered', 1],
  ]);
});

test('what was not taken is sent again under its id, with growing pauses, until it is taken', async () => {
  const { webhook } = await hook();
  receiver.answers = [{ status: 500 }, 'hangs up', { status: 503, headers: { 'Retry-After': '1200' } }];
  await publish();
  expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'waiting', status: 500, attempts: 1 });
  await pass(0.5);
  expect(receiver.received).toHaveLength(1);
  await pass(1);
  expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'waiting', status: null, error: 'ECONNRESET' });
  await pass(5);
  expect(receiver.received).toHaveLength(3);
  await pass(15);
  expect(receiver.received).toHaveLength(3);
  await pass(6);
  expect(receiver.received).toHaveLength(4);
  expect((await deliveriesOf(webhook.id))[0]).toMatchObject({
    state: 'delivered',
    status: 204,
    attempts: 4,
    nextAt: null,
  });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
});

test('after a day without success it is paused, which the overview says; what waits arrives when it goes on', async () => {
  const { webhook } = await hook();
  await app.runJob('heartbeat');
  receiver.answers = Array.from({ length: 50 }, () => 'hangs up' as const);
  await publish();
  await publish();
  for (const minutes of [1, 5, 15, 60, 180, 360]) await pass(minutes);
  expect((await operator.call(listWebhooks)).answer.data?.[0]?.paused).toBe(null);
  await pass(819);
  expect((await operator.call(listWebhooks)).answer.data?.[0]?.paused).toBe('failing');
  await pass(1);
  expect((await operator.call(getOverview)).answer.data?.failingWebhooks).toBe(1);
  expect((await deliveriesOf(webhook.id)).map(({ state }) => state).sort()).toEqual(['failed', 'waiting']);
  const sent = receiver.received.length;
  await pass(600);
  expect(receiver.received).toHaveLength(sent);
  receiver.answers = [];
  const { url, events } = webhook;
  await operator.call(changeWebhook, { params: { webhookId: webhook.id }, body: { url, events, active: true } });
  await app.idle();
  expect((await deliveriesOf(webhook.id)).map(({ state }) => state).sort()).toEqual(['delivered', 'failed']);
});

test('a receiver that is gone for good is asked once, and one message that is refused holds up no other', async () => {
  const gone = await hook();
  receiver.answers = [{ status: 410 }];
  await publish();
  expect((await operator.call(listWebhooks)).answer.data?.[0]?.paused).toBe('gone');
  await operator.call(deleteWebhook, { params: { webhookId: gone.webhook.id } });
  const { webhook } = await hook();
  receiver.answers = [{ status: 422 }];
  await publish();
  await publish();
  expect((await deliveriesOf(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'waiting']);
});

test('a message is sent by one of several processes', async () => {
  const { webhook } = await hook();
  receiver.answers = [{ status: 500 }, { status: 500 }, { status: 500 }];
  await Promise.all([publish(), publish(), publish()]);
  const others = await Promise.all(
    [1, 2].map(() => TestApp.open(settings, { database: app.database, still: true, now: () => new Date(now) })),
  );
  receiver.answers = [];
  receiver.received.length = 0;
  now += 2 * minute;
  await Promise.all([app, ...others, app].map((one) => one.runJob('webhooks')));
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  operator = await enter(app, 'otto');
  expect((await deliveriesOf(webhook.id)).every(({ state }) => state === 'delivered')).toBe(true);
  for (const one of others) await one.close();
});

test('a process that dies while it sends loses nothing', async () => {
  const { webhook } = await hook();
  receiver.answers = [{ status: 500 }];
  await publish();
  now += 2 * minute;
  // Another process has taken it, and never comes back.
  await app.db
    .collection('deliveries')
    .updateOne({ webhookId: webhook.id }, { $set: { dueAt: new Date(now + minute) } });
  await pass(0.5);
  expect(receiver.received).toHaveLength(1);
  await pass(1);
  expect(receiver.received).toHaveLength(2);
});

test('a test says at once what came of it, also while paused; an ended message can be sent again', async () => {
  const { webhook, secret } = await hook();
  const params = { webhookId: webhook.id };
  const { url, events } = webhook;
  await operator.call(changeWebhook, { params, body: { url, events, active: false } });
  await publish();
  expect(receiver.received).toHaveLength(0);
  receiver.answers = [{ status: 404 }];
  const failed = (await operator.call(testWebhook, { params })).answer.data;
  expect(failed).toMatchObject({ event: 'test', state: 'failed', status: 404, nextAt: null });
  await pass(60);
  expect(receiver.received).toHaveLength(1);
  const again = { ...params, messageId: failed?.messageId ?? '' };
  expect((await operator.call(sendDeliveryAgain, { params: again })).answer.data).toMatchObject({
    state: 'delivered',
    attempts: 2,
    messageId: failed?.messageId,
  });
  expect(receiver.received.every(({ headers, text }) => isSigned(secret, headers, text))).toBe(true);
  expect((await operator.call(listWebhooks)).answer.data?.[0]?.paused).toBe('operator');
});

describe('no message reaches', () => {
  test.each([
    ...['http://localhost:1/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/', 'https://192.168.1.1/'],
    ...[
      'https://169.254.169.254/latest/meta-data/',
      'http://8.8.8.8/',
      'https://0x7f000001/',
      'https://[::ffff:7f00:1]/',
    ],
  ])('%s unless a setting lists it', async (url) => {
    const guarded = await TestApp.open({ KEYS: testKey }, { database: app.database, still: true });
    const { webhook } = await hook(['bike.published'], url);
    const asks = await enter(guarded, 'otto');
    const { answer } = await asks.call(testWebhook, { params: { webhookId: webhook.id } });
    expect(answer.data).toMatchObject({ state: 'failed', error: 'This address is not on the public internet.' });
    await guarded.close();
  });

  test('where a redirect leads', async () => {
    const elsewhere = await WebhookReceiver.open();
    const { webhook } = await hook();
    receiver.answers = [{ status: 307, headers: { Location: elsewhere.url } }];
    const { answer } = await operator.call(testWebhook, { params: { webhookId: webhook.id } });
    expect(answer.data).toMatchObject({ state: 'failed', status: 307 });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });
});

test('the secret is shown once', async () => {
  const { secret } = await hook();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(JSON.stringify((await operator.call(listWebhooks)).answer)).not.toContain(secret.slice(6));
});

test('addresses without http, with a password, and webhooks for nothing are refused', async () => {
  const said = async (body: object) =>
    Object.keys(
      (await operator.call(addWebhook, { body: { events: ['bike.published'], ...body } as never })).answer.validation ??
        {},
    );
  for (const url of ['ftp://example.org/', 'example.org', 'https://a:b@example.org/', 'javascript:alert(1)', ''])
    expect([url, await said({ url })]).toEqual([url, ['url']]);
  expect(await said({ url: 'https://example.org/', events: [] })).toEqual(['events']);
  expect(await said({ url: 'https://example.org/', events: ['password'] })).toEqual(['events.0']);
});

test('messages about an erased member go with them, and what is gone is told to nobody', async () => {
  const { webhook } = await hook(['member.joined', 'comment.added']);
  receiver.answers = [{ status: 500 }, { status: 500 }];
  const { user } = await app.member(`gone${Date.now()}`);
  await app.idle();
  await app.db.collection('users').deleteOne({ _id: user.id as never });
  await pass(2);
  expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'gone' });
  expect(receiver.received).toHaveLength(1);
});
