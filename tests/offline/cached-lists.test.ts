import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BikeCard } from '#contract/bikes.ts';
import type { Comment } from '#contract/comments.ts';
import type { Page } from '#contract/paging.ts';
import { changed } from '#src/cache/pages.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { bert, Harness } from '#tests/kit/harness/harness.ts';

test('an item moved to the top from a later page leaves each cursor unchanged', () => {
  const items = range(0, 6).map((n) => ({ id: idOf(n) }));
  const ends = [
    { at: 3, next: 'after 2' },
    { at: 6, next: 'after 5' },
  ];
  const raise = (id: string) => (all: { id: string }[]) => [{ id }, ...all.filter((one) => one.id !== id)];
  expect(changed({ items, ends }, raise(idOf(3))).ends.map(({ at }) => at)).toEqual([4, 6]);
  expect(changed({ items, ends }, raise('new')).ends.map(({ at }) => at)).toEqual([4, 7]);
  expect(changed({ items, ends }, raise(idOf(1))).ends.map(({ at }) => at)).toEqual([3, 6]);
  const without = (all: { id: string }[]) => all.filter((one) => one.id !== idOf(3));
  expect(changed({ items, ends }, without).ends.map(({ at }) => at)).toEqual([3, 5]);
});

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

const pageOf = 24;
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const cardOf = (n: number): BikeCard => ({ ...cardNumber(1), id: idOf(n) });
const commentOf = (n: number): Comment => ({
  id: idOf(n),
  bikeId: idOf(0),
  author: bert,
  text: `${n}`,
  status: 'Active',
  addedAt: '2026-06-01T10:00:00.000Z',
  editedAt: null,
});
/** Answers with the items from `from` on, of a list that ends with `last`. Its cursor is the next number. */
function answer<T>(make: (n: number) => T, from: number, last = 1_000): Page<T> {
  const count = Math.min(pageOf, last - from + 1);
  const next = from + count > last ? null : String(from + count);
  return { items: range(from, count).map(make), next };
}

/** Caches the first page of a list that begins with `from`. Returns what is cached afterwards and the next cursor. */
const refresh = (from: number, last?: number) =>
  h.page.evaluate(
    async (page) => {
      const { saveFeed, feedOf, nextOf } = window.headbadge.cache;
      await saveFeed('recent', page);
      const feed = await feedOf('recent');
      return { items: feed?.items.map((card) => Number(card.id.slice(-12))) ?? [], next: feed && nextOf(feed) };
    },
    answer(cardOf, from, last),
  );
const loadMore = (pages: number) =>
  h.page.evaluate(
    async ([all, count]) => {
      const { extendFeed, feedOf, nextOf } = window.headbadge.cache;
      for (let n = 0; n < count; n += 1) {
        const feed = await feedOf('recent');
        const page = all.find((one) => feed && String(Number(one.items[0]?.id.slice(-12))) === nextOf(feed));
        if (page) await extendFeed('recent', page);
      }
    },
    [range(0, 8).map((n) => answer(cardOf, 100 + n * pageOf)), pages] as const,
  );

test('a list cut to its limit continues exactly where it was cut', async () => {
  await refresh(100);
  await loadMore(20);
  // Three newer items push the list beyond its limit.
  const { items, next } = await refresh(97);
  expect(items.length).toBeLessThanOrEqual(20 * pageOf);
  expect(items).toEqual(range(97, items.length));
  expect(next).toBe(String(97 + items.length));
});

test('a refresh keeps the later pages that it overlaps, and their cursor', async () => {
  await refresh(100);
  await loadMore(2);
  const { items, next } = await refresh(95);
  expect(items).toEqual(range(95, 5 + 3 * pageOf));
  expect(next).toBe(String(100 + 3 * pageOf));
});

test('a list that ends with its first page has no further page', async () => {
  await refresh(100);
  await loadMore(1);
  expect(await refresh(100, 110)).toEqual({ items: range(100, 11), next: null });
});

test('an added or removed bike moves no cursor', async () => {
  await refresh(100);
  await loadMore(6);
  await h.page.evaluate(
    async ([gone, fresh]) => {
      const { forgetBike, changeFeed } = window.headbadge.cache;
      for (const id of gone) await (await forgetBike(id))();
      await changeFeed('recent', (cards) => [fresh, ...cards]);
    },
    [[idOf(123), idOf(124), idOf(130)], cardOf(99)] as const,
  );
  const { items, next } = await refresh(98);
  const last = items.at(-1) ?? 0;
  expect(items).toEqual(range(98, last - 97).filter((n) => ![123, 124, 130].includes(n)));
  expect(next).toBe(String(last + 1));
});

test('a refresh does not collapse a thread whose earlier comments were loaded', async () => {
  const thread = await h.page.evaluate(
    async ([bikeId, first, earlier, later]) => {
      const { saveThread, extendThread, threadOf, nextOf } = window.headbadge.cache;
      await saveThread(bikeId, first);
      await extendThread(bikeId, earlier);
      await saveThread(bikeId, later);
      const cached = await threadOf(bikeId);
      return { texts: cached?.items.map((comment) => Number(comment.text)), next: cached && nextOf(cached) };
    },
    [idOf(0), answer(commentOf, 100), answer(commentOf, 124), answer(commentOf, 98)] as const,
  );
  expect(thread).toEqual({ texts: range(98, 50), next: '148' });
});

test('lists cached by an older build are read, and continue at their cursor', async () => {
  const cached = await h.page.evaluate(
    async ([page, comments]) => {
      const { saveFeed, feedOf, threadOf, nextOf } = window.headbadge.cache;
      await saveFeed('popular', page);
      const opening = indexedDB.open('cache');
      await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }));
      const work = opening.result.transaction(['feeds', 'threads'], 'readwrite');
      work.objectStore('feeds').put({ key: 'recent', userId: '', ...page, savedAt: 1 });
      const thread = { bikeId: 'bike', comments: comments.items, next: comments.next, savedAt: 1 };
      work.objectStore('threads').put(thread);
      await new Promise((resolve) => Object.assign(work, { oncomplete: resolve }));
      opening.result.close();
      const [feed, read] = [await feedOf('recent'), await threadOf('bike')];
      return [feed?.items.length, feed && nextOf(feed), read?.items.length, read && nextOf(read)];
    },
    [answer(cardOf, 100), answer(commentOf, 100)] as const,
  );
  expect(cached).toEqual([24, '124', 24, '124']);
});
