import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { updateLocation } from '#contract/profile.ts';
import { userPage } from '#contract/user-page.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { fetchRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let ana: TestBrowser;
let bikeId: Id;
const region = '/place/de-bw/baden-wurttemberg';
beforeAll(async () => {
  site = await Site.start();
  ana = await joinSite(site, 'ana');
  const photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  for (const model of ['Ogre', 'Straggler']) {
    bikeId = newId();
    await ana.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model, weightG: 9_072 }) });
  }
  await ana.call(updateLocation, {
    body: { country: 'DE', region: 'DE-BW', seen: { version: 0, device: newId() } },
  });
});
afterAll(() => site?.close());

test('the page of a place is rendered in full by the server, whatever the name after the code', async () => {
  const { status, text } = await fetchRendered(`${site.origin}/place/de-bw/once-called`);
  expect(status).toBe(200);
  expect(text).toContain(`<link rel="canonical" href="${site.origin}${region}"`);
  expect(text).toContain('<title>Bikes in Baden-Württemberg, Germany');
  expect(text).toContain('"@type":"CollectionPage"');
  expect(text).toContain('application/rss+xml');
  for (const line of ['Ogre', 'Straggler', '2 bikes']) expect(text).toContain(line);
  for (const path of ['/place/xx', '/place/de-qq', '/place/germany'])
    expect([path, (await fetch(site.origin + path)).status]).toEqual([path, 404]);
  expect((await fetch(`${site.origin}/place/li`)).status).toBe(200);
});

test("a bike's page and its owner's lead to the place, which opens again without signal", async () => {
  const rider = await Rider.join(site, 'olga', { worker: true });
  const { page, device } = rider;
  await rider.settle();
  await rider.go(bikePage(bikeId, 'straggler'));
  const place = page.getByRole('region', { name: 'Owner' }).getByRole('link', { name: 'Baden-Württemberg, Germany' });
  // On a phone the actions are below the name and the place, which keep their line.
  await page.getByRole('link', { name: 'Ask about this bike' }).waitFor();
  expect(await place.evaluate((it) => it.getClientRects().length)).toBe(1);
  await place.click();
  await page.waitForURL(site.origin + region);
  const heading = page.getByRole('heading', { level: 1, name: 'Baden-Württemberg' });
  await heading.waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  // Up to the country, and down again by its regions.
  await page.getByRole('link', { name: 'Germany', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Germany' }).waitFor();
  const below = page.getByRole('region', { name: 'Regions' }).getByRole('link', { name: /Baden-Württemberg/ });
  await page.getByRole('article').first().waitFor();
  const top = async (it: Locator) => (await it.boundingBox())?.y ?? 0;
  expect(await top(below)).toBeLessThan(await top(page.getByRole('article').first()));
  await below.click();
  await heading.waitFor();
  await device.context.setOffline(true);
  await page.reload();
  await heading.waitFor();
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  // The search of the saved bikes knows the place.
  await page.getByRole('link', { name: 'Filter these bikes' }).click();
  await page.getByText(/^No signal. Searching the/).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.getByRole('link', { name: 'Remove the filter Baden-Württemberg' }).waitFor();
  await rider.go('/place/fr');
  await page.getByRole('heading', { name: 'Not saved on this device.' }).waitFor();
  await device.context.setOffline(false);
  const anaId = String((await (await site.db()).collection('users').findOne({ username: 'ana' }))?._id);
  await rider.go(userPage(anaId, 'ana'));
  await page.getByRole('link', { name: 'Baden-Württemberg, Germany' }).click();
  await heading.waitFor();
  await device.close();
});

test('a member hides bikes by place on the profile, also without signal', async () => {
  const rider = await Rider.join(site, 'berta', { worker: true });
  const { page, device } = rider;
  await rider.settle();
  await rider.go('/user/profile');
  await page.getByLabel('Country').fill('Austri');
  await page.getByRole('option', { name: 'Austria' }).click();
  const choice = page.getByRole('checkbox', { name: 'Show my bikes on the pages of my country and region' });
  expect(await choice.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await device.context.setOffline(true);
  await choice.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved on this device').waitFor();
  await page.reload();
  expect(await choice.isChecked()).toBe(false);
  await device.context.setOffline(false);
  const profiles = (await site.db()).collection('profiles');
  await expect
    .poll(async () => (await profiles.findOne({ 'location.country': 'AT' }))?.location)
    .toEqual({ country: 'AT', region: '', hidesBikes: true });
  await device.close();
});

test('weights are filtered in the units of the reader', async () => {
  const unitsOf = async (units: 'Metric' | 'Imperial', path: string) => {
    const device = await Device.open(site.origin);
    await device.context.addInitScript(
      (value) => localStorage.setItem('preferences', value),
      JSON.stringify({ units }),
    );
    const page = await device.page(path);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'OK' }).click();
    const weight = page.getByRole('complementary', { name: 'Filters' }).getByRole('group', { name: 'Weight' });
    return { device, page, weight, bikes: () => page.getByRole('article').count() };
  };
  const metric = await unitsOf('Metric', '/bike/search');
  await metric.weight.getByLabel('To').fill('9,1');
  await metric.weight.getByLabel('To').press('Enter');
  await metric.page.waitForURL('**/bike/search?weightTo=9.1');
  await metric.page.getByRole('link', { name: 'Remove the filter up to 9.1 kg' }).waitFor();
  await expect.poll(metric.bikes).toBe(2);
  await metric.weight.getByLabel('From').fill('a lot');
  await metric.weight.getByLabel('From').press('Enter');
  await metric.page.getByText('Enter a number between 2 and 100 kg.').waitFor();
  await metric.device.close();

  const imperial = await unitsOf('Imperial', '/bike/search?weightFrom=9.072&weightTo=9.072');
  await expect.poll(() => imperial.weight.getByLabel('From').inputValue()).toBe('20');
  await imperial.page.getByRole('link', { name: 'Remove the filter 20 lb' }).waitFor();
  await expect.poll(imperial.bikes).toBe(2);
  await imperial.weight.getByLabel('To').fill('21');
  await imperial.weight.getByLabel('To').press('Enter');
  await imperial.page.waitForURL('**/bike/search?weightFrom=9.072&weightTo=9.525');
  await imperial.device.close();
});
