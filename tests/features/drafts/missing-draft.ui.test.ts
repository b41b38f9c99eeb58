import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { addBikePage } from '#contract/pages.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';

let site: Site;
let ana: Rider;
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana');
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

test('the URL of a missing draft says that it does not exist', async () => {
  await ana.go(addBikePage(newId()));
  await ana.page.getByRole('heading', { name: 'This draft is not on this device.' }).waitFor();
});

test('a bike takes nine taps and two typed words, and Back says that it is published', async () => {
  const { page } = ana;
  const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 800, height: 600 }) };
  let taps = 0;
  const tap = async (name: string) => {
    taps += 1;
    await page.getByRole('button', { name, exact: true }).tap();
  };
  await ana.go('/user/bike/add');
  const picker = page.waitForEvent('filechooser');
  await tap('Add photos');
  await (await picker).setFiles(file);
  // The photo, and Done.
  taps += 2;
  await tap('Next');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('brand');
  await page.keyboard.type('Surly');
  taps += 1;
  await page.getByLabel('Model').tap();
  await page.keyboard.type('Homemade');
  // Enter leads to what the step still needs.
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('category');
  await tap('Gravel');
  await tap('Next');
  await tap('1 × 11');
  await page.getByText('Gravel · 1 × 11').waitFor();
  // Publish is where Next was: a double press does not publish.
  await page.goBack();
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await page.getByRole('heading', { name: 'Ready to publish' }).waitFor();
  const { pathname, search } = new URL(page.url());
  expect(search).toContain('draft=');
  await until(async () => {
    if (page.url().includes(pathname)) await page.getByRole('button', { name: 'Publish' }).tap({ timeout: 2_000 });
    expect(page.url()).not.toContain(pathname);
  });
  expect(taps + 1).toBe(9);
  await page.getByRole('heading', { name: 'Published' }).waitFor();
  await page.goBack();
  await page.waitForURL(`**${pathname}?draft=*`);
  await page.getByRole('heading', { name: 'This bike is published already.' }).waitFor();
});
