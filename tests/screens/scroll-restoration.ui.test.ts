/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFavorite, putFolder, shareFolder } from '#contract/favorites.ts';
import { newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';
import { Device } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { replyOf } from '#tests/kit/reply-of.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

type Row = { _id: string; status: string; owner: Person };

let site: Site;
let device: Device;
const lists = { 'a search': '/bike/search', "a member's page": '', 'a shared folder': '' };
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const bikes = (await site.db()).collection<Row>('bikes');
  const many = await bikes.find({ status: 'Active' }).limit(60).toArray();
  const ids = many.map(({ _id }) => _id);
  const owner = many[0]?.owner as Person;
  await bikes.updateMany({ _id: { $in: ids } }, { $set: { owner, ownership: 'Current' } });
  lists["a member's page"] = userPage(owner.id, owner.username);
  const friend = await joinSite(site, 'friend');
  const folderId = newId();
  await friend.call(putFolder, { params: { folderId }, body: { name: 'Many' } });
  for (const bikeId of ids) await friend.call(addFavorite, { params: { folderId, bikeId } });
  const { answer } = await friend.call(shareFolder, { params: { folderId } });
  if (answer.successful) lists['a shared folder'] = `/favorites/${answer.data.shareId}`;
  device = await Device.open(site.origin);
  await device.context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

const cards = (page: Page) => page.getByRole('main').getByRole('article');

/** Opens a list, loads its third page, and scrolls to a bike there; returns its link. */
async function farDown(page: Page, path: string): Promise<string> {
  await page.goto(site.origin + path);
  await until(async () => {
    if ((await cards(page).count()) > 52) return;
    await page.getByRole('button', { name: /^Load more/ }).click({ timeout: 1_000 });
    throw new Error('The list is short.');
  });
  const link = cards(page).nth(52).getByRole('link').first();
  await link.evaluate((one) => one.closest('article')?.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await untilIdle(page);
  return (await link.getAttribute('href')) ?? '';
}
const everyList = Object.keys(lists) as (keyof typeof lists)[];

const topOf = (page: Page, href: string) =>
  page.evaluate((one) => {
    const link = document.querySelector(`main a[href="${one}"]`);
    return Math.round(link?.closest('article')?.getBoundingClientRect().top ?? Number.NaN);
  }, href);

// In the first tier tests/screens/search.ui.test.ts does so with a search.
test.each(everyList)('Back to %s with more pages loaded restores the position', async (name) => {
  const page = await device.context.newPage();
  const href = await farDown(page, lists[name]);
  const top = await topOf(page, href);
  await page.locator(`main a[href="${href}"]`).click();
  await page.waitForURL(site.origin + href);
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await page.goBack();
  await expect.poll(async () => Math.abs((await topOf(page, href)) - top)).toBeLessThan(4);
  await untilIdle(page);
  expect(Math.abs((await topOf(page, href)) - top)).toBeLessThan(4);
  await page.close();
});

test("Back to a member's page finds the bike again although newer ones precede it now", async () => {
  const page = await device.context.newPage();
  const href = await farDown(page, lists["a member's page"]);
  const top = await topOf(page, href);
  await page.locator(`main a[href="${href}"]`).click();
  await page.waitForURL(site.origin + href);
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await page.route(/\/bikes\?part=Current$/, async (route) => {
    const response = await replyOf(route);
    const envelope = (await response.json()) as { data: { items: { id: string; model: string }[] } };
    const newer = envelope.data.items.slice(0, 8).map((card) => ({ ...card, id: newId(), model: 'Newer' }));
    envelope.data.items.unshift(...newer);
    await route.fulfill({ response, json: envelope });
  });
  await page.goBack();
  await page.getByRole('main').getByText('Newer').first().waitFor({ state: 'attached' });
  await untilIdle(page);
  expect(Math.abs((await topOf(page, href)) - top)).toBeLessThan(4);
  await page.close();
});

test('Back finds the bike where it was pressed, although a row above grew after the last scroll', async () => {
  const page = await device.context.newPage();
  const href = await farDown(page, lists['a search']);
  const before = await topOf(page, href);
  await cards(page)
    .nth(46)
    .evaluate((card) => {
      document.documentElement.style.overflowAnchor = 'none';
      card.style.paddingBlockEnd = '24px';
    });
  const top = await topOf(page, href);
  expect(top - before).toBe(24);
  await page.locator(`main a[href="${href}"]`).click();
  await page.waitForURL(site.origin + href);
  await page.goBack();
  await expect.poll(async () => Math.abs((await topOf(page, href)) - top)).toBeLessThan(4);
  await page.close();
});

// In the second tier: once in some twenty runs of everything the list was at its top after the last reload, which follows
// the restored position at once. Alone it passes; perhaps the place is not noted yet by then.
test.each(everyList)('Back to %s restores the position also after a reload', async (name) => {
  const page = await device.context.newPage();
  const href = await farDown(page, lists[name]);
  const top = await topOf(page, href);
  await page.locator(`main a[href="${href}"]`).click();
  await page.waitForURL(site.origin + href);
  await page.reload();
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await page.goBack();
  await expect.poll(async () => Math.abs((await topOf(page, href)) - top), { timeout: 8_000 }).toBeLessThan(4);
  await page.reload();
  await expect.poll(async () => Math.abs((await topOf(page, href)) - top), { timeout: 8_000 }).toBeLessThan(4);
  await page.close();
});

test('home shows the same bike at its top, with the same words, whichever way it is reached', async () => {
  const arrive = async (from: string | null) => {
    const visitor = await Device.open(site.origin);
    const page = await visitor.page(from ?? '/');
    if (from) {
      await untilIdle(page);
      await page.getByRole('link', { name: 'Headbadge, home' }).click();
    }
    await page.getByRole('heading', { name: 'Recent', exact: true }).waitFor();
    await untilIdle(page);
    const text = await page
      .locator('main section')
      .filter({ hasText: /Bike of the Week/i })
      .first()
      .innerText();
    await visitor.close();
    return text;
  };
  const direct = await arrive(null);
  expect(direct).toMatch(/Bike of the Week/i);
  // The contact page and the log-in show a popular bike, whose list is cached by then.
  for (const from of ['/contact', '/faq']) expect(await arrive(from), from).toBe(direct);
});
