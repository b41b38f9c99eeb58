/** @module-tag nightly */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { isDraftSave } from '#tests/kit/lossy-proxy.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { aBikePage, Rider, riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { arrivedOf, strangersBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';

const megabyte = 1024 * 1024;
const longTimeout = 30_000;
const long = 'Lovely! '.repeat(12_500).trimEnd().padEnd(100_000, '!');

let site: Site;
let ana: Rider;
let strange: string;
let photo: Buffer;
beforeAll(async () => {
  site = await Site.start();
  strange = await strangersBike(site, 'Cross-Check');
  photo = await cameraPhoto({ width: 640, height: 480 });
  ana = await Rider.join(site, 'ana');
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

/** Writes files where the browser can pick them; returns their paths. */
async function onDisk(files: Record<string, Buffer>): Promise<string[]> {
  const folder = join(site.folder, 'camera');
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    paths.push(join(folder, name));
    await writeFile(join(folder, name), bytes);
  }
  return paths;
}

test('a photo of 40 MB, a text file and a truncated photo are refused by name; the valid photo stays, also after a reload', async () => {
  const heavy = Buffer.concat([photo.subarray(0, -2), Buffer.alloc(40 * megabyte - photo.length), photo.subarray(-2)]);
  await ana.go('/user/bike/add');
  const paths = await onDisk({
    'heavy.jpg': heavy,
    'shopping.jpg': Buffer.from('bread, milk, inner tubes'),
    'half.jpg': photo.subarray(0, photo.length / 2),
    'whole.jpg': photo,
  });
  await ana.page.locator('input[type=file]').setInputFiles(paths);
  await ana.page.getByText('1 of 24').waitFor();
  await ana.page.getByText('heavy.jpg is larger than 20 MB.').waitFor();
  await ana.page.getByText('We couldn’t open shopping.jpg. It may be damaged.').waitFor();
  await ana.page.getByText('We couldn’t open half.jpg. It may be damaged.').waitFor();
  await ana.page.reload();
  await ana.page.getByText('1 of 24').waitFor();
});

test('a draft published in two tabs at once becomes one bike, and the second tab says so', async () => {
  await ana.toStep('bike');
  await ana.page.getByRole('combobox', { name: 'Brand' }).fill('Surl');
  await ana.page
    .getByRole('option', { name: /^Surly/ })
    .first()
    .click();
  await ana.page.getByLabel('Model').fill('Twice');
  await ana.page.getByRole('button', { name: 'Gravel', exact: true }).click();
  await ana.toStep('gears');
  await ana.page.getByRole('button', { name: '1 × 11', exact: true }).click();
  await ana.page.getByText('Saved on this device').waitFor();
  const address = new URL(ana.page.url());
  const other = await ana.device.page(address.pathname + address.search + address.hash);
  await until(async () => expect(await other.getByLabel('Model').inputValue()).toBe('Twice'), longTimeout);
  await other.getByRole('heading', { name: 'Ready to publish' }).waitFor();

  const tabs = [ana.page, other];
  const buttons = await Promise.all(tabs.map((page) => page.getByRole('button', { name: 'Publish' }).elementHandle()));
  await Promise.all(buttons.map((button) => button?.evaluate((element) => (element as HTMLElement).click())));
  const notice = (page: typeof other) =>
    page.getByRole('heading', { name: /^This bike is (published already|on its way)\.$/ }).count();
  const went = (page: typeof other) => Number(aBikePage.test(page.url()));
  await until(async () => {
    expect(await Promise.all(tabs.map(notice)).then((all) => all.reduce((sum, one) => sum + one))).toBe(1);
    expect(tabs.map(went).reduce((sum, one) => sum + one)).toBe(1);
  }, longTimeout);
  await ana.go('/user/outbox');
  await ana.page.getByText('Everything sent.').waitFor();
  expect(await arrivedOf(site, 'ana')).toMatchObject({ bikes: [{ model: 'Twice', photos: 1 }], photos: 1 });
  await other.close();
});

test('a comment of 100,000 characters is refused with a sentence and stays in its field', async () => {
  await ana.go(strange);
  const composer = ana.page.getByLabel('Write a comment');
  await composer.fill(long);
  await ana.page.getByRole('button', { name: 'Post comment' }).click();
  await ana.page.getByText('Keep it under 2,000 characters.').waitFor();
  await ana.page.getByText('100,000 of 2,000').waitFor();
  expect(await composer.inputValue()).toBe(long);
  await ana.page.reload();
  await until(async () => expect(await composer.inputValue()).toBe(long), longTimeout);
  await composer.fill('Lovely!');
  await ana.page.getByRole('button', { name: 'Post comment' }).click();
  await ana.main.getByRole('listitem').filter({ hasText: 'Lovely!' }).waitFor();
  await until(async () => expect((await arrivedOf(site, 'ana')).comments).toEqual(['Lovely!']), longTimeout);
});

test('without storage, the page says so, can be read, and publishes directly to the site', async () => {
  const bobby = await Rider.join(site, 'bobby', {
    init: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError');
      };
    },
  });
  await bobby.go('/');
  await bobby.main
    .getByRole('link', { name: /Cross-Check/ })
    .first()
    .click();
  await bobby.page.getByRole('heading', { name: 'Comments' }).waitFor();
  await bobby.main.getByRole('listitem').filter({ hasText: 'Lovely!' }).waitFor();
  await bobby.setLike(true);
  await bobby.comment('Straight from a private window.');

  const places: string[] = [];
  bobby.page.on('framenavigated', (frame) => places.push(new URL(frame.url()).pathname));
  // On a slow machine the site saves the draft too, and each save is a version of the bike.
  let saves = 0;
  bobby.page.on('response', (answer) => {
    if (isDraftSave(new URL(answer.url()).pathname) && answer.ok()) saves += 1;
  });
  await bobby.go('/user/bike/add');
  await bobby.page.getByText("This browser can't save anything for this site.").waitFor();
  await bobby.fillIn('Private Window', [{ name: 'one.jpg', mimeType: 'image/jpeg', buffer: photo }]);
  await bobby.page.getByText('Not saved on this device').waitFor();
  // Only the site knows who is logged in, and nobody is sent to the log-in meanwhile.
  expect(places).not.toContain('/account/login');
  await bobby.publish();
  await bobby.main.getByText('Private Window').first().waitFor();
  expect(await arrivedOf(site, 'bobby')).toEqual({
    bikes: [{ model: 'Private Window', version: 1 + saves, photos: 1 }],
    photos: 1,
    likes: 1,
    comments: ['Straight from a private window.'],
    running: 0,
  });

  await bobby.go(strange);
  await bobby.main.getByRole('listitem').filter({ hasText: 'Straight from' }).waitFor();
  await bobby.device.context.setOffline(true);
  const composer = bobby.page.getByLabel('Write a comment');
  await composer.fill('Into the void?');
  await bobby.page.getByRole('button', { name: 'Post comment' }).click();
  const refused = bobby.page.getByRole('alert').filter({ hasText: 'This needs a connection. Try again when there is' });
  await refused.waitFor();
  // The words are not marked as wrong.
  expect(await bobby.page.locator('[aria-invalid="true"]').count()).toBe(0);
  await bobby.page
    .getByText("No signal, and this browser can't save anything. You can write when there is signal.")
    .waitFor();
  expect(await composer.inputValue()).toBe('Into the void?');
  await bobby.device.context.setOffline(false);
  await bobby.page.getByRole('button', { name: 'Post comment' }).click();
  await until(async () => expect((await arrivedOf(site, 'bobby')).comments).toContain('Into the void?'), longTimeout);
  await bobby.close();
});

test('without cookies, logging in says that it needs them', async () => {
  const device = await Device.open(site.origin);
  await device.context.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
  });
  const page = await device.page('/account/login');
  await page.getByLabel('Username or e-mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByText('Logging in needs cookies, and your browser blocks them.').waitFor();
  await device.close();
});
