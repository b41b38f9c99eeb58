import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { type Id, newId } from '#contract/ids.ts';
import { brandPage, modelPage, partPage } from '#contract/maker-pages.ts';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

let site: Site;
let ana: Rider;
let bikeId: Id;

beforeAll(async () => {
  site = await Site.start();
  const ben = await joinSite(site, 'ben');
  const photo = newId();
  await ben.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  const saddle = { id: newId(), slot: 'Saddle' as const, text: 'black Brooks B-17, copper rails' };
  const history = [
    {
      id: newId(),
      date: '2020-05-01',
      title: 'A saddle',
      componentChanges: [{ slot: 'Saddle' as const, before: 'stock', after: 'Brooks B17' }],
    },
  ];
  for (const year of [2016, 2021]) {
    bikeId = newId();
    const more = {
      model: 'Straggler',
      year,
      frameMaterial: 'Steel',
      weightG: 9_000 + year,
      components: [saddle],
      history,
    };
    await ben.call(putBike, { params: { bikeId }, body: bikeWith([photo], more) });
  }
  await ben.call(putBike, { params: { bikeId: newId() }, body: bikeWith([photo], { model: 'Stragler' }) });
  ana = await Rider.join(site, 'ana', { worker: true });
  await ana.settle();
});
afterAll(async () => {
  await ana?.device.context.setOffline(false);
  await ana?.close();
  await site?.close();
});

const main = (page: Page) => page.getByRole('main');
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });
const title = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name }).waitFor();

test('a bike leads to its part, that to its maker, and the model to its brand, all by keyboard', async () => {
  const { page } = ana;
  await ana.go(bikePage(bikeId, '2021-surly-straggler'));
  await link(page, 'Brooks B-17').press('Enter');
  await title(page, 'Brooks B-17');
  expect(new URL(page.url()).pathname).toBe(partPage('Brooks', 'B-17'));
  await main(page)
    .getByText(/^2 bikes from 2016–2021 have it · On this site since /)
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await link(page, 'Brooks').press('Enter');
  await title(page, 'Brooks');
  await page.goBack();
  const onBikes = main(page).getByRole('region', { name: 'On these models' });
  await onBikes.getByRole('link', { name: 'Surly Straggler', exact: true }).press('Enter');
  await title(page, 'Surly Straggler');
  for (const text of ['2 bikes · 2016–2021', 'Steel', 'What owners changed first']) {
    await main(page).getByText(text, { exact: true }).first().waitFor();
  }
  expect(await faultsOf(page)).toEqual([]);
  await main(page).getByRole('link', { name: 'Surly', exact: true }).first().press('Enter');
  await title(page, 'Surly');
  await link(page, 'Straggler').waitFor();
});

test('another writing leads to the usual address, and a model is followed there without signal', async () => {
  const { page, device } = ana;
  await ana.go('/model/surly/STRAGGLER');
  await title(page, 'Surly Straggler');
  await expect.poll(() => new URL(page.url()).pathname).toBe(modelPage('Surly', 'Straggler'));
  await device.context.setOffline(true);
  await ana.go(modelPage('Surly', 'Straggler'));
  await title(page, 'Surly Straggler');
  const follow = main(page).getByRole('button', { name: 'Follow', exact: true });
  await follow.press('Enter');
  await main(page).getByRole('button', { name: 'Following', exact: true }).waitFor();
  // Never opened here.
  await ana.go(brandPage('Trek'));
  await main(page).getByText('Not saved on this device.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await device.context.setOffline(false);
  const db = await site.db();
  await expect
    .poll(async () => (await db.collection('follows').findOne({ kind: 'model' }))?.key)
    .toBe('surly straggler');
});

test('a member begins a draft of the model with what its bikes have, each value to be checked, without signal', async () => {
  const { page, device } = ana;
  await ana.go(modelPage('Surly', 'Straggler'));
  await title(page, 'Surly Straggler');
  await device.context.setOffline(true);
  await main(page).getByRole('button', { name: 'I have this one too' }).press('Enter');
  await page.waitForURL(/\/user\/bike\/add\?draft=/);
  expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('Straggler');
  const unchecked = page.getByRole('region', { name: 'Check this' });
  await unchecked.getByRole('button', { name: 'Keep Frame material: Steel' }).press('Enter');
  await expect.poll(() => unchecked.getByText('Steel', { exact: true }).count()).toBe(0);
  // The pressed button is gone with its value, and the next one has the focus.
  const focused = () => page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Check this');
  await unchecked.getByRole('button', { name: 'Keep all' }).press('Enter');
  await unchecked.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1');
  expect(await faultsOf(page)).toEqual([]);
  await device.context.setOffline(false);
});

test('a page of nothing says so, with a way on', async () => {
  const { page } = ana;
  await ana.go(partPage('Brooks', 'Imaginary'));
  await main(page).getByRole('heading', { name: 'No bikes yet' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const answer = await fetch(site.origin + partPage('Brooks', 'Imaginary'));
  expect(answer.status).toBe(404);
});

test('a moderator merges a model in the dialog by keyboard; its old address leads on over HTTP until it is separated', async () => {
  const judge = await Rider.join(site, 'judge');
  const { page } = judge;
  await giveRole(await site.db(), 'judge', 'moderator');
  const open = async (path: string, name: string) => {
    await judge.go(path);
    await title(page, name);
    const button = main(page).getByRole('button', { name: 'Moderate' });
    await button.press('Enter');
    return page.getByRole('dialog', { name: `Moderate ${name}` });
  };
  const old = modelPage('Surly', 'Stragler');
  const asked = async () => {
    const { status, headers } = await fetch(site.origin + old, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const dialog = await open(old, 'Surly Stragler');
  const into = dialog.getByLabel(/^Model to merge into/);
  await into.fill('Nothing at all');
  await into.press('Enter');
  await dialog.getByText('No bike here has this name. Check the spelling.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(
    await main(page)
      .getByRole('button', { name: 'Moderate' })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await open(old, 'Surly Stragler');
  await into.fill('Straggler');
  await into.press('Enter');
  await page.getByText('Names merged.').waitFor();
  await title(page, 'Surly Straggler');
  await expect.poll(asked).toEqual([301, modelPage('Surly', 'Straggler')]);
  await main(page)
    .getByText(/^3 bikes/)
    .waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Moderate');
  // The page of the other name is still open when it is undone.
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await main(page)
    .getByText(/^2 bikes/)
    .waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  await open(old, 'Surly Stragler');
  await into.fill('Straggler');
  await judge.device.context.setOffline(true);
  await into.press('Enter');
  await dialog.getByText('This needs a connection. Try again when there is signal.').waitFor();
  await judge.device.context.setOffline(false);
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await page.getByText('Names merged.').waitFor();
  await title(page, 'Surly Straggler');
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
  const kept = await open(modelPage('Surly', 'Straggler'), 'Surly Straggler');
  await kept.getByLabel(/^Model to merge into/).fill('Stragler');
  await kept.getByRole('button', { name: 'Save' }).press('Enter');
  await kept.getByText('These two names are already one page.').waitFor();
  await kept.getByRole('button', { name: 'Separate surly stragler' }).press('Enter');
  await page.getByText('Names separated.').waitFor();
  await expect.poll(asked).toEqual([200, null]);

  // The address of a given name is gone with it.
  await open(old, 'Surly Stragler');
  await dialog.getByLabel(/^Name on the page/).fill('Stray');
  await page.keyboard.press('Enter');
  await title(page, 'Surly Stray');
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await title(page, 'Surly Stragler');
  await expect.poll(() => new URL(page.url()).pathname).toBe(old);
  await judge.close();
});

test('a stranger gets it rendered, with its description, data, feed and canonical address', async () => {
  const html = await (await fetch(site.origin + modelPage('Surly', 'STRAGGLER'))).text();
  expect(html).toContain(`rel="canonical" href="${site.origin}${modelPage('Surly', 'Straggler')}"`);
  expect(html).toContain('"@type":"ProductModel"');
  expect(html).toContain('application/rss+xml');
  expect(html).toContain('Brooks B17');
});
