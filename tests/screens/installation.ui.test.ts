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
  device = await Device.open(site.origin);
});

const hasWorker = () => navigator.serviceWorker.controller !== null;

test('a page that the worker left out when it took over is taken in', async () => {
  const page = await device.page('/');
  await page.waitForFunction(hasWorker);
  // The browser loads such a page past the worker, as it does one that was on its way when the worker took over.
  const cdp = await device.context.newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await cdp.send('Page.reload', { ignoreCache: true });
  await loaded;
  await page.waitForFunction(hasWorker);
  await device.context.setOffline(true);
  await page.reload();
  await page.getByText('No signal.').waitFor();
});

test('a page that asks the site for nothing says too that there is no signal', async () => {
  const page = await device.page('/bike/nonsense');
  await page.waitForFunction(hasWorker);
  await device.context.setOffline(true);
  await page.reload();
  await page.getByText('No signal.').waitFor();
});

test('an installation that a poor connection broke off is tried again', async () => {
  let refusals = 0;
  proxy.judge = (_method, path) => {
    if (!/^\/(?:icon|assets\/(?:pack|login-screen))/.test(path)) return 'pass';
    refusals++;
    return 'refuse';
  };
  const page = await device.page('/');
  await expect.poll(() => refusals, { timeout: 20_000 }).toBeGreaterThan(0);
  await page.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration()));
  proxy.judge = () => 'pass';
  await device.context.setOffline(true);
  await device.context.setOffline(false);
  await page.waitForFunction(hasWorker);
});

test('a tab that stays open learns of a new version', async () => {
  const page = await device.context.newPage();
  await page.clock.install();
  await page.goto(`${site.origin}/`);
  await page.waitForFunction(hasWorker);
  proxy.appended.set('/worker.js', '\n// The next build.');
  await page.clock.fastForward('01:01:00');
  await page.getByRole('heading', { name: 'A new version is ready' }).waitFor();
});
