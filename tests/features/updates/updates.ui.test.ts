import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bike } from '#contract/bike-whole.ts';
import { bikePage, updateBikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';

let site: Site;
let ana: Rider;
let photo: Upload;
let bikeId: string;
let address: string;
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana', { worker: true });
  await ana.settle();
  const buffer = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer };
  await ana.page.setViewportSize({ width: 1280, height: 900 });
  await ana.go('/user/bike/add');
  await ana.fillIn('Ogre', [photo]);
  await ana.publish();
  await until(async () => {
    if ((await stored())?.model !== 'Ogre') throw new Error('The bike has not arrived.');
  });
  bikeId = String((await stored())?._id);
  address = bikePage(bikeId, '2021-surly-ogre');
});
afterAll(async () => {
  await ana?.device.context.setOffline(false);
  await ana?.close();
  await site?.close();
});

const stored = async () => (await site.db()).collection<Bike & { _id: string }>('bikes').findOne({ status: 'Active' });
const history = async () => (await stored())?.history ?? [];
const item = (title: string) =>
  ana.main.getByRole('listitem').filter({ has: ana.page.getByRole('heading', { name: title }) });

test('an update is posted without signal, shows at once on the page of its bike, and is sent later', async () => {
  const { page, device, main } = ana;
  await ana.go(address);
  await main.getByRole('link', { name: 'Post an update' }).first().waitFor();
  await ana.go(updateBikePage(bikeId));
  await page.getByLabel('What happened').waitFor();
  await device.context.setOffline(true);
  await page.getByRole('button', { name: 'Post update' }).press('Enter');
  await page.getByText('Enter what happened.').waitFor();
  await page.getByLabel('What happened').fill('A better saddle');
  await page.getByLabel('More about it').fill('Softer than the one before.');
  await page.locator('input[type=file]').setInputFiles([photo, { ...photo, name: 'b.jpg' }]);
  await page.getByText('2 of 6').waitFor();
  await page.getByLabel('Changed part').selectOption('Saddle');
  await page.getByLabel('Saddle after').fill('Brooks B17');
  await page.getByText('Saved on this device').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Post update' }).press('Enter');
  await item('A better saddle').getByText('Waiting for its photos').waitFor();
  await item('A better saddle').getByRole('img').nth(1).waitFor();
  // The parts list changes with it.
  await main.getByRole('heading', { name: 'Parts' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await history()).toEqual([]);
  await device.context.setOffline(false);
  await expect.poll(history).toMatchObject([{ title: 'A better saddle', photos: [{}, {}] }]);
  expect((await stored())?.components).toMatchObject([{ slot: 'Saddle', text: 'Brooks B17' }]);
  await item('A better saddle').getByRole('link', { name: 'Edit the update A better saddle' }).waitFor();
});

test('the owner chooses a before and after, which a slider compares by keyboard and which stand side by side without script', async () => {
  const { page, main } = ana;
  await main.getByRole('button', { name: 'Choose photos for before and after' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Show both' }).press('Enter');
  await main.getByRole('heading', { name: 'Before and after' }).waitFor();
  const slider = main.getByRole('slider', { name: 'How much of the “before” photo is visible' });
  const edge = () =>
    slider.evaluate((range) => getComputedStyle(range.parentElement as Element).getPropertyValue('--share'));
  await slider.press('ArrowRight');
  expect([await slider.inputValue(), await edge()]).toEqual(['51', '51%']);
  await slider.press('Home');
  expect(await edge()).toBe('0%');
  expect(await faultsOf(page)).toEqual([]);
  await expect.poll(async () => (await stored())?.beforeAfter?.before).toBe((await stored())?.photos[0]?.id);

  const reader = await Device.open(site.origin, { javaScriptEnabled: false });
  const plain = await reader.page(address);
  const [before, after] = [plain.getByRole('img', { name: /^Before:/ }), plain.getByRole('img', { name: /^After:/ })];
  const [left, right] = [await before.boundingBox(), await after.boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  await plain.getByRole('heading', { name: 'A better saddle' }).waitFor();
  expect(await plain.getByRole('slider').isVisible()).toBe(false);
  await reader.close();
});

test('an update is edited, deleted and restored by its owner, and one that was begun goes on later', async () => {
  const { page, main } = ana;
  await item('A better saddle').getByRole('link', { name: /^Edit/ }).press('Enter');
  await page.getByLabel('What happened').fill('The best saddle');
  await page.getByText('2 of 6').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await item('The best saddle').waitFor();
  await expect.poll(async () => (await history()).map(({ title }) => title)).toEqual(['The best saddle']);
  await item('The best saddle')
    .getByRole('button', { name: /^Delete/ })
    .press('Enter');
  await item('The best saddle').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await item('The best saddle').waitFor();
  expect(await history()).toHaveLength(1);

  await ana.go(updateBikePage(bikeId));
  await page.getByLabel('What happened').fill('New tires');
  await page.getByText('Saved on this device').waitFor();
  await ana.go(address);
  await main.getByText('Unfinished: New tires').waitFor();
  await main.getByRole('link', { name: 'Continue the update New tires' }).press('Enter');
  await expect.poll(() => page.getByLabel('What happened').inputValue()).toBe('New tires');
  await page.getByRole('button', { name: 'Post update' }).press('Enter');
  await item('New tires').waitFor();
  await main.getByText('Unfinished: New tires').waitFor({ state: 'detached' });
  await expect.poll(async () => (await history()).map(({ title }) => title)).toEqual(['The best saddle', 'New tires']);
});

test('an edit begins with the update as it is now, and what another device has changed meanwhile stays', async () => {
  const { page, main } = ana;
  const id = (await history()).at(-1)?.id ?? '';
  const changeElsewhere = (change: Record<string, string>) =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
        const { status } = await fetch(path, { method: 'PUT', headers, body });
        if (status !== 200) throw new Error(`${status}`);
      },
      [
        `/api/v1/bikes/${bikeId}/updates/${id}`,
        JSON.stringify({ date: '2026-05-01', title: 'New tires', text: '', ...change }),
      ] as const,
    );
  await ana.go(updateBikePage(bikeId, id));
  await expect.poll(() => page.getByLabel('What happened').inputValue()).toBe('New tires');
  await changeElsewhere({ title: 'Newer tires' });
  await ana.go(address);
  await item('Newer tires').getByRole('link', { name: /^Edit/ }).press('Enter');
  await expect.poll(() => page.getByLabel('What happened').inputValue()).toBe('Newer tires');
  await page.getByLabel('Day').fill('');
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await page.getByText('Enter a date, such as 2026-08-01.').waitFor();
  expect(await page.getByLabel('Day').inputValue()).toBe('');
  await page.getByLabel('Day').fill('2026-05-02');
  await changeElsewhere({ title: 'Newer tires', text: 'Tubeless.' });
  await page.getByLabel('What happened').fill('Newest tires');
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await main.getByRole('heading', { name: 'Newest tires' }).waitFor();
  await expect
    .poll(async () => (await history()).find((one) => one.id === id))
    .toMatchObject({ date: '2026-05-02', title: 'Newest tires', text: 'Tubeless.' });
});
