/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
let device: Device;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  device = await Device.open(site.origin, { worker: true });
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

type Asked = { paths: string[]; maxConcurrent: number };

/** Records the pictures that a page requests itself, and how many concurrently. */
function watchPictures(): void {
  const asked: Asked = { paths: [], maxConcurrent: 0 };
  Object.assign(globalThis, { asked });
  const ask = globalThis.fetch;
  let open = 0;
  globalThis.fetch = async (...request) => {
    const path = String(request[0]);
    if (!path.startsWith('/images/')) return ask(...request);
    asked.paths.push(path);
    open += 1;
    asked.maxConcurrent = Math.max(asked.maxConcurrent, open);
    return ask(...request).finally(() => {
      open -= 1;
    });
  };
}

test('the photos of a first page pass through the worker one by one, and are cached', async () => {
  await device.context.addInitScript(watchPictures);
  const page = await device.page('/');
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: Asked }).asked);
  await expect.poll(async () => (await asked()).paths.length).toBeGreaterThan(2);
  const uncached = async () => {
    const { paths } = await asked();
    return page.evaluate(async (all) => {
      const cached = await Promise.all(all.map((path) => caches.match(path)));
      return all.filter((_, place) => !cached[place]);
    }, paths);
  };
  await expect.poll(uncached).toEqual([]);
  expect((await asked()).maxConcurrent).toBe(1);
});
