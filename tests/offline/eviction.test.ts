import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { comment, flushed } from '#tests/kit/harness/full-device.ts';
import { Harness } from '#tests/kit/harness/harness.ts';
import type { NodeTab } from '#tests/kit/harness/node-tab.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
beforeEach(async () => void (await h.fresh()));
afterAll(() => h?.close());

const idOf = (n: number) => cardNumber(n).id;
const cachedBikes = (tab: NodeTab = h.page) =>
  tab.evaluate(async () => (await window.headbadge.cache.cachedBikeIds()).sort());
const evictedBikes = (tab: NodeTab = h.page) => tab.evaluate(() => window.headbadge.getMeta('evictedBikes'));
const state = (tab: NodeTab = h.page) => tab.evaluate(() => window.headbadge.storageState());

/** Caches bikes 1 to `count`, each opened a day after the one before; the last one now. */
const openBikes = (count: number) =>
  h.page.evaluate(
    async (cards) => {
      const { saveBike } = window.headbadge.cache;
      for (const [at, card] of cards.entries())
        await saveBike(
          { ...card, photos: [] } as unknown as Parameters<typeof saveBike>[0],
          Date.now() - (cards.length - 1 - at) * 86_400_000,
        );
    },
    Array.from({ length: count }, (_, at) => cardNumber(at + 1)),
  );

describe('a bike that was opened', () => {
  /** Sets this device's clock to so many days ahead. */
  const turnClock = (days: number) =>
    h.page.evaluate((ahead) => {
      const { now } = Date;
      Date.now = () => now() + ahead * 86_400_000;
    }, days);

  test('stays while there is no signal, whatever the clock says', async () => {
    await openBikes(3);
    await turnClock(400);
    h.server.down = true;
    await h.page.evaluate(() => window.headbadge.startTriggers());
    await flushed(h);
    expect(await cachedBikes()).toEqual([1, 2, 3].map(idOf));
    expect(await evictedBikes()).toBeNull();
  });

  test("is evicted after 30 days by the site's clock, and the device remembers that", async () => {
    await openBikes(40);
    await turnClock(400);
    await h.page.evaluate(async () => {
      window.headbadge.startTriggers();
      await window.headbadge.probe();
    });
    const old = Array.from({ length: 9 }, (_, at) => idOf(at + 1));
    await expect.poll(() => evictedBikes()).toHaveLength(9);
    expect((await evictedBikes())?.sort()).toEqual(old);
    expect(await cachedBikes()).toHaveLength(31);
  });

  test('does not become older when it is opened with a clock that was set back', async () => {
    await openBikes(1);
    await turnClock(-400);
    await h.page.evaluate((id) => window.headbadge.cache.touch(id), idOf(1));
    const usedAt = await h.page.evaluate(async (id) => (await window.headbadge.cache.bikeOf(id))?.usedAt, idOf(1));
    expect(usedAt).toBeGreaterThan(Date.now() - 86_400_000);
  });
});

/** Leaves no space for what a member writes until the cache is deleted, and then for so many cached bikes. */
const fill = (tab: NodeTab, roomForBikes: number) =>
  tab.evaluate((room) => {
    let stored = 0;
    let isEvicted = false;
    const written = new Map<IDBTransaction, number>();
    const { put } = IDBObjectStore.prototype;
    const { deleteDatabase } = IDBFactory.prototype;
    IDBFactory.prototype.deleteDatabase = function (name) {
      isEvicted ||= name === 'cache';
      return deleteDatabase.call(this, name);
    };
    IDBObjectStore.prototype.put = function (...args) {
      const { name, transaction } = this;
      const count = written.get(transaction) ?? 0;
      if (name === 'bikes' && count === 0)
        transaction.addEventListener('complete', () => {
          stored += written.get(transaction) ?? 0;
        });
      if (name === 'bikes' && stored + count < room) written.set(transaction, count + 1);
      else if (name === 'bikes' || (transaction.db.name === 'vault' && !isEvicted))
        throw new DOMException('Full', 'QuotaExceededError');
      return put.apply(this, args);
    };
  }, roomForBikes);

describe('bikes that made room for a comment', () => {
  test('are stored again as soon as there is room', async () => {
    await openBikes(4);
    h.server.down = true;
    await fill(h.page, 100);
    expect(await comment(h, 'Kept.')).toBe('done');
    await flushed(h);
    await h.page.evaluate(() => window.headbadge.keepReserve());
    expect(await state()).toBe('stored');
    const tab = await h.open();
    expect(await cachedBikes(tab)).toEqual([1, 2, 3, 4].map(idOf));
    expect(await h.rows(tab)).toEqual(['comment.add queued 0']);
  });

  test('are remembered, and those opened last come back where there is not room for all', async () => {
    await openBikes(4);
    h.server.down = true;
    await fill(h.page, 3);
    expect(await comment(h, 'Kept.')).toBe('done');
    await flushed(h);
    await h.page.evaluate(() => window.headbadge.keepReserve());
    expect(await state()).toBe('full');
    const tab = await h.open();
    const left = await cachedBikes(tab);
    expect(left).toContain(idOf(4));
    expect(left).not.toContain(idOf(1));
    expect(await evictedBikes(tab)).toContain(idOf(1));
  });

  test('a device that was full is looked at again on the next page', async () => {
    await openBikes(4);
    h.server.down = true;
    await fill(h.page, 0);
    await h.page.evaluate(() => window.headbadge.startTriggers());
    expect(await comment(h, 'Kept.')).toBe('done');
    await flushed(h);
    await h.page.evaluate(() => window.headbadge.keepReserve());
    expect(await state()).toBe('full');
    await h.page.close();
    h.page = await h.open();
    await h.page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      Object.assign(window, { put });
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
      window.headbadge.startTriggers();
    });
    expect(await state()).toBe('full');
    await flushed(h);
    expect(await state()).toBe('full');
    await h.page.evaluate(async () => {
      IDBObjectStore.prototype.put = (window as unknown as { put: IDBObjectStore['put'] }).put;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => state()).toBe('stored');
  });
});

test('on a full device, opening a bike costs no picture', async () => {
  await openBikes(1);
  const opened = await h.page.evaluate(async (id) => {
    let evictions = 0;
    const { open } = caches;
    caches.open = (name) => {
      evictions += 1;
      return open(name);
    };
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    await window.headbadge.cache.touch(id, Date.now() + 1_000).catch(() => undefined);
    return evictions;
  }, idOf(1));
  expect(opened).toBe(0);
});
