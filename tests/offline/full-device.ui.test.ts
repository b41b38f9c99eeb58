import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PhotoWidth, photoPath } from '#contract/photo-paths.ts';
import { problems } from '#contract/problems.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, BrowserHarness } from '#tests/kit/harness/browser-harness.ts';
import { comment, fillOutbox, flushed, like, rowsOnDisk, sent, wholeOutbox } from '#tests/kit/harness/full-device.ts';
import { fillQuota, limitQuota } from '#tests/kit/quota.ts';

const room = 8_000_000;
let h: BrowserHarness;
beforeAll(async () => {
  h = await BrowserHarness.start();
});
beforeEach(async () => {
  await h.freshWithQuota(room);
});
afterAll(() => h?.close());

const storage = () => h.page.evaluate(() => window.headbadge.storageState());

test('a completely full device sends its outbox, each mutation once, and keeps none of it', async () => {
  await fillOutbox(h);
  await fillQuota(h.page);
  await flushed(h);
  expect(sent(h)).toEqual(wholeOutbox);
  expect(h.server.hits).toHaveLength(wholeOutbox.length);
  expect(await h.rows()).toEqual([]);
  expect(await rowsOnDisk(h)).toEqual([]);
});

test('on a full device a like and a comment go directly to the site, with key and member, and are not stored', async () => {
  await fillQuota(h.page);
  expect(await like(h, 1)).toBe('done');
  expect(await comment(h, 'Straight.')).toBe('done');
  expect(sent(h)).toEqual(['PUT like', 'POST comments']);
  expect(h.server.applied.every(({ key, actingUser }) => key.length > 20 && actingUser === ana.id)).toBe(true);
  expect(await h.rows()).toEqual([]);
  expect(await storage()).toBe('full');
});

test('offline, a full device refuses them with a sentence, and queues nothing', async () => {
  await fillQuota(h.page);
  h.server.down = true;
  const sentence =
    "This device is full and there is no signal, so this couldn't be saved or sent. Free some space, or try again when there is signal.";
  expect(await like(h, 1)).toBe(sentence);
  expect(await comment(h, 'Nowhere.')).toBe(sentence);
  expect(await h.rows()).toEqual([]);
  h.server.down = false;
  await flushed(h);
  expect(h.server.hits).toEqual([]);
});

test('a direct request with a lost reply is retried with the same key', async () => {
  await fillQuota(h.page);
  let lost = false;
  h.server.answer = () => {
    if (lost) return { data: null };
    lost = true;
    return 'lost';
  };
  expect(await comment(h, 'Once.')).toBe('done');
  expect(h.server.applied).toHaveLength(1);
  expect(new Set(h.server.hits.map((hit) => hit.key)).size).toBe(1);
});

test('a refused direct request shows its sentence, and is not queued', async () => {
  await fillQuota(h.page);
  h.server.answer = () => ({ code: 'gone', status: 410 });
  expect(await like(h, 1)).toBe(problems.gone.message);
  expect(await h.rows()).toEqual([]);
});

test('a queued like that a direct request undoes is not restored', async () => {
  h.server.down = true;
  await like(h, 1);
  await flushed(h);
  await fillQuota(h.page);
  h.server.down = false;
  expect(await like(h, 1, false)).toBe('done');
  expect(await h.rows()).toEqual([]);
  expect(await rowsOnDisk(h)).toEqual([]);
  expect(sent(h).at(-1)).toBe('DELETE like');
});

test('after a failed direct request, the like queued before is queued again', async () => {
  h.server.down = true;
  await like(h, 1);
  await flushed(h);
  await fillQuota(h.page);
  expect(await like(h, 1, false)).not.toBe('done');
  expect(await h.rows()).toEqual(['like.put queued 0']);
});

/** More than a browser keeps in its log before it writes it out: at least that much is free again after an eviction. */
const largeBikes = 200;
const saveLargeBikes = () =>
  h.page.evaluate(
    async (cards) => {
      const { saveBike } = window.headbadge.cache;
      // Random bytes: compressible data would take less space, and deleting it would free too little.
      const story = () =>
        String.fromCharCode(...crypto.getRandomValues(new Uint8Array(50_000)).map((n) => 33 + (n % 90)));
      for (const card of cards) {
        const bike = { ...card, story: story(), photos: [] };
        await saveBike(bike as unknown as Parameters<typeof saveBike>[0]);
      }
    },
    Array.from({ length: largeBikes }, (_, n) => cardNumber(n + 1)),
  );

test("cached pictures are evicted for a member's mutations: photos first, then thumbnails, then the rest", async () => {
  const left = () =>
    h.page.evaluate(async () => {
      const count = async (name: string) => (await (await caches.open(name)).keys()).length;
      const named = (await indexedDB.databases()).some(({ name }) => name === 'cache');
      const bikes = await new Promise<number>((resolve) => {
        if (!named) return resolve(0);
        const opening = indexedDB.open('cache');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('bikes').objectStore('bikes').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      });
      return [await count('photos'), await count('thumbnails'), bikes];
    });
  const bikes = largeBikes;
  await limitQuota(h.page, room + 12_000_000);
  const estimate = () => h.page.evaluate(async () => JSON.stringify(await navigator.storage.estimate()));
  await h.page.evaluate(async () => {
    const noise = crypto.getRandomValues(new Uint8Array(65_536));
    const picture = () => new Response(new Blob(Array.from({ length: 16 }, () => noise)));
    for (const name of ['photos', 'thumbnails']) await (await caches.open(name)).put('/images/one', picture());
  });
  await saveLargeBikes();
  h.server.down = true;
  for (const expected of [
    [0, 1, bikes],
    [0, 0, bikes],
    [0, 0, 0],
  ]) {
    await fillQuota(h.page);
    const filled = await estimate();
    expect(await comment(h, 'Kept.'), `${filled}, then ${await estimate()}`).toBe('done');
    // The evicted cache leaves space for a reserve, which must be stored before the device is filled again.
    await flushed(h);
    expect(await left()).toEqual(expected);
  }
  await flushed(h);
  h.server.down = false;
  expect(await rowsOnDisk(h)).toHaveLength(3);
  // The evicted rows are still shown to the reader.
  const shown = await h.page.evaluate((id) => window.headbadge.cache.bikeOf(id), cardNumber(9).id);
  expect(shown?.bike.story).toHaveLength(50_000);
});

test('bikes that made room for a comment are stored again when there is room', async () => {
  await limitQuota(h.page, room + 12_000_000);
  await saveLargeBikes();
  h.server.down = true;
  await fillQuota(h.page);
  expect(await comment(h, 'Kept.')).toBe('done');
  await limitQuota(h.page, 2 * room + 24_000_000);
  await flushed(h);
  await h.page.evaluate(() => window.headbadge.retryPersist());
  expect(await storage()).toBe('stored');
  h.server.down = false;
  const tab = await h.open();
  expect(await tab.evaluate(() => window.headbadge.cache.cachedBikeIds())).toHaveLength(largeBikes);
  expect(await tab.evaluate(() => window.headbadge.getMeta('evictedBikes'))).toHaveLength(largeBikes);
  expect(await rowsOnDisk(h)).toHaveLength(1);
});

test('data read on a full device is shown from memory', async () => {
  await fillQuota(h.page);
  const shown = await h.page.evaluate(async (cards) => {
    const { saveFeed, extendFeed, feedOf, saveBike, bikeOf } = window.headbadge.cache;
    await saveFeed('recent', { items: cards.slice(0, 2), next: 'on' });
    await extendFeed('recent', { items: cards.slice(2), next: null });
    const bike = { ...cards[0], photos: [] } as unknown as Parameters<typeof saveBike>[0];
    await saveBike(bike);
    return [(await feedOf('recent'))?.items.length, (await bikeOf(bike.id))?.bike.model];
  }, [1, 2, 3].map(cardNumber));
  expect(shown).toEqual([3, 'Bridge Club']);
  expect(await storage()).toBe('full');
});

test("when there is space again, the tab's memory is stored, and the device counts as full no more", async () => {
  await fillQuota(h.page);
  await h.page.evaluate(
    (card) => window.headbadge.cache.saveFeed('recent', { items: [card], next: null }),
    cardNumber(1),
  );
  await h.page.evaluate(() => window.headbadge.retryPersist());
  expect(await storage()).toBe('full');
  await limitQuota(h.page, 2 * room);
  await h.page.evaluate(() => window.headbadge.retryPersist());
  expect(await storage()).toBe('stored');
  const tab = await h.open();
  expect((await tab.evaluate(() => window.headbadge.cache.feedOf('recent')))?.items).toHaveLength(1);
});

test("a full device says that a draft is not stored, and publishes the form's content", async () => {
  const id = await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    const draft = await drafts.createDraft(user);
    const canvas = new OffscreenCanvas(800, 600);
    canvas.getContext('2d');
    await drafts.addPhoto(draft, new File([await canvas.convertToBlob()], 'photo.png'));
    const kind = { category: 'Touring', drivetrain: '1x', rearGear: '11-Speed' };
    await drafts.updateDraft(draft, { ...kind, brandId: 'Other', brandOther: 'Brother', model: 'Mehteh' });
    return draft;
  }, ana.id);
  await fillQuota(h.page);
  const text = await h.page.evaluate(
    (draft) =>
      window.headbadge.drafts.updateDraft(draft, { model: 'Big Dummy' }).catch((error: Error) => error.message),
    id,
  );
  expect(text).toBe("This device is full, so we couldn't save this. Free some space and try again.");
  const recorded = await h.page.evaluate(async (draft) => {
    const { draftOf, notePhoto } = window.headbadge.drafts;
    const [photo] = (await draftOf(draft))?.photos ?? [];
    return notePhoto(photo?.id ?? '', { caption: 'At the pass' }).catch((error: Error) => error.message);
  }, id);
  expect(recorded).toBe(text);
  expect(await h.page.evaluate((draft) => window.headbadge.publishDraft(draft), id)).toBeNull();
  expect(sent(h)).toEqual(['PUT photos', 'PUT bikes']);
  const bike = JSON.parse(String(h.server.applied[1]?.body));
  expect([bike.model, bike.photos[0].caption]).toEqual(['Big Dummy', 'At the pass']);
  expect(await h.page.evaluate((draft) => window.headbadge.drafts.draftOf(draft), id)).toBeUndefined();
});

test('a full device still stores who is logged in, and deletes it at sign-out', async () => {
  await h.page.evaluate(() => window.headbadge.keepReserve());
  await fillQuota(h.page);
  await h.page.evaluate((user) => window.headbadge.setMeta('authUser', { ...user, username: 'anna' }), ana);
  expect((await h.page.evaluate(() => window.headbadge.getMeta('authUser')))?.username).toBe('anna');
  h.server.down = true;
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  expect(await h.page.evaluate(() => window.headbadge.getMeta('authUser'))).toBeNull();
  h.server.answer = () => ({ code: 'unavailable', status: 503 });
  h.server.down = false;
  const tab = await h.open();
  expect(await tab.evaluate(() => window.headbadge.getMeta('authUser'))).toBeNull();
  expect(await tab.evaluate(() => window.headbadge.getMeta('signOutOwed'))).toBe(true);
});

test('a picture without space replaces older photos, never thumbnails', async () => {
  await h.installWorker();
  const [first, second, third] = [cardNumber(1).id, cardNumber(2).id, cardNumber(3).id];
  const ask = (id: string, width: PhotoWidth) =>
    h.page.evaluate(async (path) => (await (await fetch(path)).blob()).size, photoPath(id, width));
  const cachedPhotos = () =>
    h.page.evaluate(async () => {
      const keys = await Promise.all(['photos', 'thumbnails'].map(async (name) => (await caches.open(name)).keys()));
      const paths = keys.flat().map(({ url }) => new URL(url).pathname);
      const ledger = (await window.headbadge.cache.images.all()).map(({ url }) => url);
      return { paths: paths.sort(), ledger: ledger.sort() };
    });
  const only = (...paths: string[]) => ({ paths, ledger: paths });
  await ask(first, 320);
  await expect.poll(cachedPhotos).toEqual(only(photoPath(first, 320)));
  await h.page.evaluate(
    async (path) => {
      const noise = crypto.getRandomValues(new Uint8Array(65_536));
      const older = new Response(new Blob(Array.from({ length: 16 }, () => noise)));
      await (await caches.open('photos')).put(path, older);
    },
    photoPath(first, 2048),
  );
  await limitQuota(h.page, room + 12_000_000);
  await fillQuota(h.page);
  expect(await ask(second, 1280)).toBe(1280);
  await expect.poll(cachedPhotos).toEqual(only(photoPath(first, 320), photoPath(second, 1280)));
  await limitQuota(h.page, 1);
  await fillQuota(h.page);
  expect(await ask(third, 1280)).toBe(1280);
  await expect.poll(cachedPhotos).toEqual(only(photoPath(first, 320)));
});
