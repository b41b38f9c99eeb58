import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Alert, Alerts } from '#contract/alerts.ts';
import { appHeader, ok, refused } from '#contract/envelope.ts';
import { alertsOf, saveAlerts } from '#src/cache/values/alerts.ts';
import { savePreferences } from '#src/cache/values/preferences.ts';
import { claimNews } from '#src/notifications/news.ts';
import { iconCount, noticeForPush } from '#src/notifications/push-poll.ts';
import { isOutdated, noteTold, subscribeWith } from '#src/notifications/push-subscription.ts';
import { cacheTable, inCache } from '#src/storage/cache-db.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';
import { ana, bert } from '#tests/kit/harness/people.ts';

const bike = { id: 'b1', slug: 's', brand: 'Surly', model: 'Troll', year: 2021 };
const timeOf = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();
const like = (minute: number, key = `b${minute}`): Alert => ({
  ...{ id: `like:${key}`, type: 'like', key, bikeId: 'b1', bike, actors: [bert], actorCount: 1 },
  text: '',
  at: timeOf(minute),
  seen: false,
});
const message = (minute: number, from = bert) => ({
  id: `c:${from.id}`,
  with: from,
  unreadCount: 1,
  lastMessageAt: timeOf(minute),
});
function answerWith(items: Alert[], conversations: Alerts['conversations'] = []): Alerts {
  const newest = Math.max(0, ...items.map(({ at }) => Date.parse(at)));
  const unseen = {
    comments: 0,
    likes: items.filter(({ seen }) => !seen).length,
    favorites: 0,
    winners: 0,
    followers: 0,
    searches: 0,
    moderation: 0,
  };
  return {
    ...{ unreadMessageCount: conversations.length, conversations, unseen, items, next: null, cursor: String(newest) },
    ...{ serverTime: timeOf(59), pollAfterSeconds: 60, preferences: 0, version: 'test' },
  };
}

/** The server's answer to a poll. */
let reply: () => Response;
let asked: { tag: string | null; as: string | null }[] = [];
const answered = (data: Alerts, tag = JSON.stringify(data)) => {
  reply = () => new Response(JSON.stringify(ok(data)), { headers: { [appHeader]: 'test', ETag: tag } });
};
const isShown = async () => false;
const push = async () => (await noticeForPush(isShown)).notice;
/** Polls as a page does. */
async function pagePolls(data: Alerts): Promise<string | null> {
  const before = await alertsOf(ana.id);
  await saveAlerts(ana.id, { data, tag: JSON.stringify(data) });
  const now = await alertsOf(ana.id);
  if (!now) throw new Error('Nothing is cached.');
  const claimed = await claimNews(ana.id, before, now, { chosen: {}, now: new Date() });
  return claimed?.sentence ?? null;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 1, 12) });
  await inCache(() => cacheTable<{ key: string }>('lists', 'key').clear());
  await setMeta('authUser', ana);
  await setMeta('push', null);
  asked = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ tag: headers['If-None-Match'] ?? null, as: headers['X-Acting-User'] ?? null });
    return reply();
  });
  await pagePolls(answerWith([like(0)]));
});

test('a push shows the news of a poll, once', async () => {
  answered(answerWith([like(1), like(0)]));
  expect(await noticeForPush(isShown)).toEqual({
    notice: { tag: 'like:b1', sentence: 'bert likes your 2021 Surly Troll', text: '', to: '/bike/b1/s' },
    repeats: false,
  });
  expect(await iconCount()).toBe(2);
  reply = () => new Response(null, { status: 304, headers: { [appHeader]: 'test' } });
  expect(await noticeForPush(isShown)).toMatchObject({ notice: { tag: 'like:b1' }, repeats: true });
  expect(asked.at(-1)?.tag).toBe(JSON.stringify(answerWith([like(1), like(0)])));
});

test.each([
  ['in a comment on the 2021 Surly Troll', undefined],
  ['in 3 comments on the 2021 Surly Troll', { count: 3, bikeCount: 1 }],
  ['in 1,203 comments', { count: 1203, bikeCount: 2 }],
])('a push says that a member was mentioned %s, and leads to the latest', async (where, grouped) => {
  const mention: Alert = { ...like(1, 'c3'), id: `mention:${bert.id}`, type: 'mention', ...(grouped && { grouped }) };
  answered(answerWith([mention, like(0)]));
  expect(await push()).toEqual({
    tag: `mention:${bert.id}`,
    sentence: `bert mentioned you ${where}`,
    text: '',
    to: '/bike/b1/s#c-c3',
  });
});

test('several news are one notification', async () => {
  answered(answerWith([like(2), like(1), like(0)], [message(3)]));
  expect(await push()).toEqual({
    tag: 'news',
    sentence: '3 new notifications',
    text: ['New message from bert', 'bert likes your 2021 Surly Troll', 'bert likes your 2021 Surly Troll'].join('\n'),
    to: '/',
  });
});

test('a page and the worker that learn of the same news notify of it once, whoever is first', async () => {
  const both = answerWith([like(1), like(0)]);
  answered(both);
  const notified = await Promise.all([pagePolls(both), noticeForPush(isShown)]);
  expect(notified[0] === null).not.toBe(notified[1].repeats);
  expect(notified[1].notice.tag).toBe('like:b1');
});

test('what a page has claimed is shown again in its place, silently, only while it is new or on the screen', async () => {
  const both = answerWith([like(1), like(0)]);
  expect(await pagePolls(both)).toBe('bert likes your 2021 Surly Troll');
  answered(both);
  expect(await noticeForPush(isShown)).toMatchObject({ notice: { tag: 'like:b1' }, repeats: true });
  vi.setSystemTime(Date.now() + 10 * 60_000);
  expect(await push()).toMatchObject({ tag: 'news', sentence: '2 new alerts' });
  expect(await noticeForPush(async () => true)).toMatchObject({ notice: { tag: 'like:b1' }, repeats: true });
});

test('an answer that comes late claims nothing a second time', async () => {
  const [old, fresh] = [answerWith([like(1), like(0)], [message(1)]), answerWith([like(2), like(1)], [message(2)])];
  expect(await pagePolls(fresh)).toBe('3 new notifications');
  expect(await pagePolls(old)).toBeNull();
  expect(await pagePolls(fresh)).toBeNull();
});

test('a message is told by its sender only', async () => {
  answered(answerWith([like(0)], [message(1)]));
  expect(await push()).toMatchObject({
    sentence: 'New message from bert',
    text: '',
    to: `/user/messages?with=${bert.id}`,
  });
});

test('a kind without notification, and quiet hours, leave a push with a summary', async () => {
  await savePreferences(ana.id, { version: 1, chosen: { likeAlerts: { value: 'List', version: 1 } } });
  answered(answerWith([like(1), like(0)]));
  expect(await noticeForPush(isShown)).toMatchObject({ notice: { sentence: '2 new alerts' }, repeats: true });
  await savePreferences(ana.id, { version: 2, chosen: { quietHours: { value: '22-7', version: 1 } } });
  vi.setSystemTime(new Date(2026, 5, 1, 23));
  answered(answerWith([like(2), like(1), like(0)], [message(1)]));
  expect(await push()).toMatchObject({ sentence: '3 new alerts and 1 unread message' });
});

test.each([
  ['has no signal', () => Response.error()],
  ['reaches another network', () => new Response('<html>')],
  [
    'gets an error',
    () =>
      new Response(JSON.stringify(refused({ code: 'unavailable', message: '' })), {
        status: 503,
        headers: { [appHeader]: 'test' },
      }),
  ],
])('a worker that %s shows a neutral notification, and the next poll tells the news', async (_, answer) => {
  reply = answer;
  expect(await push()).toMatchObject({ tag: 'news', sentence: 'Something new is waiting for you' });
  expect(await pagePolls(answerWith([like(1), like(0)]))).toBe('bert likes your 2021 Surly Troll');
});

test('with everything seen, and without a member, a push says so', async () => {
  answered(answerWith([{ ...like(0), seen: true }]));
  expect(await push()).toMatchObject({ sentence: 'You have seen everything new' });
  await setMeta('authUser', null);
  expect(await push()).toMatchObject({ sentence: 'Log in to see what is new', to: '/account/login' });
});

test("another member of this device gets none of the former member's news", async () => {
  await setMeta('authUser', bert);
  answered(answerWith([]));
  expect(await push()).toMatchObject({ sentence: 'You have seen everything new' });
  expect(asked.map(({ as }) => as)).toEqual([bert.id]);
});

/** A browser's push manager with the keys that it subscribed with. */
function managerWith(key: string | null): PushManager & { keys: string[] } {
  const text = (bytes: BufferSource) => Buffer.from(bytes as Uint8Array).toString('base64url');
  const manager = {
    keys: key === null ? [] : [key],
    getSubscription: async () => {
      const [last] = manager.keys;
      if (last === undefined) return null;
      const { buffer } = Uint8Array.from(Buffer.from(last, 'base64url'));
      return { options: { applicationServerKey: buffer }, unsubscribe: async () => Boolean(manager.keys.pop()) };
    },
    subscribe: async ({ applicationServerKey }: { applicationServerKey: BufferSource }) => {
      manager.keys.push(text(applicationServerKey));
      return manager.getSubscription();
    },
  };
  return manager as never;
}

test('a device subscribes anew when the site has another key, and keeps its subscription otherwise', async () => {
  for (const before of [null, 'b2xk', 'bmV3']) {
    const manager = managerWith(before);
    await subscribeWith(manager, 'bmV3');
    expect(manager.keys).toEqual(['bmV3']);
  }
});

test('the server is told of a subscription after a day, a move, a log-in, and when the browser replaced it', async () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const subscription = { endpoint: 'https://push.example.org/a' } as PushSubscription;
  const device = { endpoint: subscription.endpoint, p256dh: '', auth: '', timeZone };
  const outdated = async (given: PushSubscription | null = subscription) => {
    const here = await getMeta('push');
    return here ? isOutdated(here, given) : null;
  };
  await noteTold(ana.id, device);
  expect(await outdated()).toBe(false);
  expect(await outdated(null)).toBe(true);
  expect(await outdated({ endpoint: 'https://push.example.org/b' } as PushSubscription)).toBe(true);
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  expect(await outdated()).toBe(true);
  await noteTold(ana.id, { ...device, timeZone: 'Pacific/Auckland' });
  expect(await outdated()).toBe(true);
  await noteTold(ana.id, device);
  await setMeta('sessionTurn', 7);
  expect(await outdated()).toBe(true);
});
