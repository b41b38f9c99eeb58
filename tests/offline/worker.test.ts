import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { photoPath } from '#contract/photos.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => {
  await h.fresh();
  await h.installWorker();
});

const photo = '01890000-0000-7000-8000-000000000301';
/** How many bytes a picture has that the page asks for; 0 when it gets none. */
const ask = (path: string) =>
  h.page.evaluate(async (address) => {
    const response = await fetch(address).catch(() => null);
    return response?.ok ? (await response.blob()).size : 0;
  }, path);

test('every page of the site opens without signal', async () => {
  h.server.down = true;
  await h.page.goto(`${h.origin}/bike/${photo}/surly-bridge-club`);
  expect(await h.page.title()).toBe('Harness');
});

test('the API, pictures and the mailbox are never answered with the page', async () => {
  h.server.down = true;
  for (const path of ['/api/v1/user/auth', '/images/other.webp', '/mailbox', '/healthz']) {
    await expect(h.page.goto(h.origin + path)).rejects.toThrow(/ERR_/);
  }
});

test('a picture that was seen is not asked for again', async () => {
  expect(await ask(photoPath(photo, 640))).toBe(640);
  expect(await ask(photoPath(photo, 640))).toBe(640);
  expect(h.server.pictures).toHaveLength(1);
});

test('without signal a missing size is answered with the largest one kept', async () => {
  await ask(photoPath(photo, 320));
  await ask(photoPath(photo, 1280));
  h.server.down = true;
  expect(await ask(photoPath(photo, 2048))).toBe(1280);
  expect(await ask(photoPath('01890000-0000-7000-8000-000000000302', 640))).toBe(0);
});

test('an error is not kept', async () => {
  h.server.pictureStatus = 404;
  expect(await ask(photoPath(photo, 640))).toBe(0);
  h.server.pictureStatus = 200;
  expect(await ask(photoPath(photo, 640))).toBe(640);
});

test('opening a bike keeps its photos at the width of its page', async () => {
  await h.page.evaluate((id) => window.headbadge.keepPhotos([id]), photo);
  h.server.down = true;
  expect(await ask(photoPath(photo, 1280))).toBe(1280);
});

test('a page can ask the worker to send', async () => {
  h.server.down = true;
  const comment = [cardNumber(1), ana.id, 'Waiting.'] as const;
  await h.page.evaluate((parts) => window.headbadge.addComment(...parts), comment);
  await h.page.evaluate(() => {
    // From here on only the worker can reach anybody.
    window.fetch = () => Promise.reject(new TypeError());
    return window.headbadge.kickAndWait();
  });
  h.server.down = false;
  await h.page.evaluate(() => navigator.serviceWorker.controller?.postMessage('drain'));
  await expect.poll(() => h.rows(), { timeout: 10_000 }).toEqual([]);
});
