/** @module-tag nightly */
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { pollAlerts } from '#contract/alerts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { addComment } from '#contract/comments.ts';
import { apiBase } from '#contract/endpoint.ts';
import { refused } from '#contract/envelope.ts';
import { newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { problems } from '#contract/problems.ts';
import { endOtherSessions, listSessions } from '#contract/sessions.ts';
import { goodPassword, type TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { replyOf } from '#tests/kit/reply-of.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

let site: Site;
let browser: FleetingBrowser;
let context: BrowserContext;
let page: Page;
/** The same member's other device. */
let elsewhere: TestBrowser;
let bike: string;
let bikeId: string;
beforeAll(async () => {
  site = await Site.start();
  elsewhere = await joinSite(site, 'ana');
  bikeId = await publishBike(await joinSite(site, 'bert'));
  bike = bikePage(bikeId, '2021-surly-midnight-special');
  browser = new FleetingBrowser();
});
beforeEach(async () => {
  await context?.close();
  context = await browser.newContext({ viewport: phone, locale: 'en-GB' });
  page = await context.newPage();
  await page.goto(`${site.origin}/account/login`);
  await page.getByRole('button', { name: 'OK' }).click();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Fills in the open log-in form, and sends it. */
async function send(password = goodPassword): Promise<void> {
  await page.getByLabel('Username or e-mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
}
const account = () => page.getByRole('button', { name: /^Account/ });
async function logIn(): Promise<void> {
  await send();
  await account().waitFor();
}
/** Records the page's calls to these paths from now on. */
function watch(...paths: string[]): string[] {
  const seen: string[] = [];
  page.on('request', (request: Request) => {
    const path = new URL(request.url()).pathname.replace(apiBase, '');
    if (paths.includes(path)) seen.push(path);
  });
  return seen;
}
const toPassword = async () => {
  await account().click();
  await page.getByRole('menuitem', { name: 'Password' }).click();
};

test('a session that the site refuses leads from a public page to the log-in and back, and typed text is still there', async () => {
  const commentId = newId();
  await elsewhere.call(addComment, { params: { bikeId }, body: { id: commentId, text: 'Nice rack.' } });
  await logIn();
  await page.goto(site.origin + bike);
  const mine = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nice rack.' });
  await mine.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit your comment').fill('Nice rack, and bags.');
  const composer = page.getByLabel('Write a comment');
  await composer.fill('Which tires?');
  await elsewhere.call(endOtherSessions);
  await page.getByRole('button', { name: 'Like', exact: true }).click();

  await page.waitForURL('**/account/login?returnTo=*');
  const notice = page.getByRole('status').filter({ hasText: 'You were signed out. Log in to send 1 item.' });
  await notice.waitFor();
  expect(await notice.getByRole('link').count()).toBe(0);
  expect(await page.getByLabel('Username or e-mail').inputValue()).toBe('ana');
  expect(await faultsOf(page)).toEqual([]);
  await logIn();
  await page.waitForURL(`**/bike/${bikeId}/*`);
  expect(await composer.inputValue()).toBe('Which tires?');
  await mine.getByRole('button', { name: 'Edit' }).click();
  expect(await page.getByLabel('Edit your comment').inputValue()).toBe('Nice rack, and bags.');
  await page.getByRole('button', { name: 'Liked', exact: true }).waitFor();
  const likes = async () => (await site.db()).collection('likes').countDocuments({ bikeId });
  await expect.poll(likes).toBe(1);
});

test('an expired access token is refreshed once and the call repeated, invisibly', async () => {
  const polled = page.waitForResponse((response) => response.url().endsWith(pollAlerts.path));
  await logIn();
  await polled;
  const looked: string[] = [listSessions.path, refreshTokens.path];
  const calls = watch(...looked);
  // The first call refreshes the token: it has to be the watched one.
  const over = Promise.withResolvers<void>();
  const isOther = ({ pathname }: URL) =>
    pathname.startsWith(apiBase) && !looked.includes(pathname.slice(apiBase.length));
  await page.route(isOther, async (route) => {
    await over.promise;
    await route.continue();
  });
  await context.clearCookies({ name: 'access' });
  await toPassword();
  await page.getByText('This device').waitFor();
  expect(calls).toEqual([listSessions.path, refreshTokens.path, listSessions.path]);
  over.resolve();
  // The page's other calls may be on their way.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a call refused again after the refresh is not repeated, and signs nobody out', async () => {
  await logIn();
  const calls = watch(listSessions.path, refreshTokens.path);
  const { message } = problems.unauthenticated;
  const json = refused({ code: 'unauthenticated', message });
  await page.route(`**${listSessions.path}`, (route) =>
    route.fulfill({ status: 401, headers: { 'X-Headbadge': 'test' }, json }),
  );
  await toPassword();
  await page.getByRole('alert').filter({ hasText: message }).waitFor();
  expect(calls).toEqual([listSessions.path, refreshTokens.path, listSessions.path]);
  expect(await account().count()).toBe(1);
});

test('a refresh without a connection signs nobody out', async () => {
  await logIn();
  await page.route(`**${refreshTokens.path}`, (route) => route.abort());
  await context.clearCookies({ name: 'access' });
  await toPassword();
  const devices = page.getByRole('region', { name: 'Devices' });
  await devices.getByRole('alert').filter({ hasText: 'This needs a connection.' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/user/password');
  expect(await account().count()).toBe(1);
  await page.unroute(`**${refreshTokens.path}`);
  await devices.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('This device').waitFor();
});

test('field errors and a refusal are shown separately, and not on a reopened form', async () => {
  const alert = page.getByRole('main').getByRole('alert');
  const invalid = page.locator('[aria-invalid="true"]');
  await send('');
  await page.getByText('Enter your password.').waitFor();
  expect([await invalid.count(), await alert.count()]).toEqual([1, 0]);
  await send('not my password');
  await alert.filter({ hasText: problems.LoginFailed.message }).waitFor();
  expect([await invalid.count(), await alert.count()]).toEqual([0, 1]);
  const again = async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('heading', { name: 'Log In', level: 1 }).waitFor();
  };
  await again();
  expect([await invalid.count(), await alert.count()]).toEqual([0, 0]);

  // The reply to the earlier form arrives while the next one is open.
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route(`**${login.path}`, async (route) => {
    const response = await replyOf(route);
    await opened;
    await route.fulfill({ response });
  });
  await send('not my password');
  await again();
  const answered = page.waitForResponse(`**${login.path}`);
  open();
  await (await answered).finished();
  await page.unroute(`**${login.path}`);
  // The page knows when it has released the log-in lock.
  await page.evaluate(() => navigator.locks.request('log-in-or-out', () => undefined));
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByText('Enter your username or e-mail.').waitFor();
  expect(await alert.count()).toBe(0);
});

test("signing out on a member's page leads home, not to the log-in", async () => {
  await logIn();
  await toPassword();
  await page.getByText('This device').waitFor();
  await account().click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
  await page.getByRole('main').getByRole('heading', { name: 'Recent' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByLabel('Username or e-mail').count()).toBe(0);
});
