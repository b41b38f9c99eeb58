import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { Device } from '#tests/kit/browser.ts';
import { fillQuota, limitQuota } from '#tests/kit/quota.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { strangersBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';
import { nightly } from '#tests/run/tiers.ts';

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

test('bikes that a full device evicted say so also after their page was opened anew', { tags: nightly }, async () => {
  const paths = [await strangersBike(site, 'First'), await strangersBike(site, 'Second')];
  const device = await Device.open(site.origin, { worker: true, profile: true });
  const keeper = await device.page('/favicon.svg');
  await limitQuota(keeper, 16_000_000);
  const reader = await Rider.joinOn(device, site, 'reader');
  await reader.settle();
  for (const path of paths) {
    await reader.go(path);
    await reader.main.getByRole('heading', { name: 'Specifications' }).waitFor();
  }
  await fillQuota(keeper);
  await reader.comment('On a full device.');
  const comments = (await site.db()).collection('comments');
  await until(async () => expect(await comments.countDocuments({ text: 'On a full device.' })).toBe(1));
  await device.context.setOffline(true);
  for (const path of paths) {
    await reader.go(path);
    await reader.main.getByText('This bike was removed to make room. It will load when you have signal.').waitFor();
  }
  await reader.close();
});
