import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { Device } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { Site } from '#tests/kit/site.ts';

type Row = {
  _id: string;
  slug: string;
  model: string;
  story: string;
  owner: { username: string };
  components: { text: string }[];
};

let site: Site;
let device: Device;
let bike: Row;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const found = await (await site.db())
    .collection<Row>('bikes')
    .findOne({ status: 'Active', 'components.11': { $exists: true }, 'photos.2': { $exists: true } });
  if (!found) throw new Error('No sample bike has so many parts and photos.');
  bike = found;
  device = await Device.open(site.origin);
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

/** The texts and pictures that a sheet of paper shows. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  const pictures = await page
    .locator('img')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility() && one.clientWidth > 100).length);
  return { text, pictures };
}

test.each(['A4', 'Letter'])(
  'a bike is one page of %s: photo, specifications, parts, story and address',
  async (format) => {
    const page = await device.page(bikePage(bike._id, bike.slug));
    await page.getByRole('heading', { name: 'Comments' }).waitFor();
    await untilIdle(page);
    expect(pagesOf(await page.pdf({ format }))).toBe(1);
    const { text, pictures } = await onPaper(page);
    expect(pictures).toBe(1);
    const wanted = [
      bike.model,
      bike.story.slice(0, 40),
      bike.owner.username,
      'Frame material',
      bike.components[0]?.text,
    ];
    for (const words of [...wanted, site.origin + bikePage(bike._id, bike.slug)]) expect(text).toContain(words);
    for (const words of ['Log In', 'cookies', 'Comments', 'Like', 'Copy as text', 'Cyclocross\n', 'Version'])
      expect(text).not.toContain(words);
    await page.close();
  },
);

test('other pages print without header, notices and footer, dark ones in light colors', async () => {
  const page = await device.page('/help/cookie-policy');
  await page.getByRole('region', { name: 'Cookie notice' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  const { text } = await onPaper(page);
  expect(text).toContain('Cookie Policy');
  expect(text).not.toMatch(/Log In|By clicking OK|Version/);
  const [red = 255] = await page.getByRole('heading', { level: 1 }).evaluate((one) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('There is no canvas.');
    canvas.fillStyle = getComputedStyle(one).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  expect(red).toBeLessThan(100);
  await page.close();
});
