/** @module-tag nightly */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedPhotosField, sharePhotosPath } from '#contract/install.ts';
import { goodPassword } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice } from '#tests/kit/site-member.ts';

let site: Site;
let device: Device;
let photo: number[];
beforeAll(async () => {
  site = await Site.start();
  device = await Device.open(site.origin, { worker: true });
  photo = [...(await cameraPhoto({ width: 800, height: 600, orientation: 1 }))];
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

/** Opens the site and waits until the worker controls it. */
async function open(path = '/'): Promise<Page> {
  const page = await device.page(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

/** Sends files to the share target, as the system's share sheet does: a navigation by POST. */
const share = (page: Page, names: string[], origin = '') =>
  page.evaluate(
    ([action, name, bytes, files]) => {
      const transfer = new DataTransfer();
      for (const file of files) transfer.items.add(new File([new Uint8Array(bytes)], file, { type: 'image/jpeg' }));
      const form = Object.assign(document.createElement('form'), {
        action,
        method: 'POST',
        enctype: 'multipart/form-data',
      });
      const field = Object.assign(document.createElement('input'), { type: 'file', name, multiple: true });
      field.files = transfer.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    [origin + sharePhotosPath, sharedPhotosField, photo, names] as const,
  );
const photosOf = (page: Page) => page.getByRole('group', { name: 'Photos' });

test('a visitor is told that the photos wait, and finds them in the form after the log-in', async () => {
  await joinDevice(device.context, site, 'ana');
  await device.context.clearCookies();
  const page = await open();
  await share(page, ['a.jpg', 'b.jpg']);
  await page.getByText('Your 2 photos are kept on this device for a day. Log in to add them to a bike.').waitFor();
  await page.getByLabel('Username').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Add 2 photos' }).click();
  await photosOf(page).getByText('2 of 24').waitFor();
  expect(new URL(page.url()).pathname).toBe('/user/bike/add');
  await page.close();
});

test('photos shared without signal are a new draft, which is sent when the signal is back', async () => {
  const page = await open('/user/bikes');
  await page.getByRole('heading', { name: 'Bikes', level: 1 }).waitFor();
  await device.context.setOffline(true);
  await share(page, ['c.jpg', 'd.jpg', 'e.jpg']);
  await page.getByRole('button', { name: 'Add 3 photos' }).click();
  await photosOf(page).getByText('3 of 24').waitFor();
  await page.getByText('No signal.').waitFor();
  const draft = new URL(page.url()).searchParams.get('draft') ?? '';
  await page.reload();
  await photosOf(page).getByText('3 of 24').waitFor();
  await device.context.setOffline(false);
  const bikes = (await site.db()).collection<{ _id: string; photos?: unknown[] }>('bikes');
  await expect.poll(async () => (await bikes.findOne({ _id: draft }))?.photos?.length).toBe(3);
  await page.close();
});

test('shared photos are named, and discarded by keyboard; the focus then is on Add photos', async () => {
  const page = await open('/user/bikes');
  await share(page, ['k.jpg', 'l.jpg', 'm.jpg', 'n.jpg']);
  await page.getByText('k.jpg, l.jpg, m.jpg, and 1 more.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByText('k.jpg').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add photos');
  await page.close();
});

test('photos are all there after a reload while they are added, also twice', async () => {
  const page = await open('/user/bikes');
  await share(page, ['h.jpg', 'i.jpg', 'j.jpg']);
  await page.getByRole('button', { name: 'Add 3 photos' }).click();
  for (let reload = 0; reload < 2; reload += 1) {
    await page.getByText('Adding', { exact: true }).waitFor();
    await page.reload();
  }
  const again = page.getByRole('button', { name: /^Try . again$|^Try .*\.jpg again$/ });
  await photosOf(page).getByText('3 of 24').or(again).first().waitFor();
  while ((await again.count()) > 0) await again.first().click();
  await photosOf(page).getByText('3 of 24').waitFor();
  await page.close();
});

test('photos that did not reach the worker are asked for again', async () => {
  const other = await Device.open(site.origin, { worker: false });
  await joinDevice(other.context, site, 'bert');
  const page = await other.page('/about');
  await share(page, ['f.jpg']);
  await page.getByText('The photos didn’t arrive. Share them again, or add them here.').waitFor();
  await other.close();
});

test("another site's page cannot leave photos here", async () => {
  const other = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<p>Another site'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const page = await open('/user/bikes');
  const drafts = () =>
    page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('vault');
        opening.onsuccess = () => resolve(opening.result);
      });
      const counting = db.transaction('drafts').objectStore('drafts').count();
      return new Promise<number>((resolve) => {
        counting.onsuccess = () => resolve(counting.result);
      });
    });
  const before = await drafts();
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  await share(page, ['g.jpg'], site.origin);
  await page.getByRole('heading', { name: 'Add a bike' }).waitFor({ state: 'attached' });
  expect(new URL(page.url()).search).toBe('');
  expect(await drafts()).toBe(before);
  other.close();
  await page.close();
});

test('the camera button opens the camera, and its photo lands in the draft', async () => {
  const page = await open('/user/bike/add');
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Take a photo' }).click();
  const chooser = await asked;
  const attributes = (one: Node) => ['capture', 'accept'].map((name) => (one as Element).getAttribute(name));
  expect(await chooser.element().evaluate(attributes)).toEqual(['environment', 'image/*']);
  await chooser.setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) });
  await photosOf(page).getByText('1 of 24').waitFor();
  await page.waitForURL(/draft=/);
  await page.reload();
  await photosOf(page).getByText('1 of 24').waitFor();
  const again = page.waitForEvent('filechooser');
  await photosOf(page).getByRole('button', { name: 'Add photos' }).click();
  expect(await (await again).element().getAttribute('capture')).toBe(null);
  await page.close();
});

test('a screen that needs signal says so, and comes when the signal is back', async () => {
  const page = await open('/faq');
  await device.context.setOffline(true);
  await page.goto(`${site.origin}/contact`);
  await page.getByRole('heading', { name: 'Not saved on this device.' }).waitFor();
  await page.getByText('It will load when you have signal.').waitFor();
  await device.context.setOffline(false);
  await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor();
  await page.close();
});

/** Makes the device's pages believe that they are in the installed app. Headless browsers have no such window. */
const asInstalled = (other: Device) =>
  other.context.addInitScript(() => {
    const real = matchMedia.bind(window);
    const yes = { matches: true } as MediaQueryList;
    window.matchMedia = (query) => (query.includes('standalone') ? yes : real(query));
  });

test('the installed app has a Back, which leads home when there is nothing to go back to', async () => {
  const app = await Device.open(site.origin);
  await asInstalled(app);
  const page = await app.page('/faq');
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await back.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.origin}/`);
  await back.waitFor({ state: 'detached' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await page.waitForURL('**/contact');
  await back.click();
  await page.waitForURL('**/about');
  await app.close();
});

/** Lets the browser offer the installation, as Chromium does for a site that qualifies. */
const letBrowserOffer = (page: Page) =>
  page.evaluate(() => {
    const asked = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => ({ outcome: 'dismissed' }),
    });
    dispatchEvent(asked);
    return asked.defaultPrevented;
  });

test('the installation is offered on the second visit, not over a field, and never again after a No', async () => {
  const other = await Device.open(site.origin);
  const page = await other.page('/');
  const offer = page.getByRole('region', { name: 'Install Headbadge' });
  await page.getByRole('button', { name: 'OK' }).click();
  expect(await letBrowserOffer(page)).toBe(true);
  const visits = () => page.evaluate(() => JSON.parse(localStorage.getItem('install-offer') ?? '{}'));
  await expect.poll(async () => (await visits()).count).toBe(1);
  expect(await offer.count()).toBe(0);
  await page.evaluate(() => localStorage.setItem('install-offer', '{"count":1,"at":1}'));
  await page.reload();
  await expect.poll(async () => (await visits()).count).toBe(2);
  await letBrowserOffer(page);
  await offer.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // It would lie over what a member does with bikes.
  await joinDevice(other.context, site, 'erik');
  await page.goto(`${site.origin}/user/bikes`);
  await page.getByRole('heading', { name: 'Your bikes' }).waitFor();
  await letBrowserOffer(page);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await offer.count()).toBe(0);
  await page.goto(site.origin);
  await letBrowserOffer(page);
  await offer.waitFor();
  await page.getByPlaceholder('Search the site').focus();
  await offer.waitFor({ state: 'hidden' });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await offer.getByRole('button', { name: 'No thanks' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  await letBrowserOffer(page);
  await expect.poll(async () => (await visits()).isSettled).toBe(true);
  expect(await offer.count()).toBe(0);
  await other.close();
});
