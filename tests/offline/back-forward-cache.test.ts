import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => {
  await h.fresh();
  h.server.answer = () => ({ code: 'unavailable', status: 503 });
});

/** The events of a page that goes into the back/forward cache or is shown again. */
const dispatch = (name: 'pagehide' | 'pageshow') =>
  h.page.evaluate((type) => void dispatchEvent(Object.assign(new Event(type), { persisted: true })), name);

/** Begins a transaction that never ends, as WebKit keeps every one of a page that was left. */
const beginEndless = (name: string) =>
  h.page.evaluate(
    (db) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(db);
        opening.onsuccess = () => {
          const tables = [...opening.result.objectStoreNames];
          const store = opening.result.transaction(tables, 'readwrite').objectStore(tables[0] ?? '');
          const goOn = () => {
            store.count().onsuccess = goOn;
          };
          goOn();
          resolve();
        };
      }),
    name,
  );

const like = () =>
  h.page.evaluate(([card, user]) => window.headbadge.setLike(card, user, true), [cardNumber(1), ana.id] as const);

describe('a page in the back/forward cache', () => {
  test.each(['vault', 'cache'])('lets other pages use its %s, whatever it was doing', async (name) => {
    const other = await h.open();
    await h.page.evaluate(() => window.headbadge.cache.saveBrands([]));
    await beginEndless(name);
    await dispatch('pagehide');
    const done = await other.evaluate(async () => {
      await window.headbadge.setMeta('seq', 7);
      await window.headbadge.cache.saveBrands([]);
      return 'written';
    });
    expect(done).toBe('written');
  });

  test('lets other pages upgrade the databases that it was opening', async () => {
    const left = await h.page.evaluate(async () => {
      const asked = indexedDB.open('fresh');
      await new Promise<void>((resolve) => {
        asked.onupgradeneeded = () => {
          const store = asked.result.createObjectStore('rows');
          const goOn = () => {
            store.count().onsuccess = goOn;
          };
          goOn();
          resolve();
        };
      });
      const ended = new Promise((resolve) => {
        asked.onerror = () => resolve(asked.error?.name);
      });
      dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
      return ended;
    });
    expect(left).toBe('AbortError');
  });

  test("sends its member's mutations once when it is restored", async () => {
    const other = await h.open();
    const writing = like();
    await dispatch('pagehide');
    expect(await h.rows(other)).toEqual([]);
    await dispatch('pageshow');
    await writing;
    expect((await h.rows(other)).map((row) => row.split(' ')[0])).toEqual(['like.put']);
  });

  test('starts nothing new until then', async () => {
    const other = await h.open();
    await dispatch('pagehide');
    const writing = like();
    await other.evaluate(() => window.headbadge.setMeta('sessionTurn', 7));
    expect(await h.rows(other)).toEqual([]);
    await dispatch('pageshow');
    await writing;
    expect(await h.rows(other)).toHaveLength(1);
  });

  test('loses no typed text, whether it is restored or not', async () => {
    const id = await h.page.evaluate(async (user) => {
      const { drafts } = window.headbadge;
      const draft = await drafts.createDraft(user);
      drafts.autosave(draft, () => undefined).change({ model: 'Mehteh' });
      return draft;
    }, ana.id);
    await dispatch('pagehide');
    const modelIn = (tab: typeof h.page) =>
      tab.evaluate(async (draft) => (await window.headbadge.drafts.draftOf(draft))?.fields.model, id);
    const other = await h.open();
    expect(await modelIn(other)).toBeUndefined();
    await other.evaluate(() => window.headbadge.startTriggers());
    await expect.poll(() => modelIn(other)).toBe('Mehteh');
    await other.evaluate((draft) => window.headbadge.drafts.updateDraft(draft, { model: 'Yeti' }), id);
    await dispatch('pageshow');
    await h.page.evaluate(() => window.headbadge.getMeta('seq'));
    expect(await modelIn(h.page)).toBe('Yeti');
  });

  /** Likes a bike or takes it back, or adds it to a folder, on a page. */
  const choose = (tab: typeof h.page, choice: 'like' | 'unlike' | 'favorite') =>
    tab.evaluate(
      ([what, card, user]) => {
        const { setLike, setFavorite } = window.headbadge;
        const folder = { id: '01890000-0000-7000-8000-00000000f001', name: 'Winter' };
        return what === 'favorite' ? setFavorite(card, user, folder, true) : setLike(card, user, what === 'like');
      },
      [choice, cardNumber(1), ana.id] as const,
    );
  const kindsIn = async (tab: typeof h.page) => (await h.rows(tab)).map((row) => row.split(' ')[0]);

  test.each([
    ['like', 'like.put'],
    ['favorite', 'favorite.put'],
  ] as const)('loses no %s that it shows but has not stored, and stores it once', async (choice, kind) => {
    const writing = choose(h.page, choice);
    await dispatch('pagehide');
    const next = await h.open();
    await next.evaluate(() => window.headbadge.startTriggers());
    await expect.poll(() => kindsIn(next)).toEqual([kind]);
    await dispatch('pageshow');
    await writing;
    expect(await kindsIn(next)).toEqual([kind]);
  });

  /** Deletes bike 1 on a page. */
  const deleteBike = (tab: typeof h.page) =>
    tab.evaluate(
      async ([card, user]) => {
        const undo = await window.headbadge.moveBike(card, user, { from: 'Active', to: 'Deleted' });
        Object.assign(window, { undo });
        return undo !== null;
      },
      [cardNumber(1), ana.id] as const,
    );

  test('loses no act that can be undone, stores it once, and can still undo it', async () => {
    const acting = deleteBike(h.page);
    await dispatch('pagehide');
    const next = await h.open();
    await next.evaluate(() => window.headbadge.startTriggers());
    await expect.poll(() => kindsIn(next)).toEqual(['bike.status']);
    await dispatch('pageshow');
    expect(await acting).toBe(true);
    expect(await kindsIn(next)).toEqual(['bike.status']);
    await h.page.evaluate(() => (window as unknown as { undo(): Promise<void> }).undo());
    expect(await kindsIn(next)).toEqual([]);
  });

  test('does not take back what was chosen on the next page', async () => {
    const writing = choose(h.page, 'like');
    await dispatch('pagehide');
    const next = await h.open();
    await choose(next, 'unlike');
    await next.evaluate(() => window.headbadge.startTriggers());
    await expect
      .poll(() => next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unstored:'))))
      .toEqual([]);
    await dispatch('pageshow');
    await writing;
    expect(await kindsIn(next)).toEqual(['like.delete']);
  });

  test('continues reading when it is restored', async () => {
    await like();
    const rows = h.rows();
    await dispatch('pagehide');
    await dispatch('pageshow');
    expect(await rows).toHaveLength(1);
  });
});

test('a warm start releases the databases when the page is left', async () => {
  const page = new EventTarget();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const asked = indexedDB.open('vault');
  asked.onupgradeneeded = () => {
    for (const name of ['meta', 'outbox', 'sent', 'drafts', 'draftPhotoInfo']) asked.result.createObjectStore(name);
  };
  await new Promise((resolve) => {
    asked.onsuccess = resolve;
  });
  const ends: string[] = [];
  const begin = IDBDatabase.prototype.transaction;
  const leave = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    const transaction = begin.apply(this, args);
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => ends.push(`${this.name} ${end}`));
    queueMicrotask(() => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true })));
    return transaction;
  });
  const { earlyRows } = await import('#src/warm-start/reader.ts');
  expect(await earlyRows()).toBeNull();
  await expect.poll(() => ends).toContain('vault abort');
  leave.mockRestore();
  vi.unstubAllGlobals();
});
