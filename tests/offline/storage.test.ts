import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());

/** A device whose browser refuses to store anything. */
async function blocked(): Promise<void> {
  await h.fresh();
  await h.context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError');
    };
  });
  await h.page.close();
  h.page = await h.open();
  await h.page.evaluate((user) => window.headbadge.setMeta('authUser', user), ana);
}
const comment = () =>
  h.page.evaluate(
    ([card, user]) =>
      window.headbadge.writeComment(card, user, 'Straight.').then(
        () => 'sent',
        (error: Error & { kind: string }) => `${error.kind}: ${error.message}`,
      ),
    [cardNumber(1), ana.id] as const,
  );

test('without storage, a mutation goes directly to the site', async () => {
  await blocked();
  expect(await comment()).toBe('sent');
  expect(h.server.applied).toHaveLength(1);
  expect(await h.page.evaluate(() => window.headbadge.storageState())).toBe('blocked');
});

test('without storage and member, a mutation fails and nothing is queued', async () => {
  await blocked();
  h.server.down = true;
  expect(await comment()).toBe('network: This needs a connection. Try again when there is signal.');
  expect(await h.rows()).toEqual([]);
});

test('without storage, a bike with a photo still reaches the site', async () => {
  await blocked();
  expect(await h.publishBike(1)).toBeNull();
  expect(h.server.applied.map((hit) => hit.path.split('/')[1])).toEqual(['photos', 'bikes']);
});

test('a full device says so, and keeps its stored data', async () => {
  await h.fresh();
  const outcome = await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    const id = await drafts.createDraft(user);
    await drafts.updateDraft(id, { model: 'Mehteh' });
    const canvas = new OffscreenCanvas(800, 600);
    canvas.getContext('2d');
    const file = new File([await canvas.convertToBlob()], 'photo.png');
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    const message = await drafts.addPhoto(id, file).catch((error: Error) => error.message);
    IDBObjectStore.prototype.put = put;
    return {
      message,
      photos: (await drafts.draftOf(id))?.photos.length,
      model: (await drafts.draftOf(id))?.fields.model,
    };
  }, ana.id);
  expect(outcome).toEqual({
    message: "photo.png wasn’t added. This device is full, so we couldn't save this. Free some space and try again.",
    photos: 0,
    model: 'Mehteh',
  });
});

test('a connection closed by the browser is opened again', async () => {
  await h.fresh();
  const before = await h.page.evaluate(async () => {
    await window.headbadge.cache.saveBrands([]);
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase('cache');
      Object.assign(request, { onsuccess: resolve, onerror: reject });
    });
    await window.headbadge.cache.saveBrands([{ id: 'surly', name: 'Surly', aliases: [], models: [], categories: [] }]);
    return window.headbadge.cache.cachedBrands();
  });
  expect(before).toHaveLength(1);
  expect(await h.page.evaluate(() => window.headbadge.storageState())).toBe('stored');
});
