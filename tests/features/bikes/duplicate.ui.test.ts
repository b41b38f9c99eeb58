import { afterAll, beforeAll, expect, test } from 'vitest';
import { editBikePage } from '#contract/pages.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.close());

test('a copy of a bike begins the next build of it, also without signal', async () => {
  const rider = await Rider.join(site, 'olga', { worker: true });
  const { page, device } = rider;
  await rider.settle();
  await page.setViewportSize({ width: 1280, height: 900 });
  const buffer = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  await rider.go('/user/bike/add');
  await rider.describeBike('Ogre', [{ name: 'ogre.jpg', mimeType: 'image/jpeg', buffer }]);
  await rider.publish();
  const [, , id = ''] = new URL(page.url()).pathname.split('/');
  const bikePath = new URL(page.url()).pathname;
  const bikes = (await site.db()).collection<{ _id: string; status: string; nickname: string }>('bikes');
  await expect.poll(async () => (await bikes.findOne({ _id: id }))?.status).toBe('Active');
  await rider.go(editBikePage(id, 'frame'));
  await page.getByLabel('Nickname').fill('Old Faithful');
  await page.getByLabel('Tubing or layup').fill('4130 CroMoly');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect.poll(async () => (await bikes.findOne({ _id: id }))?.nickname).toBe('Old Faithful');
  await rider.go(bikePath);
  await page.getByText('4130 CroMoly').first().waitFor();

  await device.context.setOffline(true);
  await page.getByRole('button', { name: 'Duplicate the 2021 Surly Ogre' }).click();
  await page.waitForURL(/\/user\/bike\/add\?draft=/);
  await page.getByText('Copied from your 2021 Surly Ogre.').waitFor();
  expect(await page.getByLabel('Model').inputValue()).toBe('Ogre');
  expect(await page.getByLabel('Year').inputValue()).toBe('2021');
  expect(await page.getByLabel('Tubing or layup').inputValue()).toBe('4130 CroMoly');
  expect(await page.getByLabel('Nickname').inputValue()).toBe('');
  await page.getByText('0 of 24').or(page.getByText('a photo')).first().waitFor();
  await page.getByLabel('Nickname').fill('Young Faithful');
  await page.getByText('Saved on this device').first().waitFor();
  await page.reload();
  expect(await page.getByLabel('Nickname').inputValue()).toBe('Young Faithful');
  await device.context.setOffline(false);
  // The copy is a draft like any other, on other devices too.
  await expect.poll(() => bikes.countDocuments({ status: 'Draft' })).toBe(1);
  expect((await bikes.findOne({ _id: id }))?.nickname).toBe('Old Faithful');
  await rider.go('/user/bikes');
  await page.getByRole('button', { name: /^Duplicate the/ }).waitFor();
  await rider.close();
});
