import { afterAll, beforeAll, expect, test } from 'vitest';
import { editBikePage } from '#contract/pages.ts';
import { countRows } from '#tests/kit/count-rows.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { aBikePage, Rider } from '#tests/kit/rider.ts';
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
  // The device has the answer, too.
  await expect.poll(() => countRows(page, 'vault', 'outbox')).toBe(0);
  await rider.go(editBikePage(id, 'frame'));
  await page.getByLabel('Nickname').fill('Old Faithful');
  await page.getByLabel('Tubing or layup').fill('4130 CroMoly');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect.poll(async () => (await bikes.findOne({ _id: id }))?.nickname).toBe('Old Faithful');
  await expect.poll(() => countRows(page, 'vault', 'outbox')).toBe(0);
  await rider.go(bikePath);
  await page.getByText('4130 CroMoly').first().waitFor();
  await page.getByRole('button', { name: 'Duplicate the 2021 Surly Ogre' }).waitFor();

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

test('values that came from elsewhere are marked until they are changed or kept, and publishing asks once', async () => {
  const rider = await Rider.join(site, 'ben');
  const { page } = rider;
  await page.setViewportSize({ width: 1280, height: 900 });
  const buffer = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  await rider.go('/user/bike/add');
  await rider.describeBike('Straggler', [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }]);
  await page.waitForURL(/draft=/);
  // As a page that knows the model would begin it.
  await page.evaluate(async () => {
    const stored = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('vault');
      opening.onsuccess = () => resolve(opening.result);
    });
    const id = new URLSearchParams(location.search).get('draft') ?? '';
    const drafts = stored.transaction('drafts', 'readwrite').objectStore('drafts');
    await new Promise<void>((resolve) => {
      const reading = drafts.get(id);
      reading.onsuccess = () => {
        drafts.put({ ...reading.result, toCheck: ['model', 'year', 'category'] }).onsuccess = () => resolve();
      };
    });
    stored.close();
  });
  await page.reload();
  const open = page.getByRole('region', { name: 'Check this' });
  await expect.poll(() => open.getByRole('listitem').count()).toBe(3);
  await open.getByRole('button', { name: 'Keep Model: Straggler' }).click();
  await expect.poll(() => open.getByRole('listitem').count()).toBe(2);
  await page.getByRole('textbox', { name: 'Year' }).fill('2022');
  await expect.poll(() => open.getByRole('listitem').count()).toBe(1);
  await page.reload();
  await expect.poll(() => open.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Gravel')]);
  await page.getByRole('button', { name: 'Publish' }).click();
  const question = page.getByRole('alertdialog', { name: 'Publish 1 unchecked value?' });
  await question.getByText('From other bikes of the model: Category.').waitFor();
  await question.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await question.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL(aBikePage);
  await rider.close();
});
