import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
let ana: Rider;
beforeAll(async () => {
  site = await Site.start({});
  ana = await Rider.join(site, 'ana');
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const summary = (title: RegExp) => ana.page.locator('summary', { hasText: title });
const offline = (off: boolean) => ana.device.context.setOffline(off);
const bikes = async () => (await site.db()).collection('bikes');
/** Its draft may have been on the site before, which also creates versions. */
const stored = async () => {
  const bike = await (await bikes()).findOne({ status: 'Active' });
  return bike && { nickname: bike.nickname, story: bike.story, version: bike.version, parts: bike.components.length };
};

test('a bike with a pasted parts list and a history shows them on its page and copies them as text', async () => {
  const { page } = ana;
  const buffer = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  // On a phone the parts come after publishing.
  await page.setViewportSize({ width: 800, height: 900 });
  await ana.go('/user/bike/add');
  await ana.fillIn('Ogre', [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }]);
  await summary(/^Parts/).click();
  await page.getByRole('button', { name: 'Paste a parts list' }).click();
  await page.getByLabel('Your parts list').fill('Fork: Surly\nTyres: Conti 2.2\nMirror: B&M');
  await page.getByText('Understood: 4 parts.').waitFor();
  await page.getByRole('button', { name: 'Add 4 parts' }).click();
  await summary(/^Parts.*4 parts/).click();
  await summary(/^Build history/).click();
  await page.getByRole('button', { name: 'Add an entry' }).click();
  await page.getByLabel('Changed part').selectOption('Saddle');
  await page.getByLabel('Saddle after').fill('Brooks B17');
  await summary(/^Build history.*1 update/).click();
  // The invalid field's section opens by itself, and the field has the focus.
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Enter what happened.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await page.getByLabel('What happened').fill('A better saddle');
  await ana.publish();
  await expect.poll(stored).toMatchObject({ parts: 4 });

  await page.getByRole('heading', { name: 'Parts' }).waitFor();
  await page.getByText('A better saddle').waitFor();
  // A headless browser has no readable clipboard.
  const copied = page.evaluate(
    () =>
      new Promise<string>((done) =>
        Object.assign(navigator.clipboard, { writeText: async (text: string) => done(text) }),
      ),
  );
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await copied).toBe('Fork: Surly\nFront tire: Conti 2.2\nRear tire: Conti 2.2\nOther: Mirror: B&M');
});

test('an offline edit waits as one card; after a change elsewhere both versions are offered and none is lost', async () => {
  const { page } = ana;
  const { version: first } = (await stored()) ?? {};
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Nickname').fill('Magpie');
  await page.getByText('Saved on this device').waitFor();
  await offline(true);
  await ana.publish('Publish changes');
  await page.getByText('Waiting for signal').first().waitFor();
  expect(await ana.main.getByRole('heading', { name: /Ogre/ }).count()).toBe(1);
  await (await bikes()).updateOne({}, { $set: { story: 'Told elsewhere.' }, $inc: { version: 1 } });
  await offline(false);
  await page.getByRole('link', { name: 'See why' }).click();
  await ana.main.getByText('This bike was changed elsewhere.').waitFor();
  expect(await stored()).toMatchObject({ nickname: '', story: 'Told elsewhere.', version: first + 1 });
  await ana.main.getByRole('button', { name: 'Edit' }).click();
  const versions = page.getByRole('table');
  await versions.getByRole('row', { name: 'Nickname Magpie –' }).waitFor();
  await versions.getByRole('row', { name: 'Story – Told elsewhere.' }).waitFor();
  await page.getByRole('button', { name: 'Keep yours' }).click();
  await versions.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect.poll(stored).toMatchObject({ nickname: 'Magpie', story: '', version: first + 2, parts: 4 });
});
