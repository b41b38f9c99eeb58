import { afterAll, beforeAll, expect, test } from 'vitest';
import { likeBike } from '#contract/likes.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

let site: Site;
let device: Device;
let path: string;
beforeAll(async () => {
  site = await Site.start();
  const bikeId = await publishBike(await joinSite(site, 'ana'));
  for (const name of ['ben', 'cem']) await (await joinSite(site, name)).call(likeBike, { params: { bikeId } });
  path = `/bike/${bikeId}`;
  device = await Device.open(site.origin);
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

test('the number of likes opens the list of members by keyboard alone, and the focus returns', async () => {
  const page = await device.page(path);
  await page.getByRole('button', { name: 'OK' }).click();
  const number = page.getByRole('button', { name: 'Likes: 2' });
  await number.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Liked by' });
  await expect
    .poll(() => dialog.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringContaining('cem'), expect.stringContaining('ben')]);
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Likes: 2');
  await device.context.setOffline(true);
  await number.press('Enter');
  await dialog.getByText('This needs a connection.').waitFor();
  await device.context.setOffline(false);
});
