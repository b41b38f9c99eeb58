import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { addComment } from '#contract/comments.ts';
import { sendMessage } from '#contract/conversations.ts';
import { apiBase } from '#contract/endpoint.ts';
import { unexpectedMessage } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { judgeBike } from '#contract/moderation.ts';
import { messagesPage } from '#contract/pages.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { giveBike } from '#tests/kit/established.ts';
import { replyOf } from '#tests/kit/reply-of.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { nightly } from '#tests/run/tiers.ts';

/** `polled`: how often the page has polled and handled the reply. */
type Recorded = { icon: number[]; notified: string[]; to: string[]; polled: number };
const pollPath = apiBase + pollAlerts.path;

let site: Site;
let ben: TestBrowser;
let bikeId: Id;
let device: Device;
let page: Page;
beforeAll(async () => {
  site = await Site.start();
  const ana = await joinSite(site, 'ana');
  ben = await joinSite(site, 'ben');
  bikeId = await publishBike(ana);
  device = await Device.open(site.origin, { worker: true });
  await device.context.addCookies([...ana.cookies].map(([name, value]) => ({ name, value, url: site.origin })));
  await device.context.addInitScript(() => {
    const recorded: Recorded = { icon: [], notified: [], to: [], polled: 0 };
    Object.assign(window, { recorded });
    // The badge is on the icon of the installed app.
    const real = matchMedia.bind(window);
    const yes = { matches: true } as MediaQueryList;
    window.matchMedia = (query) => (query.includes('standalone') ? yes : real(query));
    navigator.setAppBadge = async (count = 0) => void recorded.icon.push(count);
    navigator.clearAppBadge = async () => void recorded.icon.push(0);
    // Some headless browsers have decided already.
    Object.defineProperty(Notification, 'permission', { value: 'default', configurable: true });
    Notification.requestPermission = async () => {
      Object.defineProperty(Notification, 'permission', { value: 'granted' });
      return 'granted';
    };
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      recorded.notified.push(title);
      recorded.to.push((options?.data as { to: string }).to);
    };
    const post = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = function (said: { word?: string } | undefined) {
      if (said?.word === 'polled') recorded.polled += 1;
      post.call(this, said);
    };
  });
  page = await open();
  await page.getByRole('button', { name: 'OK' }).click();
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

async function open(): Promise<Page> {
  const opened = await device.page();
  await bell(/^Alerts/, opened).waitFor();
  return opened;
}
const say = (text: string) => ben.call(addComment, { params: { bikeId }, body: { id: newId(), text } });
const bell = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: typeof name === 'string' });
const panel = () => page.getByRole('dialog', { name: 'Alerts' });
const recorded = (): Promise<Recorded> => page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded);
/** Hides and shows the page until it polls, which it does at most every two seconds. */
const lookUntil = (check: () => Promise<void>) =>
  expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        return check().then(
          () => true,
          () => false,
        );
      },
      { interval: 700 },
    )
    .toBe(true);
const counted = (name: string) => lookUntil(() => bell(name).waitFor({ timeout: 500 }));

test('new alerts are counted in the header, the title and the icon of every tab, and opening the menu marks them as seen', async () => {
  const other = await open();
  await ben.call(likeBike, { params: { bikeId } });
  await say('What a frame!');
  await counted('Alerts, 2 new');
  await bell('Alerts, 2 new', other).waitFor();
  await expect.poll(() => page.title()).toBe('(2) Headbadge');
  await expect.poll(async () => (await recorded()).icon.at(-1)).toBe(2);
  await bell('Alerts, 2 new').press('Enter');
  const links = panel().getByRole('link');
  await links.first().waitFor();
  const lines = (await links.allInnerTexts()).map((text) => text.split('\n').filter(Boolean));
  expect(lines.map(([sentence]) => sentence)).toEqual([
    'ben commented on your 2021 Surly Midnight Special',
    'ben likes your 2021 Surly Midnight Special',
  ]);
  expect(lines.map((line) => line.includes('New'))).toEqual([true, true]);
  await bell('Alerts', other).waitFor();
  await expect.poll(() => page.title()).toBe('Headbadge');
  await expect.poll(async () => (await recorded()).icon.at(-1)).toBe(0);
  await other.close();
  const db = await site.db();
  await expect.poll(() => db.collection('alerts').countDocuments({ seen: false })).toBe(0);
});

test('the menu works by keyboard and screen reader, and leads to the comment', async () => {
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^ben commented/);
  await page.keyboard.press('Escape');
  await panel().waitFor({ state: 'detached' });
  // The focus returns shortly after the panel has closed.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Alerts');
  await page.keyboard.press('Enter');
  await panel().getByRole('link').first().press('Enter');
  await page.waitForURL(/\/bike\/.*#c-/);
  await panel().waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'What a frame!' }).waitFor();
});

test('unread messages put a dot on the account, and a failing site shows its sentence in the menu', async () => {
  await page.route(`**${pollPath}`, async (route) => {
    const response = await replyOf(route, { ...route.request().headers(), 'if-none-match': '' });
    const answer = (await response.json()) as { data: { unreadMessageCount: number } };
    answer.data.unreadMessageCount = 3;
    await route.fulfill({ response, json: answer });
  });
  await lookUntil(() => page.getByRole('button', { name: 'Account, 3 unread messages' }).waitFor({ timeout: 500 }));
  await expect.poll(() => page.title()).toMatch(/^\(3\) /);
  await page.unroute(`**${pollPath}`);
  const error = { code: 'broken', message: 'A word of the server.' };
  const json = { successful: false, data: null, validation: null, error };
  await page.route(`**${pollPath}`, (route) => route.fulfill({ status: 500, json, headers: { 'X-Headbadge': '1' } }));
  await bell('Alerts').click();
  await lookUntil(() => panel().getByText(unexpectedMessage).waitFor({ timeout: 500 }));
  await page.unroute(`**${pollPath}`);
  await lookUntil(() => panel().getByText(unexpectedMessage).waitFor({ state: 'detached', timeout: 500 }));
});

test('a member who enables notifications is notified once while the page is hidden', async () => {
  await panel().getByRole('button', { name: 'Turn on notifications' }).click();
  await panel().getByText('Notifications are on').waitFor();
  await page.keyboard.press('Escape');
  await panel().waitFor({ state: 'detached' });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // Hidden before there is news, as a visible tab shows no notification of what it learns.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await say('Seen this?');
  const texts = ['ben commented on your 2021 Surly Midnight Special'];
  await lookUntil(async () => expect((await recorded()).notified).toEqual(texts));
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
});

test('a message is notified while the page is hidden, too, and leads to its conversation', {
  tags: nightly,
}, async () => {
  const db = await site.db();
  const id = async (username: string) => String((await db.collection('users').findOne({ username }))?._id);
  const [anaId, benId] = [await id('ana'), await id('ben')];
  await giveBike(db, benId, 'ben');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const before = (await recorded()).notified.length;
  const write = async (text: string) =>
    expect((await ben.call(sendMessage, { params: { userId: anaId }, body: { id: newId(), text } })).status).toBe(201);
  await write('Is it for sale?');
  const notified = async () => (await recorded()).notified.slice(before);
  await lookUntil(async () => expect(await notified()).toEqual(['New message from ben']));
  await write('Or its wheels?');
  await lookUntil(async () => expect(await notified()).toEqual(['New message from ben', '2 new messages from ben']));
  // The poll that notified of the second message may still be running; the next one notifies of nothing again.
  const { polled } = await recorded();
  await lookUntil(async () => expect((await recorded()).polled).toBeGreaterThan(polled + 1));
  expect(await notified()).toHaveLength(2);
  const to = await page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded.to.at(-1));
  expect(to).toBe(messagesPage(benId));
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
  await db.collection('conversations').deleteMany({});
  await db.collection('messages').deleteMany({});
});

test('offline the alerts are readable, and marking as seen is sent when the connection returns', async () => {
  await lookUntil(() => bell('Alerts, 1 new').waitFor({ timeout: 500 }));
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await device.context.setOffline(true);
  await page.reload();
  await bell('Alerts, 1 new').click();
  await panel().getByText('Seen this?').waitFor();
  await panel()
    .getByText(/^Saved /)
    .waitFor();
  await bell('Alerts').waitFor();
  const db = await site.db();
  expect(await db.collection('alerts').countDocuments({ seen: false })).toBe(1);
  await device.context.setOffline(false);
  await expect.poll(() => db.collection('alerts').countDocuments({ seen: false })).toBe(0);
});

test('the owner of a flagged bike reads the reason and what to do, and gets to the bike', async () => {
  const db = await site.db();
  await giveRole(db, 'ben');
  await ben.call(judgeBike, { params: { bikeId }, body: { status: 'Flagged', reason: 'The photo is of a car.' } });
  await page.goto(site.origin);
  await counted('Alerts, 1 new');
  await bell('Alerts, 1 new').press('Enter');
  const first = panel().getByRole('link').first();
  await first.getByText('Reason: The photo is of a car.').waitFor();
  expect(await first.innerText()).toContain(
    'Your 2021 Surly Midnight Special was flagged and is hidden from lists. Fix what is wrong and it is back at once.',
  );
  expect(await faultsOf(page)).toEqual([]);
  await first.press('Enter');
  await page.getByText('This bike was flagged and is hidden from lists.').waitFor();
  await ben.call(judgeBike, { params: { bikeId }, body: { status: 'Active' } });
});

test('signing out removes alerts and count', async () => {
  await say('And this?');
  await counted('Alerts, 2 new');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Log In', exact: true }).waitFor();
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  await expect.poll(async () => (await recorded()).icon.at(-1)).toBe(0);
  expect(await bell(/^Alerts/).count()).toBe(0);
});
