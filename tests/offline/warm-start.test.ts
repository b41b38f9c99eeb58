import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, bert, Harness } from '#tests/kit/harness/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

const keepList = () =>
  h.page.evaluate((card) => window.headbadge.cache.saveFeed('recent', { items: [card], next: null }), cardNumber(1));

/** Queues a comment of each of two members. */
const keepComments = () =>
  h.page.evaluate(
    async ([card, members]) => {
      for (const user of members) await window.headbadge.writeComment(card, user, 'Straight.');
    },
    [cardNumber(1), [ana.id, bert.id]] as const,
  );

/** The reads, in short form. */
const read = () =>
  h.page.evaluate(async () => {
    const rows = await window.headbadge.warmStart.rows();
    return rows?.map(([what, found]) => `${what.join(' ')}: ${Array.isArray(found) ? found.length : typeof found}`);
  });

describe('the rows that the warm start reads', () => {
  test('are those that the screen needs, of the current member only', async () => {
    h.server.answer = () => ({ code: 'unavailable', status: 503 });
    await keepList();
    await keepComments();
    expect((await read())?.sort()).toEqual(
      [
        'cache bikes keys: 0',
        'cache feeds get popular: undefined',
        'cache feeds get random: undefined',
        'cache feeds get recent: object',
        'cache feeds get winners: undefined',
        'cache lists get figures: undefined',
        `cache marks get ${ana.id}:blocks: undefined`,
        'vault meta get authUser: object',
        'vault meta get lastUser: undefined',
        'vault meta get sessionTurn: undefined',
        `vault outbox where userId ${ana.id}: 1`,
        `vault sent where userId ${ana.id}: 0`,
      ].sort(),
    );
  });

  test('create no database where there is none', async () => {
    const left = await h.page.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases())
        await new Promise((resolve) => {
          indexedDB.deleteDatabase(name).onsuccess = resolve;
        });
      const rows = await window.headbadge.warmStart.rows();
      return { rows, databases: await indexedDB.databases() };
    });
    expect(left).toEqual({ rows: null, databases: [] });
  });

  test('are empty when a database has another version, cannot be opened, or the member signs out meanwhile', async () => {
    await keepList();
    await h.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const asked = indexedDB.open('vault', 1_000);
          asked.onupgradeneeded = () => asked.result.deleteObjectStore('sent');
          asked.onsuccess = () => {
            asked.result.close();
            resolve();
          };
        }),
    );
    expect(await read()).toBeUndefined();
    await h.fresh();
    await h.page.evaluate(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError');
      };
    });
    expect(await read()).toBeUndefined();
    await h.fresh();
    await keepList();
    expect(await read()).toBeDefined();
    await h.page.evaluate(() => window.headbadge.setMeta('sessionTurn', 7));
    expect(await read()).toBeUndefined();
  });

  test('do not prevent a newer build from upgrading the databases', async () => {
    await keepList();
    const outcome = await h.page.evaluate(async () => {
      let upgraded: Promise<string> | undefined;
      const begin = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...args) {
        // The database is certainly open at this moment.
        if (this.name === 'cache')
          upgraded ??= new Promise((resolve) => {
            const asked = indexedDB.open('cache', 1_000);
            asked.onsuccess = () => resolve(`version ${asked.result.version}`);
          });
        return begin.apply(this, args);
      };
      await window.headbadge.warmStart.rows();
      return upgraded;
    });
    expect(outcome).toBe('version 1000');
  });
});

describe('the warm start', () => {
  const old = { key: 'recent', userId: '', items: [cardNumber(1)], next: 'later', savedAt: 5 };

  test('upgrades rows of an older build, as every other read does', async () => {
    const feed = await h.page.evaluate((row) => {
      const { warmStart, cache } = window.headbadge;
      void warmStart.begin([[['cache', 'feeds', 'get', 'recent'], row]]);
      return cache.feedOf('recent');
    }, old);
    expect(feed).toMatchObject({ ends: [{ at: 1, next: 'later' }] });
  });

  test('ends with the first write, before that is stored', async () => {
    const seen = await h.page.evaluate(
      async ([row, card]) => {
        const { warmStart, cache } = window.headbadge;
        const over = warmStart.begin([[['cache', 'feeds', 'get', 'recent'], row]]);
        const writing = cache.saveFeed('recent', { items: [card], next: null });
        await over;
        const look = warmStart.current(['feed'], () => cache.feedOf('recent'));
        await writing;
        return { look, items: (await cache.feedOf('recent'))?.items.map((one) => one.id) };
      },
      [old, cardNumber(2)] as const,
    );
    expect(seen).toEqual({ look: undefined, items: [cardNumber(2).id] });
  });

  test('does not wait for data that was not read', async () => {
    const seen = await h.page.evaluate(async (row) => {
      const { warmStart, cache } = window.headbadge;
      void warmStart.begin([[['cache', 'feeds', 'get', 'recent'], row]]);
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (...args) {
        throw open.apply(this, args);
      };
      const known = await warmStart.current(['recent'], () => cache.feedOf('recent'));
      const unknown = await warmStart.current(['popular'], async () => {
        await cache.feedOf('recent');
        return cache.feedOf('popular').then(() => new Promise(() => undefined));
      });
      return { known: known?.items.length, unknown };
    }, old);
    expect(seen).toEqual({ known: 1, unknown: undefined });
  });
});
