import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, bert, Harness } from '#tests/kit/harness/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

const bike = cardNumber(1);
const older: Comment = {
  id: '01890000-0000-7000-8000-000000000201',
  bikeId: bike.id,
  author: bert,
  text: 'Older',
  status: 'Active',
  addedAt: '2026-06-01T10:00:00.000Z',
  editedAt: null,
};

test('comments requested before a comment arrived are requested again', async () => {
  const [asked, texts] = await h.page.evaluate(
    async ([card, user, comment]) => {
      const { cache, writeComment, flushOnce } = window.headbadge;
      let count = 0;
      const ask = async () => {
        count += 1;
        if (count > 1) return { items: [{ ...comment, id: card.id, text: 'Mine' }, comment], next: null };
        // The member's own comment arrives while this answer is on its way.
        await writeComment(card, user.id, 'Mine');
        await flushOnce(user.id, { wait: true });
        return { items: [comment], next: null };
      };
      await cache.fetchIntoCache(ask, (page) => cache.saveThread(card.id, page));
      return [count, (await cache.threadOf(card.id))?.items.map((one) => one.text)];
    },
    [bike, ana, older] as const,
  );
  expect(asked).toBe(2);
  expect(texts).toEqual(['Mine', 'Older']);
});

test('a list requested before a like arrived does not remove the like', async () => {
  const likes = await h.page.evaluate(
    async ([card, user]) => {
      const { cache, setLike, flushOnce } = window.headbadge;
      const page = (count: number) => ({ items: [{ ...card, counts: { ...card.counts, likes: count } }], next: null });
      await cache.saveFeed('recent', page(5));
      let count = 0;
      const ask = async () => {
        count += 1;
        if (count > 1) return page(6);
        await setLike(card, user.id, true);
        await flushOnce(user.id, { wait: true });
        return page(5);
      };
      await cache.fetchIntoCache(ask, (answer) => cache.saveFeed('recent', answer));
      const viewerState = await cache.viewerStateOf(user.id, card.id);
      return [(await cache.feedOf('recent'))?.items[0]?.counts.likes, viewerState?.liked];
    },
    [bike, ana] as const,
  );
  expect(likes).toEqual([6, true]);
});

test('replies requested for a signed-out member are not cached', async () => {
  const cached = await h.page.evaluate(
    async ([card, user]) => {
      const { cache } = window.headbadge;
      let count = 0;
      const ask = async () => {
        count += 1;
        if (count > 1) throw new Error('Log in first.');
        await cache.purgePrivate();
        return { liked: true };
      };
      const save = ({ liked }: { liked: boolean }) => cache.saveViewerState(user.id, card.id, { liked });
      await cache.fetchIntoCache(ask, save).catch(() => undefined);
      return (await cache.viewerStateOf(user.id, card.id)) ?? null;
    },
    [bike, ana] as const,
  );
  expect(cached).toBe(null);
});

test('a reply without concurrent changes is requested once', async () => {
  const count = await h.page.evaluate(
    async ([card, comment]) => {
      const { cache } = window.headbadge;
      let asked = 0;
      const ask = async () => {
        asked += 1;
        return { items: [comment], next: null };
      };
      await cache.fetchIntoCache(ask, (page) => cache.saveThread(card.id, page));
      return (await cache.threadOf(card.id))?.items.length === 1 ? asked : 0;
    },
    [bike, older] as const,
  );
  expect(count).toBe(1);
});

test('a comment and its counter are cached together or not at all', async () => {
  h.server.answer = () => ({ data: older });
  const found = await h.page.evaluate(
    async ([card, user]) => {
      const { cache, writeComment, flushOnce } = window.headbadge;
      await cache.saveFeed('recent', { items: [card], next: null });
      await cache.saveThread(card.id, { items: [], next: null });
      await writeComment(card, user.id, 'Mine');
      // The list is written after the thread; a failure there must roll back the thread.
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
        if (this.name === 'feeds') throw new DOMException('broken', 'DataError');
        return put.apply(this, args);
      };
      await flushOnce(user.id, { wait: true });
      IDBObjectStore.prototype.put = put;
      return (await cache.threadOf(card.id))?.items.length;
    },
    [bike, ana] as const,
  );
  expect(found).toBe(0);
  expect(await h.rows()).toEqual([]);
});
