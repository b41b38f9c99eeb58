import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '#contract/accounts.ts';
import { putBike } from '#contract/bike-whole.ts';
import type { Body } from '#contract/endpoint.ts';
import { putFolder, shareFolder } from '#contract/favorites.ts';
import { newId } from '#contract/ids.ts';
import { judgeMember } from '#contract/moderation.ts';
import { updateLocation, updateText } from '#contract/profile.ts';
import { userPage } from '#contract/user-page.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { fetchRendered } from '#tests/kit/until-rendered.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let device: Device;
let ana: TestBrowser;
let path: string;
const name = 'ana.b';
beforeAll(async () => {
  site = await Site.start();
  ana = await joinSite(site, name);
  const photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  const publish = async (model: string, more = {}) => {
    const bikeId = newId();
    await ana.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model, ...more }) });
    return bikeId;
  };
  const won = await publish('Ogre');
  await publish('Straggler');
  await publish('Pugsley', { ownership: 'Sold' });
  const folderId = newId();
  await ana.call(putFolder, { params: { folderId }, body: { name: 'Winter' } });
  const db = await site.db();
  const week = { week: '2026-W09', votes: 3, at: new Date('2026-03-02') };
  await db.collection('bikes').updateOne({ _id: won as never }, { $set: { won: week } });
  // The last write is the site's own, as another process's appears later.
  await ana.call(updateLocation, { body: { country: 'CH', region: '', seen: { version: 0, device: newId() } } });
  await ana.call(updateText, { body: { text: 'Rides to work.', seen: { version: 0, device: newId() } } });
  await ana.call(shareFolder, { params: { folderId } });
  path = userPage(await idOf(name), name);
  device = await Device.open(site.origin, { worker: true });
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

const idOf = async (username: string) =>
  String((await (await site.db()).collection('users').findOne({ username }))?._id);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const bikes = (page: Page) => page.getByRole('region', { name: 'Bikes' }).getByRole('article');

describe('the page of a member', () => {
  test('is rendered in full by the server, whatever the name after the id', async () => {
    const { status, text } = await fetchRendered(site.origin + path.replace(/[^/]*$/, 'once.called'));
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="${site.origin}${path}"`);
    expect(text).toContain('application/rss+xml');
    expect(text).toContain('"@type":"ProfilePage"');
    for (const line of [
      name,
      'Switzerland',
      'Rides to work.',
      'Member since',
      'Bike of the Week',
      'Winter',
      'Previous',
    ])
      expect(text).toContain(line);
  });

  test('describes a member without bikes without a zero', async () => {
    await joinSite(site, 'newcomer');
    const { text } = await fetchRendered(site.origin + userPage(await idOf('newcomer'), 'newcomer'));
    expect(text).toContain('Bikes by newcomer.');
    expect(text).not.toContain('0 bikes');
  });

  test("shows the member's current name, and current and former bikes", async () => {
    const page = await device.page(path.replace(/[^/]*$/, 'once.called'));
    await page.getByRole('button', { name: 'OK' }).click();
    await page.waitForURL(site.origin + path);
    await expect.poll(() => heading(page).textContent()).toBe(name);
    const current = 2;
    await expect.poll(() => bikes(page).count()).toBe(current);
    await page.getByRole('link', { name: /^Previous/ }).press('Enter');
    await expect.poll(() => bikes(page).count()).toBe(1);
    await page.getByRole('link', { name: 'Previous', exact: false }).and(page.locator('[aria-current]')).waitFor();
    await page.reload();
    await expect.poll(() => bikes(page).count()).toBe(1);
    await page.goBack();
    await expect.poll(() => bikes(page).count()).toBe(current);
    await page.getByRole('link', { name: /Winter/ }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Winter' }).waitFor();
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await page.waitForURL(site.origin + path);
    await page.close();
  });

  test('opens again offline, says so when it was never opened, and blocks and unblocks', async () => {
    const rider = await Rider.join(site, 'olga', { worker: true });
    const { page, device: own } = rider;
    await rider.settle();
    await rider.go(path);
    await heading(page).filter({ hasText: name }).waitFor();
    await expect.poll(() => bikes(page).count()).toBeGreaterThan(0);
    await own.context.setOffline(true);
    await rider.go(path);
    await heading(page).filter({ hasText: name }).waitFor();
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    await expect.poll(() => bikes(page).count()).toBeGreaterThan(0);
    await rider.go('/user/01890000-0000-7000-8000-000000000102/nobody');
    await page.getByRole('heading', { name: 'Not saved on this device.' }).waitFor();
    await own.context.setOffline(false);
    await rider.go(path);
    await page.getByRole('button', { name: `Block ${name}` }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).press('Enter');
    await page.getByRole('button', { name: `Unblock ${name}` }).waitFor();
    const blocks = (await site.db()).collection('blocks');
    await expect.poll(() => blocks.countDocuments()).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: `Unblock ${name}` }).press('Enter');
    await page.getByRole('button', { name: `Block ${name}`, exact: true }).waitFor();
    await expect.poll(() => blocks.countDocuments()).toBe(0);
    await rider.close();
  });

  test('is linked from bikes and comments, and lets a member start a message', async () => {
    const page = await device.page(path);
    await bikes(page).first().getByRole('link').first().click();
    await page.getByRole('region', { name: 'Owner' }).getByRole('link').first().click();
    await page.waitForURL(site.origin + path);
    await page.getByRole('link', { name: 'Message' }).click();
    await page.waitForURL(/\/account\/login\?returnTo=/);
    await page.close();
  });

  test('shows the state of a closed account, with the matching HTTP status', { tags: nightly }, async () => {
    const judge = await joinSite(site, 'judge');
    await giveRole(await site.db(), 'judge');
    const page = await device.page('/about');
    const expectStatus = async (status: number, title: string, at = path) => {
      expect((await fetchRendered(site.origin + at)).status).toBe(status);
      await page.goto(site.origin + at);
      // The cached page is shown until the site has replied.
      await expect.poll(() => heading(page).textContent()).toBe(title);
    };
    const decide = (body: Body<typeof judgeMember>) =>
      idOf(name).then((userId) => judge.call(judgeMember, { params: { userId }, body }));
    await expectStatus(200, name);
    await decide({ standing: 'Banned', reason: 'Adverts.' });
    await expectStatus(410, 'This account is closed.');
    expect((await page.getByRole('main').innerText()).includes(name)).toBe(false);
    await decide({ standing: 'Active' });
    await decide({ standing: 'Suspended', until: '2999-01-01T00:00:00Z', reason: 'Insults.' });
    await expectStatus(200, name);
    const dora = await joinSite(site, 'dora');
    const doras = userPage(await idOf('dora'), 'dora');
    await expectStatus(200, 'dora', doras);
    await dora.call(deleteAccount, { body: { username: 'dora' } });
    await expectStatus(410, 'Deleted member', doras);
    await page.close();
    expect((await fetchRendered(`${site.origin}/user/01890000-0000-7000-8000-000000000102/x`)).status).toBe(404);
    expect((await fetchRendered(`${site.origin}/user/nobody`)).status).toBe(404);
  });
});
