/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Rider } from '#tests/kit/rider.ts';
import { choose } from '#tests/kit/segment.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
let ana: Rider;
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana', { worker: true });
  await ana.settle();
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const language = () => ana.page.getByLabel('Dates and numbers', { exact: true });
const weight = () => ana.page.getByLabel('Weight', { exact: true });
const openWeight = async () => {
  await ana.page.setViewportSize({ width: 800, height: 900 });
  await ana.go('/user/bike/add');
  await ana.page.getByText('Color and weight').click();
};

test('a language chosen offline applies at once, also after a reload, and is saved later', async () => {
  const { page } = ana;
  await ana.go('/user/preferences');
  await page.getByText(/\d (?:kB|MB) on this device/).waitFor();
  await ana.device.context.setOffline(true);
  await language().selectOption('fr-FR');
  await page.getByText('Your other devices follow when there is signal').waitFor();
  // Sizes of stored data are numbers, too.
  await page
    .getByText(/\d,\d (?:kB|MB)/)
    .first()
    .waitFor();
  await page.reload();
  await page
    .getByText(/\d,\d (?:kB|MB)/)
    .first()
    .waitFor();
  expect(await language().inputValue()).toBe('fr-FR');
  await ana.device.context.setOffline(false);
  const storedLanguage = async () =>
    (await (await site.db()).collection('preferences').findOne({}))?.chosen.language?.value;
  await expect.poll(storedLanguage).toBe('fr-FR');
});

test('a number typed with a comma or a point is read alike in any language, and shown as typed', async () => {
  const { page } = ana;
  for (const [chosen, typed] of [
    ['de-DE', '8,95'],
    ['de-DE', '8.95'],
    ['en-GB', '8,95'],
    ['Site', '8.95'],
  ] as const) {
    await ana.go('/user/preferences');
    await choose(page, 'Units', 'kg, cm');
    await language().selectOption(chosen);
    await openWeight();
    await weight().fill('');
    await weight().fill(typed);
    await page.getByText(/^Saved on this device/).waitFor();
    await page.reload();
    await page.getByText('Color and weight').click();
    expect(await weight().inputValue()).toBe(typed);
    await ana.go('/user/preferences');
    await choose(page, 'Units', 'lb, in');
    await page.goBack();
    await page.getByText('Color and weight').click();
    expect(await weight().inputValue(), `${typed} in ${chosen}`).toBe('19.731');
  }
});
