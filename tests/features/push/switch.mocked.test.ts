import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appHeader, ok, refused } from '#contract/envelope.ts';
import type { PushDevice } from '#contract/push.ts';
import { notifyStateOf, renewPush, turnOffPush, turnOnPush } from '#src/features/alerts/push.actions.ts';
import { setMeta } from '#src/storage/user-db.ts';
import { ana, bert } from '#tests/kit/harness/people.ts';
import { PushReceiver } from '#tests/kit/push-receiver.ts';

const endpoint = 'https://push.example.org/ana';
const key = 'bmV3';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1';
const receiver = new PushReceiver().device(endpoint);
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;

let permission: NotificationPermission;
let subscribed: boolean;
/** The error of the browser's push service; null lets it subscribe. */
let refusal: Error | null;
let calls: string[];
let sent: PushDevice | null;
let down: boolean;

const subscription = {
  endpoint,
  options: { applicationServerKey: bytes(key) },
  getKey: (name: 'p256dh' | 'auth') => bytes(receiver[name]),
  unsubscribe: async () => {
    subscribed = false;
    return true;
  },
};
const manager = {
  getSubscription: async () => (subscribed ? subscription : null),
  subscribe: async () => {
    if (refusal) throw refusal;
    subscribed = true;
    return subscription;
  },
};

function browser({ userAgent = desktop, notifies = true, pushes = true, installed = false } = {}): void {
  const registration = { pushManager: manager };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.stubGlobal('navigator', { userAgent, vendor: '', maxTouchPoints: 0, ...(pushes && { serviceWorker }) });
  vi.stubGlobal('matchMedia', () => ({ matches: installed }));
  if (pushes) vi.stubGlobal('PushManager', class {});
  if (!notifies) return;
  const requestPermission = async () => permission;
  vi.stubGlobal('Notification', { requestPermission, ...Object.create(null) });
  Object.defineProperty(globalThis.Notification, 'permission', { get: () => permission });
}

beforeEach(async () => {
  [permission, subscribed, refusal, calls, sent, down] = ['granted', false, null, [], null, false];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push(`${init.method} ${path}`);
    const headers = { [appHeader]: 'test', 'Content-Type': 'application/json' };
    if (down)
      return new Response(JSON.stringify(refused({ code: 'unavailable', message: 'Busy.' })), { status: 503, headers });
    if (init.method === 'PUT') sent = JSON.parse(String(init.body));
    return new Response(JSON.stringify(ok({ key, endpoint: null })), { headers });
  });
  for (const name of ['push', 'muted'] as const) await setMeta(name, null);
});
afterEach(() => vi.unstubAllGlobals());

const state = () => notifyStateOf(ana.id);

test('each browser is told what it can do', async () => {
  browser({ userAgent: iphone, notifies: false, pushes: false });
  expect(await state()).toBe('home-screen');
  vi.unstubAllGlobals();
  browser({ notifies: false, pushes: false });
  expect(await state()).toBe('unsupported');
  browser({ pushes: false });
  expect(await state()).toBe('open-only');
  browser({ userAgent: iphone, installed: true });
  expect(await state()).toBe('open');
  permission = 'default';
  expect(await state()).toBe('off');
  permission = 'denied';
  expect(await state()).toBe('blocked');
});

test('turning on subscribes and tells the server, turning off ends both', async () => {
  browser();
  await turnOnPush(ana.id);
  expect(await state()).toBe('on');
  expect(calls).toEqual(['GET /api/v1/user/push', 'PUT /api/v1/user/push']);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(sent).toEqual({ ...receiver, timeZone });
  await turnOffPush(ana.id);
  expect([await state(), subscribed, calls.at(-1)]).toEqual(['off', false, 'DELETE /api/v1/user/push']);
});

test('somebody who refuses the permission is not subscribed', async () => {
  browser();
  permission = 'denied';
  await turnOnPush(ana.id);
  expect([await state(), calls]).toEqual(['blocked', []]);
});

test('where the push service or the server refuses, nothing looks as if it worked', async () => {
  browser();
  refusal = new DOMException('Registration failed - push service error', 'AbortError');
  await expect(turnOnPush(ana.id)).rejects.toThrow('push service');
  expect(await state()).toBe('open');
  refusal = null;
  down = true;
  await expect(turnOnPush(ana.id)).rejects.toThrow();
  expect([await state(), subscribed]).toEqual(['open', false]);
});

test('turning off works without signal, too', async () => {
  browser();
  await turnOnPush(ana.id);
  down = true;
  await turnOffPush(ana.id);
  expect([await state(), subscribed]).toEqual(['off', false]);
});

test('a start renews what is outdated only, and subscribes anew what the browser has lost', async () => {
  browser();
  await turnOnPush(ana.id);
  calls = [];
  await renewPush(ana.id);
  expect(calls).toEqual([]);
  subscribed = false;
  await renewPush(ana.id);
  expect([subscribed, calls.at(-1)]).toEqual([true, 'PUT /api/v1/user/push']);
});

test("another member who logs in on this device ends the former member's subscription, and has none", async () => {
  browser();
  await turnOnPush(ana.id);
  calls = [];
  await renewPush(bert.id);
  expect([subscribed, calls, await notifyStateOf(bert.id)]).toEqual([false, [], 'open']);
  // The member who wanted it here gets it back with the next log-in.
  await renewPush(ana.id);
  expect([subscribed, await state()]).toEqual([true, 'on']);
});
