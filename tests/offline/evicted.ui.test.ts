import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
let rider: Rider;
beforeAll(async () => {
  site = await Site.start();
  rider = await Rider.join(site, 'olga', { worker: true });
  await rider.settle();
});
afterAll(async () => {
  await rider?.close();
  await site?.close();
});

test('without signal, the page of an evicted bike says that it made room, and no page says that it was never opened', async () => {
  const [evicted, unknown] = [newId(), newId()];
  await rider.page.evaluate(async (id) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('vault');
      asked.onsuccess = () => resolve(asked.result);
    });
    const work = db.transaction('meta', 'readwrite');
    work.objectStore('meta').put({ key: 'evictedBikes', value: [id] });
    await new Promise((resolve) => {
      work.oncomplete = resolve;
    });
    db.close();
  }, evicted);
  await rider.device.context.setOffline(true);
  await rider.go(bikePage(evicted, 'surly'));
  await rider.main.getByRole('heading', { name: 'Not saved on this device.' }).waitFor();
  await rider.main.getByText('This bike was removed to make room. It will load when you have signal.').waitFor();
  await rider.go(bikePage(unknown, 'surly'));
  await rider.main.getByText('This bike will load when you have signal.', { exact: true }).waitFor();
  expect(await rider.main.innerText()).not.toMatch(/opened/);
});

test('without signal, no line says that bikes are here above one that is not', async () => {
  const { page } = rider;
  const line = page.getByRole('status').first();
  await rider.go('/user/outbox');
  await line.getByText("No signal. Bikes you've opened still open; what you write is sent later.").waitFor();
  await rider.go(bikePage(newId(), 'surly'));
  await rider.main.getByRole('heading', { name: 'Not saved on this device.' }).waitFor();
  await expect.poll(() => line.innerText()).toBe('No signal.');
});
