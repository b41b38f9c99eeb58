import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '#contract/accounts.ts';
import { pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { refreshTokens, signout } from '#contract/auth.ts';
import { addComment } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { downloadExport } from '#contract/export.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { deletePush, getPush, putPush } from '#contract/push.ts';
import { endOtherSessions } from '#contract/sessions.ts';
import { type PreferenceName, putPreference } from '#contract/user-preferences.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { giveBike, season } from '#tests/kit/established.ts';
import { PushReceiver, PushServer, vapidClaims } from '#tests/kit/push-receiver.ts';
import { until } from '#tests/kit/until.ts';
import { unzipped } from '#tests/kit/zip.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const endpoint = 'https://push.example.org/wpush/v2/abc';

let service: PushServer;
let app: TestApp;
let ana: TestBrowser;
let anaId: Id;
let ben: TestBrowser;
let bikeId: Id;
let now: number;
const receiver = new PushReceiver();

beforeAll(async () => {
  service = await PushServer.open();
  now = Date.now();
  const options = { still: true, now: () => new Date(now), pushTransport: service.transport } as const;
  app = await TestApp.open({ OPERATOR_EMAIL: 'operator@headbadge.example', KEYS: testKey }, options);
  const joined = await app.member('ana');
  [ana, anaId] = [joined.browser, joined.user.id];
  ben = await app.join('ben');
  await season(app.db, 'ben');
  bikeId = await giveBike(app.db, anaId, 'ana');
});
beforeEach(async () => {
  for (const name of ['alerts', 'limits', 'comments', 'likes', 'preferences', 'pushDevices'])
    await app.db.collection(name).deleteMany({});
  now += 60 * minute;
  service.received.length = 0;
  service.answers = [];
});
afterAll(async () => {
  await app.close();
  await service.close();
});

/** Another device of ana. */
const device = () => enter(app, 'ana', undefined, new Date(now));
/** A call after the access token has expired. */
const fresh = async (browser: TestBrowser) => {
  await browser.call(refreshTokens);
  return browser;
};
const subscribe = async (browser = ana, at = endpoint, timeZone = 'Etc/UTC') => {
  const { status } = await (await fresh(browser)).call(putPush, { body: receiver.device(at, timeZone) });
  expect(status).toBe(200);
  now += minute;
};
const comment = async () => {
  now += 1000;
  await (await fresh(ben)).call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } });
  await app.idle();
};
const devices = () => app.db.collection('pushDevices').find().sort({ _id: 1 }).toArray();
const later = async (minutes: number) => {
  now += minutes * minute;
  await app.runJob('pushes');
  return service.received.length;
};
const choose = async (name: PreferenceName, value: string) =>
  (await fresh(ana)).call(putPreference, { body: { name, value, seen: { version: 0, device: newId() } } });
/** The next day at an hour in UTC. */
const tomorrow = (hour: number) => (Math.floor(now / day) + 1) * day + hour * 60 * minute;
const seeAll = async () => {
  const cursor = (await (await fresh(ana)).call(pollAlerts)).answer.data?.cursor ?? '';
  await ana.call(seeAlerts, { body: { cursor } });
};

test('news wakes a device with a push that only its browser can read, signed by the site', async () => {
  await subscribe();
  const { key } = (await ana.call(getPush)).answer.data ?? {};
  await comment();
  const [push, ...others] = service.received;
  expect(others).toEqual([]);
  expect(push?.path).toBe('/wpush/v2/abc');
  expect(push?.headers).toMatchObject({
    ttl: '86400',
    topic: 'alerts',
    urgency: 'normal',
    'content-encoding': 'aes128gcm',
  });
  // Neither who did it nor what it is.
  expect(JSON.parse(receiver.decrypt(push?.body ?? Buffer.alloc(0)))).toEqual({ member: anaId });
  const claims = vapidClaims(push?.headers.authorization);
  expect(claims).toMatchObject({ aud: 'https://push.example.org', sub: 'mailto:operator@headbadge.example', key });
  expect(claims.exp * 1000 - now).toBeLessThanOrEqual(24 * 60 * minute);
  expect(() => new PushReceiver().decrypt(push?.body ?? Buffer.alloc(0))).toThrow();
});

test('news within half a minute is one push more, and news that was seen is none', async () => {
  await subscribe();
  await comment();
  await comment();
  await comment();
  expect(service.received).toHaveLength(1);
  expect(await later(1)).toBe(2);
  expect(await later(5)).toBe(2);
  await comment();
  await comment();
  await seeAll();
  expect(await later(5)).toBe(3);
});

test('news that another process tells right after the first subscription wakes the device soon', async () => {
  const settings = { OPERATOR_EMAIL: 'operator@headbadge.example', KEYS: testKey };
  const options = { database: app.database, still: true, now: () => new Date(now) } as const;
  const other = await TestApp.open(settings, { ...options, pushTransport: service.transport });
  const say = async () => {
    const at = (await fresh(ben)).with(other);
    await at.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } });
    await other.idle();
  };
  // The other process learns that the member has no device.
  await say();
  expect((await (await fresh(ana)).call(putPush, { body: receiver.device(endpoint) })).status).toBe(200);
  now += 1000;
  await say();
  expect(service.received).toEqual([]);
  expect(await later(1)).toBe(1);
  await other.close();
});

test('news right after a subscription wakes the device at once', async () => {
  expect((await (await fresh(ana)).call(putPush, { body: receiver.device(endpoint) })).status).toBe(200);
  await comment();
  expect(service.received).toHaveLength(1);
});

test('a kind that the member gets without notification wakes nobody', async () => {
  await subscribe();
  await choose('likeAlerts', 'List');
  await (await fresh(ben)).call(likeBike, { params: { bikeId } });
  await app.idle();
  expect(service.received).toEqual([]);
  expect((await ana.call(pollAlerts)).answer.data?.items).toHaveLength(1);
});

test('in quiet hours a push waits until they end in the zone of the device, unless its news was seen', async () => {
  await choose('quietHours', '22-7');
  // 22:00 in Tokyo is 13:00 UTC.
  now = tomorrow(13) - minute;
  await subscribe(ana, endpoint, 'Asia/Tokyo');
  await comment();
  expect(await later(9 * 60 - 1)).toBe(0);
  expect(await later(1)).toBe(1);
  now = tomorrow(13);
  await comment();
  await seeAll();
  expect(await later(9 * 60)).toBe(1);
});

test.each([404, 410])('a subscription that the push service answers with %i is deleted', async (status) => {
  await subscribe();
  service.answers = [{ status }];
  await comment();
  expect(await devices()).toEqual([]);
  expect((await ana.call(getPush)).answer.data?.endpoint).toBeNull();
});

test('a busy or failing push service is asked again, later each time, also by another process', async () => {
  await subscribe();
  service.answers = [{ status: 503 }, { status: 429, headers: { 'Retry-After': '1800' } }, { status: 500 }];
  await comment();
  expect(await later(0.5)).toBe(1);
  const other = await TestApp.open(
    { KEYS: testKey },
    { database: app.database, still: true, now: () => new Date(now), pushTransport: service.transport },
  );
  now += 0.5 * minute;
  await other.runJob('pushes');
  expect(service.received).toHaveLength(2);
  await other.close();
  expect(await later(29)).toBe(2);
  expect(await later(1)).toBe(3);
  expect(await later(15)).toBe(4);
  expect(await later(600)).toBe(4);
});

test('a push service that never answers well is given up, and asked again with the next news', async () => {
  await subscribe();
  service.answers = Array.from({ length: 6 }, () => ({ status: 500 }));
  await comment();
  for (const minutes of [1, 5, 15, 60, 240]) await later(minutes);
  expect(service.received).toHaveLength(6);
  expect(await later(24 * 60)).toBe(6);
  await comment();
  expect(service.received).toHaveLength(7);
});

test('a push service that does not answer delays no push to another', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  service.held.set('slow.example.org', promise);
  for (let i = 0; i < 12; i++) await subscribe(await device(), `https://slow.example.org/${i}`);
  await subscribe(ana, 'https://quick.example.org/1');
  const waiting = { $set: { asked: 1, dueAt: new Date(now - minute) } };
  await app.db.collection('pushDevices').updateMany({ endpoint: /slow/ }, waiting);
  now += 1000;
  await (await fresh(ben)).call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } });
  const hosts = () => service.received.map(({ headers }) => headers.host);
  // Less than the ten seconds after which a push is given up.
  await until(async () => expect(hosts()).toContain('quick.example.org'), 7_000);
  release();
  await app.idle();
  service.held.clear();
  expect(service.received).toHaveLength(13);
});

test('a redirect is not followed', async () => {
  await subscribe();
  service.answers = [{ status: 307, headers: { Location: '/elsewhere' } }];
  await comment();
  expect(service.received.map(({ path }) => path)).toEqual(['/wpush/v2/abc']);
});

test('a device gets nothing after its session has ended, however it ended', async () => {
  await subscribe();
  const phone = await device();
  await subscribe(phone, `${endpoint}/phone`);
  await phone.call(signout);
  expect(await devices()).toHaveLength(1);
  await subscribe(await device(), `${endpoint}/tablet`);
  await ana.call(endOtherSessions);
  expect((await devices()).map((row) => row.endpoint)).toEqual([endpoint]);
  await app.db.collection('users').updateOne({ username: 'ana' }, { $set: { status: 'Banned' } });
  await comment();
  await app.db.collection('users').updateOne({ username: 'ana' }, { $set: { status: 'Active' } });
  expect(service.received).toEqual([]);
  expect(await devices()).toEqual([]);
});

test("when another member subscribes in the same browser, the former member's pushes end", async () => {
  await subscribe();
  await subscribe(ben);
  expect((await devices()).map((row) => row.userId)).not.toContain(anaId);
  await comment();
  expect(service.received).toEqual([]);
});

test('a member has at most twenty devices, and switches each off', async () => {
  for (let i = 0; i < 21; i += 1) await subscribe(await device(), `${endpoint}/${i}`);
  const kept = (await devices()).map((row) => String(row.endpoint));
  expect(kept).toHaveLength(20);
  expect(kept).not.toContain(`${endpoint}/0`);
  await subscribe();
  await ana.call(deletePush);
  expect((await ana.call(getPush)).answer.data?.endpoint).toBeNull();
  expect(await devices()).toHaveLength(19);
});

test('the export names the devices, without their secrets, and a deleted account has none', async () => {
  const cleo = await app.member('cleo');
  await subscribe(cleo.browser);
  const Cookie = [...cleo.browser.cookies].map((pair) => pair.join('=')).join('; ');
  const response = await app.request(pathOf(downloadExport, {}, { as: cleo.user.id }), { headers: { Cookie } });
  const exported =
    unzipped(Buffer.from(await response.arrayBuffer()))
      .get('notifications.json')
      ?.toString() ?? '';
  expect(JSON.parse(exported)).toMatchObject([{ endpoint, timeZone: 'Etc/UTC' }]);
  expect(exported).not.toContain(receiver.device(endpoint).auth);
  await cleo.browser.call(deleteAccount, { body: { username: 'cleo' } });
  expect(await devices()).toEqual([]);
});

test.each([
  'http://push.example.org/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://push.example.org:8443/a',
  'https://user:secret@push.example.org/a',
  'file:///etc/passwd',
  `https://push.example.org/${'a'.repeat(1024)}`,
])('pushes go to no other address than a push service: %s', async (address) => {
  const { status } = await (await fresh(ana)).call(putPush, { body: receiver.device(address) });
  expect(status).toBe(422);
  expect(await devices()).toEqual([]);
});

test('a key that is no point, or a time zone that does not exist, is refused', async () => {
  const sent = receiver.device(endpoint);
  await fresh(ana);
  const p256dh = Buffer.alloc(65, 4).toString('base64url');
  expect((await ana.call(putPush, { body: { ...sent, p256dh } })).status).toBe(400);
  expect((await ana.call(putPush, { body: { ...sent, timeZone: 'Mars/Olympus' } })).status).toBe(422);
});
