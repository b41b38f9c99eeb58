import type { Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { preferencesPage } from '#contract/pages.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { PushReceiver } from '#tests/kit/push-receiver.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { nightly } from '#tests/run/tiers.ts';

const endpoint = 'https://push.example.org/ana';

let site: Site;
let ana: TestBrowser;
let anaId: Id;
let ben: TestBrowser;
let bikeId: Id;
let device: Device;
let page: Page;
let deliver: (data: string) => Promise<unknown>;

/** Replaces the browser's way to its push service, which a test has none of. */
function withoutService({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }) {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
  const keys: Record<string, string> = { p256dh, auth };
  const place = 'test-subscription';
  const known = () => {
    const applicationServerKey = localStorage.getItem(place);
    if (!applicationServerKey) return null;
    return {
      endpoint,
      options: { applicationServerKey: bytes(applicationServerKey) },
      getKey: (name: string) => bytes(keys[name] ?? ''),
      unsubscribe: async () => localStorage.removeItem(place) ?? true,
    } as unknown as PushSubscription;
  };
  // Headless browsers have decided already.
  const permission = 'test-permission';
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(permission) ?? 'default' });
  Notification.requestPermission = async () => {
    localStorage.setItem(permission, 'granted');
    return 'granted';
  };
  PushManager.prototype.getSubscription = async () => known();
  PushManager.prototype.subscribe = async (options) => {
    const key = new Uint8Array(options?.applicationServerKey as ArrayBuffer);
    localStorage.setItem(place, btoa(String.fromCharCode(...key)));
    return known() as PushSubscription;
  };
}

beforeAll(async () => {
  site = await Site.start();
  ana = await joinSite(site, 'ana');
  ben = await joinSite(site, 'ben');
  bikeId = await publishBike(ana);
  const db = await site.db();
  anaId = String((await db.collection('users').findOne({ username: 'ana' }))?._id);
  device = await Device.open(site.origin, { worker: true });
  await device.context.addCookies([...ana.cookies].map(([name, value]) => ({ name, value, url: site.origin })));
  await device.context.addInitScript(withoutService, new PushReceiver().device(endpoint));
  page = await device.page(preferencesPage());
  await page.getByRole('button', { name: 'OK' }).click();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

const box = () => page.getByRole('checkbox', { name: 'Notifications on this device' });
const devices = async () => (await site.db()).collection('pushDevices').find().toArray();
const say = (text: string) => ben.call(addComment, { params: { bikeId }, body: { id: newId(), text } });
const worker = (): Worker => {
  const found = device.context.serviceWorkers().at(-1);
  if (!found) throw new Error('There is no worker.');
  return found;
};
/** The notifications that the worker has shown: the title by tag, as a notification replaces the one of its tag, and how often. */
type Shown = { registration: ServiceWorkerRegistration; byTag: Map<string, string>; calls: number };
/** Records notifications in place of a screen, which headless browsers have none of. */
const recordShown = () =>
  worker().evaluate(() => {
    const scope = globalThis as unknown as Shown;
    // A headless browser stops a worker that asks for a badge.
    Object.defineProperty(navigator, 'setAppBadge', { value: async () => undefined });
    scope.byTag = new Map();
    scope.calls = 0;
    scope.registration.showNotification = async (title, options) => {
      scope.calls += 1;
      scope.byTag.set(options?.tag ?? '', title);
    };
    scope.registration.getNotifications = async (wanted) =>
      [...scope.byTag]
        .filter(([tag]) => !wanted?.tag || wanted.tag === tag)
        .map(([tag, title]) => ({ tag, title })) as never;
  });
const shown = () => worker().evaluate(() => [...(globalThis as unknown as Shown).byTag.values()]);
const calls = () => worker().evaluate(() => (globalThis as unknown as Shown).calls);

test('one switch subscribes this device, and the server knows where to push', { tags: nightly }, async () => {
  await expect.poll(() => box().isEnabled()).toBe(true);
  expect(await box().isChecked()).toBe(false);
  await box().click();
  await page.getByText('even while Headbadge is closed').waitFor();
  expect((await devices()).map((row) => [row.userId, row.endpoint])).toEqual([[anaId, endpoint]]);
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => box().isChecked()).toBe(true);
});

test('a push to a closed page shows one notification of the news, and a second push repeats none', {
  tags: nightly,
}, async () => {
  const devtools = await device.context.newCDPSession(page);
  const ids: string[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.map((one) => one.registrationId)),
  );
  await devtools.send('ServiceWorker.enable');
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  const registrationId = ids.at(-1) ?? '';
  deliver = (data) => devtools.send('ServiceWorker.deliverPushMessage', { origin: site.origin, registrationId, data });
  await page.goto('about:blank');
  // It may have been stopped without a page; what is recorded lives as long as the worker.
  await devtools.send('ServiceWorker.startWorker', { scopeURL: `${site.origin}/` });
  await recordShown();
  await say('Nice rack.');
  await deliver(JSON.stringify({ member: anaId }));
  const sentence = 'ben commented on your 2021 Surly Midnight Special';
  await expect.poll(shown).toEqual([sentence]);
  expect(await calls()).toBe(1);
  await deliver(JSON.stringify({ member: anaId }));
  await expect.poll(calls).toBe(2);
  expect(await shown()).toEqual([sentence]);
});
