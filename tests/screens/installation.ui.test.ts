/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { Site } from '#tests/kit/site.ts';

let proxy: LossyProxy;
let site: Site;
let device: Device;
beforeAll(async () => {
  proxy = await LossyProxy.open();
  site = await Site.start({ origin: proxy.origin });
  proxy.aimAt(site.port);
});
afterAll(async () => {
  await device.close();
  await site.close();
  await proxy.close();
});
beforeEach(async () => {
  proxy.judge = () => 'pass';
  proxy.appended.clear();
  await device?.close();
  device = await Device.open(site.origin, { worker: true });
});

/** Whether a worker is active after another minute. */
async function takesOver(page: Page): Promise<boolean> {
  await page.clock.fastForward('01:01');
  return page.evaluate(hasWorker);
}
const hasWorker = () => navigator.serviceWorker.controller !== null;

test('a page that the worker did not control when it activated is taken over', async () => {
  const page = await device.page('/');
  await page.waitForFunction(hasWorker);
  // The browser loads such a page past the worker, like one that was loading when the worker activated.
  const cdp = await device.context.newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await cdp.send('Page.reload', { ignoreCache: true });
  await loaded;
  await page.waitForFunction(hasWorker);
  await device.context.setOffline(true);
  await page.reload();
  await page.getByText('No signal.').waitFor();
});

test('a page without requests also says that it is offline', async () => {
  const page = await device.page('/bike/nonsense');
  await page.waitForFunction(hasWorker);
  await device.context.setOffline(true);
  await page.reload();
  await page.getByText('No signal.').waitFor();
});

/** Files that the page itself does not load. */
const ofWorker = /^\/assets\/pack-/;
const isGone = async () => !(await navigator.serviceWorker.getRegistration());

/** Opens a page whose worker starts its installation and gets none of its files. */
async function brokenOff(page: Page): Promise<void> {
  let refusals = 0;
  proxy.judge = (_method, path) => {
    if (ofWorker.test(path)) refusals++;
    return ofWorker.test(path) || /^\/(?:icon|assets\/login-screen)/.test(path) ? 'refuse' : 'pass';
  };
  await page.goto(site.origin);
  await expect.poll(() => refusals).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(isGone)).toBe(true);
  proxy.judge = () => 'pass';
}

test('an installation interrupted by a poor connection is retried when it returns', async () => {
  const page = await device.context.newPage();
  await brokenOff(page);
  await device.context.setOffline(true);
  await device.context.setOffline(false);
  await page.waitForFunction(hasWorker);
});

test('it is retried after a while where no event reports the connection', async () => {
  const page = await device.context.newPage();
  await page.clock.install();
  await brokenOff(page);
  await expect.poll(() => takesOver(page)).toBe(true);
});

test('one whose first file failed is retried, too', async () => {
  let refusals = 0;
  proxy.judge = (_method, path) => {
    if (path !== '/worker.js') return 'pass';
    refusals++;
    return 'refuse';
  };
  const page = await device.context.newPage();
  await page.clock.install();
  await page.goto(site.origin);
  await expect.poll(() => refusals).toBeGreaterThan(0);
  proxy.judge = () => 'pass';
  await expect.poll(() => takesOver(page)).toBe(true);
});

test('an open tab learns of a new version', async () => {
  const page = await device.context.newPage();
  await page.clock.install();
  await page.goto(`${site.origin}/`);
  await page.waitForFunction(hasWorker);
  proxy.appended.set('/worker.js', '\n// The next build.');
  await page.clock.fastForward('01:01:00');
  await page.getByRole('heading', { name: 'A new version is ready' }).waitFor();
});
