import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { Device, FleetingBrowser } from '#tests/kit/browser.ts';
import { laterBuild } from '#tests/kit/later-build.ts';
import { LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { Site } from '#tests/kit/site.ts';
import { nightly } from '#tests/run/tiers.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
let database: EmbeddedMongo;
let proxy: LossyProxy;
const sites: Site[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-two-builds-'));
  const data = join(folder, 'data');
  await mkdir(data);
  database = await startEmbeddedMongo({ folder: join(folder, 'database') });
  proxy = await LossyProxy.open();
  const env = { MONGODB_URL: database.url, KEYS: 'the same everywhere' };
  for (const page of [join(root, 'dist'), await laterBuild()])
    sites.push(await Site.start({ page, folder: data, env, origin: proxy.origin }));
  let turn = 0;
  proxy.judge = (_, path) => {
    // Files without a hash in their names always come from the older build, which the later worker does not want.
    const isUnnamed = /^\/(?:index\.html|favicon\.svg)/.test(path);
    proxy.aimAt(sites[isUnnamed ? 0 : turn++ % sites.length]?.port ?? 0);
    return 'pass';
  };
});
afterAll(async () => {
  for (const site of sites) await site.close();
  await proxy.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('every first visit works while requests alternate between two builds', { tags: nightly }, async () => {
  const browser = new FleetingBrowser();
  try {
    for (const path of [
      '/',
      '/about',
      '/bike/search',
      '/account/login',
      '/faq',
      '/',
      '/photo-guide',
      '/account/signup',
    ]) {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const page = await context.newPage();
      const failed: string[] = [];
      page.on('response', (answer) => answer.status() >= 400 && failed.push(`${answer.status()} ${answer.url()}`));
      page.on('pageerror', (error) => failed.push(error.message));
      await page.goto(proxy.origin + path);
      await page.getByRole('button', { name: 'OK' }).click();
      await page.waitForLoadState('networkidle');
      expect(failed, path).toEqual([]);
      await context.close();
    }
  } finally {
    await browser.close();
  }
});

test('a device installs the newest worker and is offered no other', { tags: nightly }, async () => {
  const device = await Device.open(proxy.origin, { worker: true });
  const workerOf = async ({ port }: Site) => (await fetch(`http://localhost:${port}/worker.js`)).text();
  try {
    // A build is offered when it has run for a minute.
    const later = await readFile(join(await laterBuild(), 'worker.js'), 'utf8');
    for (const site of sites) await expect.poll(() => workerOf(site), { interval: 1_000 }).toBe(later);
    const page = await device.context.newPage();
    await page.goto(`${proxy.origin}/about`);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    for (let round = 0; round < 6; round += 1) {
      const found = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        return [registration.installing, registration.waiting].map((one) => one?.state ?? null);
      });
      expect(found).toEqual([null, null]);
    }
    // The worker has its whole build.
    await device.context.setOffline(true);
    for (const site of sites) await site.stop();
    await page.goto(`${proxy.origin}/faq`);
    await expect.poll(() => page.evaluate(() => 'isLaterBuild' in globalThis)).toBe(true);
  } finally {
    await device.close();
  }
});
