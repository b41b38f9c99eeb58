import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import { runsAll } from '#tests/run/tiers.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
beforeEach(async () => void (await h.fresh()));
afterAll(() => h?.close());

const state = () => h.page.evaluate(() => window.headbadge.storageState());

/** Lets a share of all calls to IndexedDB fail, at random; the same calls in each run. Zero lets all succeed. */
const injectErrors = (share: number, from = 7) =>
  h.page.evaluate(
    ([wanted, first]) => {
      const control = window as unknown as { share?: number; injected: number };
      const isNew = control.share === undefined;
      control.share = wanted;
      if (!isNew) return;
      // Exact products: rounded ones fall into a short cycle, in which each further try meets the same error.
      let seed = first;
      const random = () => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        return seed / 2 ** 32;
      };
      const names = ['InvalidStateError', 'UnknownError', 'AbortError'];
      const fail = (transaction?: IDBTransaction) => {
        if (random() >= (control.share ?? 0)) return;
        control.injected = (control.injected ?? 0) + 1;
        const name = names[Math.floor(random() * names.length)];
        if (name === 'AbortError' && transaction) return transaction.abort();
        throw new DOMException('It failed this once.', name);
      };
      const wrap = <T extends object>(
        prototype: T,
        method: keyof T,
        transactionOf: (it: T) => IDBTransaction | undefined,
      ) => {
        const real = prototype[method] as (...args: unknown[]) => unknown;
        Object.assign(prototype, {
          [method](this: T, ...args: unknown[]) {
            fail(transactionOf(this));
            return real.apply(this, args);
          },
        });
      };
      wrap(IDBDatabase.prototype, 'transaction', () => undefined);
      for (const method of ['get', 'getAll', 'put', 'delete', 'count', 'getAllKeys', 'openCursor'] as const)
        wrap(IDBObjectStore.prototype, method, (store) => store.transaction);
      for (const method of ['get', 'getAll', 'openCursor'] as const)
        wrap(IDBIndex.prototype, method, (index) => index.objectStore.transaction);
    },
    [share, from] as const,
  );

test.each(['InvalidStateError', 'UnknownError', 'AbortError'])(
  'one %s of the device does not count as a browser that saves nothing, and the comment is saved',
  async (name) => {
    h.server.down = true;
    await h.page.evaluate((error) => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = () => {
        IDBObjectStore.prototype.put = put;
        throw new DOMException('It failed this once.', error);
      };
    }, name);
    await h.page.evaluate(([card, user]) => window.headbadge.writeComment(card, user, 'Kept.'), [
      cardNumber(1),
      ana.id,
    ] as const);
    expect(await state()).toBe('stored');
    expect(await h.rows(await h.open())).toEqual(['comment.add queued 0']);
  },
);

test('a device that goes on failing counts as one that saves nothing, and says so', async () => {
  h.server.down = true;
  await injectErrors(1);
  const said = await h.page.evaluate(
    ([card, user]) =>
      window.headbadge.writeComment(card, user, 'Nowhere.').then(
        () => 'done',
        (error: Error) => error.message,
      ),
    [cardNumber(1), ana.id] as const,
  );
  expect(said).toBe('This needs a connection. Try again when there is signal.');
  expect(await state()).toBe('blocked');
});

/** More acts find no more, and each takes longer than the one before. */
const acts = runsAll ? 500 : 200;
test.each(runsAll ? [7, 8, 9] : [7])(
  `of ${acts} acts on a device that fails at random, exactly those are stored that were said to be (%i)`,
  async (seed) => {
    h.server.down = true;
    await injectErrors(0.08, seed);
    const done = await h.page.evaluate(
      async ([cards, user, count]) => {
        const { writeComment, setLike } = window.headbadge;
        const said = { comments: [] as string[], likes: {} as Record<string, boolean>, failed: 0 };
        for (let at = 0; at < count; at++) {
          const card = cards[at % cards.length];
          if (!card) continue;
          const isLike = at % 2 === 0;
          const on = Math.floor(at / cards.length) % 2 === 0;
          try {
            await (isLike ? setLike(card, user, on) : writeComment(card, user, `Comment ${at}`));
            if (isLike) said.likes[card.id] = on;
            else said.comments.push(`Comment ${at}`);
          } catch {
            said.failed += 1;
          }
        }
        return said;
      },
      [Array.from({ length: 20 }, (_, n) => cardNumber(n + 1)), ana.id, acts] as const,
    );
    await injectErrors(0);
    expect(await state()).toBe('stored');
    expect(done.failed).toBe(0);
    const injected = await h.page.evaluate(() => (window as unknown as { injected: number }).injected);
    expect(injected).toBeGreaterThan(acts / 4);
    const tab = await h.open();
    const rows = await tab.evaluate((user) => window.headbadge.outbox.mutationsOf(user), ana.id);
    const comments = rows
      .filter(({ kind }) => kind === 'comment.add')
      .map(({ body }) => (body as { text: string }).text);
    expect(comments).toEqual(done.comments);
    const likes = rows.filter(({ kind }) => kind.startsWith('like.'));
    expect(Object.fromEntries(likes.map(({ targetId, kind }) => [targetId, kind === 'like.put']))).toEqual(done.likes);
    expect(likes).toHaveLength(Object.keys(done.likes).length);
  },
);
