/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { changeMaintenance, endAnnouncement, publishAnnouncement } from '#contract/site.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { maxHydrationShift, openHydrated, watchHydration } from '#tests/kit/hydration.ts';
import { Rider } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { fetchRendered, openRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let operator: TestBrowser;
let bikeId: string;
beforeAll(async () => {
  site = await Site.start();
  operator = await joinSite(site, 'otto');
  bikeId = await publishBike(await joinSite(site, 'ana'));
  await giveRole(await site.db(), 'otto');
});
afterAll(() => site?.close());

test('an announcement is on every page, moves nothing, and stays dismissed, also offline', async () => {
  const id = newId();
  await operator.call(publishAnnouncement, { body: { id, text: 'We ride on Sunday.', link: '/faq' } });
  expect((await fetchRendered(`${site.origin}/about`)).text).toContain('We ride on Sunday.');
  const device = await Device.open(site.origin, { worker: true });
  try {
    const page = await device.page('/about');
    const bar = page.getByRole('complementary', { name: 'Announcement' });
    await bar.getByRole('link', { name: 'Read more' }).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await assertAccessible(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => localStorage.getItem('services') !== null);

    // A page that the device renders, without signal.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await device.context.setOffline(true);
    await page.goto(`${site.origin}/faq`);
    await bar.getByText('We ride on Sunday.').waitFor();
    await device.context.setOffline(false);

    await bar.getByRole('button', { name: 'Dismiss' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await page.getByRole('heading', { name: 'Contact' }).waitFor();
    expect(await bar.count()).toBe(0);
    await device.context.setOffline(true);
    await page.goto(`${site.origin}/faq`);
    await page.getByRole('heading', { name: 'FAQ' }).first().waitFor();
    expect(await bar.count()).toBe(0);
  } finally {
    await device.close();
  }
});

test('a server-rendered page hides a dismissed announcement before its first paint', async () => {
  const device = await Device.open(site.origin);
  try {
    const page = await device.page('/about');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    // A click before the page is hydrated takes effect later.
    await page.getByRole('complementary', { name: 'Announcement' }).waitFor({ state: 'detached' });
    await page.close();
    await watchHydration(device.context);
    const { moved } = await openHydrated(device.context, `${site.origin}/about`);
    expect(moved).toBeLessThanOrEqual(maxHydrationShift);
    const scriptless = await device.context.newPage();
    // Everything but the script that runs before the first paint.
    await scriptless.route('**/assets/*.js', (route) =>
      route.request().url().includes('/theme-') ? route.continue() : route.abort(),
    );
    await openRendered(scriptless, `${site.origin}/about`);
    await scriptless.getByRole('heading', { name: 'About' }).first().waitFor();
    expect(await scriptless.getByText('We ride on Sunday.').isVisible()).toBe(false);
  } finally {
    await device.close();
  }
});

test('a like during maintenance waits, says so, and arrives exactly once afterwards', async () => {
  const rider = await Rider.join(site, 'ben', {});
  try {
    await operator.call(changeMaintenance, { body: { on: true, text: 'Back at noon.' } });
    await rider.go(bikePage(bikeId, 'any'));
    const { page } = rider;
    await page.getByText('Back at noon. What you do is saved here and sent later.').waitFor();
    await rider.setLike(true);
    await rider.go('/user/outbox');
    await rider.main.getByText('Back at noon.').first().waitFor();
    await assertAccessible(page);
    const likes = (await site.db()).collection('likes');
    expect(await likes.countDocuments({ bikeId })).toBe(0);
    // Sooner than the server asked for.
    const again = page.waitForRequest((request) => request.url().endsWith('/like'), { timeout: 10_000 });
    await rider.main.getByRole('button', { name: 'Try now' }).first().click();
    await again;
    await rider.main.getByText('Back at noon.').first().waitFor();
    await operator.call(changeMaintenance, { body: { on: false } });
    await expect.poll(() => likes.countDocuments({ bikeId })).toBe(1);
    await rider.main.getByText('Back at noon.').waitFor({ state: 'detached' });
    expect(await likes.countDocuments({ bikeId })).toBe(1);
  } finally {
    await rider.device.close();
  }
});

test('an operator publishes, and ends, on the page of the site', async () => {
  const rider = await Rider.enter(site, 'otto');
  await giveRole(await site.db(), 'otto');
  try {
    await rider.go('/moderation/site');
    const { page, main } = rider;
    await main.getByText('Announcement', { exact: true }).click();
    // The announcement of an earlier test.
    await main.getByRole('button', { name: 'End it' }).click();
    await main.getByLabel('Your sentence', { exact: true }).fill('We moved.');
    await page.getByRole('complementary', { name: 'Preview' }).getByText('We moved.').waitFor();
    await main.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published. Everybody sees it on their next page.').waitFor();
    await assertAccessible(page);
    await rider.go('/faq');
    await page.getByRole('complementary', { name: 'Announcement' }).getByText('We moved.').waitFor();
    const setup = await (await site.db()).collection('site').findOne({ _id: 'announcement' as never });
    await operator.call(endAnnouncement, { params: { announcementId: String(setup?.id) } });
  } finally {
    await rider.device.close();
  }
});
