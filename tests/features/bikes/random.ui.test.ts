/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { type BikeCard, getRandomBike } from '#contract/bikes.ts';
import { apiBase } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

const models = ['Ogre', 'Krampus', 'Straggler'] as const;

let site: Site;
let ana: Rider;
beforeAll(async () => {
  site = await Site.start();
  const owner = await joinSite(site, 'ana');
  const photo = newId();
  await owner.sendPhoto(await cameraPhoto({ width: 1200, height: 800 }), { id: photo });
  const device = await Device.open(site.origin, { worker: true, permissions: ['background-sync'] });
  await device.context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: site.origin })));
  const page = await device.page('/');
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  ana = new Rider(device, 'ana', page);
  await ana.settle();
  for (const model of models) {
    const bikeId = newId();
    await owner.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model }) });
    await ana.go(bikePage(bikeId, `2021-surly-${model.toLowerCase()}`));
    await page.getByRole('heading', { name: 'Specifications' }).waitFor();
  }
  await ana.go('/user/bikes');
  await page.getByRole('button', { name: 'Unpublish the 2021 Surly Ogre' }).waitFor();
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const random = () => ana.page.getByRole('region', { name: 'Random' });
const shown = async () => (await random().getByRole('heading', { level: 3 }).innerText()).split(/\s/).at(-1);
async function another(): Promise<void> {
  const button = random().getByRole('button', { name: 'Another' });
  // Presses are ignored while it is busy.
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  const before = await shown();
  await button.press('r');
  await expect.poll(shown).not.toBe(before);
}

test('offline, a random public bike of this device is shown: one that its owner removes disappears at once', async () => {
  const { page } = ana;
  // The bike requested when the page opens replaces the first one.
  const path = apiBase + getRandomBike.path;
  const replied = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await ana.go('/');
  const { data } = (await (await replied).json()) as { data: BikeCard };
  await expect.poll(shown).toBe(data.model);
  while ((await shown()) !== 'Ogre') await another();
  await ana.device.context.setOffline(true);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Bikes', exact: true }).click();
  await ana.main.getByRole('button', { name: 'Unpublish the 2021 Surly Ogre' }).click();
  await page.getByRole('region', { name: 'Drafts' }).getByText('Waiting for signal').waitFor();
  await page.goBack();
  await page.getByRole('region', { name: 'Recent' }).waitFor();
  await expect.poll(shown).not.toBe('Ogre');
  await ana.go('/');
  await random().getByRole('heading', { level: 3 }).waitFor();
  const seen = new Set([await shown()]);
  for (let i = 0; i < 2 * models.length; i++) {
    await another();
    seen.add(await shown());
  }
  expect([...seen].sort()).toEqual(['Krampus', 'Straggler']);
});
