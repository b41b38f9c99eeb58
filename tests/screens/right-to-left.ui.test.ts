import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage, messagesPage } from '#contract/pages.ts';
import { giveBike } from '#tests/kit/established.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { visualOrder } from '#tests/kit/visual-order.ts';

let site: Site;
let rider: Rider;
beforeAll(async () => {
  site = await Site.start();
  await joinSite(site, 'otto');
  rider = await Rider.join(site, 'noa');
});
afterAll(async () => {
  await rider?.close();
  await site?.close();
});

const nickname = 'הסוס!';
const model = 'כביש 3 (2020)';
/** The same as they are seen from left to right: letters from the right, digits from the left. */
const seenNickname = '!סוסה';
const seenModel = ')2020( 3 שיבכ';

const directionOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).direction);
/** Types into a field, which then begins at its right edge. */
async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  expect(await directionOf(field)).toBe('rtl');
}

test('a member adds a bike, comments and writes a message in Hebrew, and every line keeps its order', async () => {
  const { page, main } = rider;
  const db = await site.db();
  const ottoId = String((await db.collection('users').findOne({ username: 'otto' }))?._id);
  const bikeId = await giveBike(db, ottoId, 'otto');
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 800, height: 600 }) };

  await rider.go('/user/bike/add');
  await rider.describeBike('Ogre', [photo]);
  await rider.toStep('bike');
  await write(page.getByLabel('Model'), model);
  await write(page.getByLabel('Nickname'), nickname);
  await rider.toStep('publish');
  await rider.publish();
  await expect.poll(() => visualOrder(main.getByRole('heading', { level: 1 }))).toBe(`Surly ${seenModel}`);
  await expect.poll(() => visualOrder(main.locator('header p').first())).toBe(`“${seenNickname}” · 2021 · Gravel`);

  await rider.go('/user/bikes');
  const name = main.getByRole('article').getByRole('link').first();
  await expect.poll(() => visualOrder(name)).toMatch(new RegExp(`${seenModel.replaceAll(/[()]/g, '\\$&')}$`));

  await rider.go(bikePage(bikeId, 'x'));
  await write(page.getByLabel('Write a comment'), 'יופי של אופניים!');
  await page.getByRole('button', { name: 'Post comment' }).click();
  const comment = main.getByRole('listitem').getByText('יופי של אופניים!');
  await expect.poll(() => visualOrder(comment)).toBe('!םיינפוא לש יפוי');

  await rider.go(messagesPage(ottoId));
  await write(page.getByLabel('Write to otto'), 'שלום!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => visualOrder(page.getByRole('log').getByText('שלום!'))).toBe('!םולש');
  await page.setViewportSize({ width: 1280, height: 900 });
  const preview = page.getByRole('navigation', { name: 'Conversations' }).getByText('You:').locator('..');
  await expect.poll(() => visualOrder(preview)).toBe('You: !םולש');
});
