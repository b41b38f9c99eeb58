import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { addBikePage } from '#contract/pages.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

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

test('Back after publishing says that the bike is published', async () => {
  const { page } = ana;
  const buffer = await cameraPhoto({ width: 800, height: 600 });
  await ana.go('/user/bike/add');
  await ana.describeBike('Ogre', [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }]);
  const { pathname, search } = new URL(page.url());
  expect(search).toContain('draft=');
  await ana.publish();
  await page.getByRole('heading', { name: 'Published' }).waitFor({ timeout: 60_000 });
  await page.goBack();
  await page.waitForURL(`**${pathname}?draft=*`);
  await page.getByRole('heading', { name: 'This bike is published already.' }).waitFor();
});
