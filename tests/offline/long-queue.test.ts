import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { comment, flushed, like } from '#tests/kit/harness/full-device.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import { nightly } from '#tests/run/tiers.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
beforeEach(async () => void (await h.fresh()));
afterAll(() => h?.close());

/**
 * Queues a like and a comment of bike 1 while offline, and copies them for other bikes: half of `count` are likes.
 * Three comments go to each bike, so that their order matters.
 */
async function queueMany(count: number): Promise<void> {
  h.server.down = true;
  await like(h, 1);
  await comment(h, 'Comment 0');
  await flushed(h);
  await h.page.evaluate(
    async ([count, user, first]) => {
      const { outbox, userDb, setMeta } = window.headbadge;
      const [like, comment] = await outbox.mutationsOf(user);
      if (!like || !comment) throw new Error('Nothing is queued.');
      const bike = (n: number) => `${first.slice(0, -4)}${String(n).padStart(4, '0')}`;
      const copies = Array.from({ length: count }, (_, at) => {
        const n = Math.floor(at / 2);
        const [from, to] = at % 2 === 0 ? [like, bike(n)] : [comment, bike(Math.floor(n / 3))];
        const copy = JSON.parse(JSON.stringify(from).replaceAll(first, to)) as typeof like;
        const id = `${from.id.slice(0, -12)}${String(at).padStart(12, '0')}`;
        const body = at % 2 === 0 ? copy.body : { ...(copy.body as object), text: `Comment ${n}` };
        const targetId = at % 2 === 0 ? copy.targetId : id;
        return { ...copy, id, targetId, body, seq: at + 1, attempts: 0, nextAt: 0, lastError: null };
      });
      await userDb.outbox.remove(like.id, comment.id);
      await userDb.outbox.putAll(copies);
      await setMeta('seq', count);
    },
    [count, ana.id, cardNumber(1).id] as const,
  );
  h.server.down = false;
}

/** Counts the queued mutations that the page reads from its database. */
const countReads = () =>
  h.page.evaluate(() => {
    const counted = { rows: 0 };
    Object.assign(window, { counted });
    const count = (request: IDBRequest, isOutbox: boolean) => {
      if (!isOutbox) return request;
      request.addEventListener('success', () => {
        const found: unknown = request.result;
        counted.rows += Array.isArray(found) ? found.length : Number(found !== undefined);
      });
      return request;
    };
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (...args) {
      return count(get.apply(this, args), this.name === 'outbox');
    };
    const { getAll } = IDBIndex.prototype;
    IDBIndex.prototype.getAll = function (...args) {
      return count(getAll.apply(this, args), this.objectStore.name === 'outbox');
    };
  });
const reads = () => h.page.evaluate(() => (window as unknown as { counted: { rows: number } }).counted.rows);

test('1,000 likes and comments are sent, each once, the comments of a bike in order', { tags: nightly }, async () => {
  await queueMany(1_000);
  expect((await h.flush()).sent).toBe(1_000);
  expect(await h.rows()).toEqual([]);
  expect(h.server.applied).toHaveLength(1_000);
  const likes = h.server.applied.filter(({ method }) => method === 'PUT').map(({ path }) => path);
  expect(new Set(likes).size).toBe(500);
  const comments = h.server.applied.filter(({ method }) => method === 'POST');
  const texts = comments.map(({ body }) => (JSON.parse(String(body)) as { text: string }).text);
  expect(texts).toEqual(Array.from({ length: 500 }, (_, n) => `Comment ${n}`));
  // 20 ms for each on an idle machine; six times that on a busy one.
});

test('sending a mutation reads as few others from a long queue as from a short one', async () => {
  const readsForEach = async (count: number) => {
    await h.fresh();
    await queueMany(count);
    await countReads();
    expect((await h.flush()).sent).toBe(count);
    return (await reads()) / count;
  };
  const short = await readsForEach(40);
  expect(short).toBeGreaterThan(1);
  expect(await readsForEach(400)).toBeLessThan(short + 1);
});

test('a comment that is restored while a queue is sent arrives in its place, and a new one at the end', async () => {
  await queueMany(12);
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  h.server.answer = () => {
    arrived.resolve();
    return { data: null, after: released.promise };
  };
  await h.page.evaluate(async (user) => {
    const { outbox, userDb } = window.headbadge;
    const second = (await outbox.mutationsOf(user)).find(({ seq }) => seq === 4);
    if (!second) throw new Error('It is not queued.');
    await userDb.outbox.remove(second.id);
    Object.assign(window, { restore: () => outbox.requeue([second]) });
  }, ana.id);
  const flush = h.flush();
  await arrived.promise;
  await h.page.evaluate(
    async ([card, user]) => {
      await (window as unknown as { restore(): Promise<void> }).restore();
      await window.headbadge.writeComment(card, user, 'Comment 6');
    },
    [cardNumber(2), ana.id] as const,
  );
  released.resolve();
  await flush;
  const texts = h.server.applied.flatMap(({ method, body }) =>
    method === 'POST' ? [(JSON.parse(String(body)) as { text: string }).text] : [],
  );
  expect(texts).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `Comment ${n}`));
});
