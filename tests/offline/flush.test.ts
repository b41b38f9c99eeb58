import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '#src/registry.mutations.ts';
import { newId } from '#contract/ids.ts';
import { titleOfRow } from '#src/features/outbox/outbox-text.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import type { Hit } from '#tests/kit/harness/server.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

/** Queues a comment without starting a flush, so that the test flushes when it wants to. */
const comment = (text: string, bike = 1, page = h.page) =>
  page.evaluate(([card, user, comment]) => window.headbadge.writeComment(card, user, comment), [
    cardNumber(bike),
    ana.id,
    text,
  ] as const);
const like = (on: boolean, bike = 1) =>
  h.page.evaluate(([card, user, state]) => window.headbadge.setLike(card, user, state), [
    cardNumber(bike),
    ana.id,
    on,
  ] as const);
const textOf = (hit: Hit) => JSON.parse(hit.body.toString()).text as string;
const settled = () => expect.poll(() => h.rows()).toEqual([]);
/** Runs `work` while the server is down, then brings the server back. */
async function offline(work: () => Promise<unknown>): Promise<void> {
  h.server.down = true;
  await work();
  await h.page.evaluate(() => window.headbadge.flushAndWait());
  h.server.down = false;
}

describe('sending', () => {
  test('a mutation is sent at once, with its idempotency key and its account', async () => {
    const id = await comment('Lovely.');
    await settled();
    expect(h.server.applied).toHaveLength(1);
    expect(h.server.applied[0]).toMatchObject({ path: `/bikes/${cardNumber(1).id}/comments`, actingUser: ana.id });
    expect(JSON.parse(h.server.applied[0]?.body.toString() ?? '')).toEqual({ id, text: 'Lovely.' });
    const sent = await h.page.evaluate((user) => window.headbadge.outbox.sentOf(user), ana.id);
    expect(sent.map(titleOfRow)).toEqual(['Comment on Surly Bridge Club']);
  });

  test('a mutation whose reply is lost three times is applied once', async () => {
    await offline(() => comment('Once.'));
    let sent = 0;
    h.server.loses = (hit) => hit.path.endsWith('/comments') && ++sent <= 3;
    for (let round = 0; round < 6; round += 1) await h.flush(h.page, { eager: true, wait: true });
    expect(await h.rows()).toEqual([]);
    expect(sent).toBe(4);
    expect(h.server.applied).toHaveLength(1);
  });

  test('a mutation whose replies are lost keeps its backoff while other requests succeed', async () => {
    await offline(() => comment('Lost.'));
    let tries = 0;
    h.server.loses = (hit) => hit.path.endsWith('/comments') && ++tries < 50;
    await h.page.evaluate(async () => {
      window.headbadge.startTriggers();
      await window.headbadge.flushAndWait();
    });
    // One flush at page load, and the eager one of the test.
    expect(tries).toBe(2);
    expect(await h.rows()).toEqual(['comment.add queued 2']);
    const { nextAt } = await h.flush();
    expect((nextAt ?? 0) - Date.now()).toBeGreaterThan(0);
    expect(tries).toBe(2);
  });

  test('a mutation lost with the connection is sent at once when it is back', async () => {
    await offline(() => comment('Tunnel.'));
    h.server.loses = (hit) => {
      h.server.down = hit.path.endsWith('/comments');
      return h.server.down;
    };
    expect(await h.flush()).toMatchObject({ outcome: 'no-signal', sent: 0 });
    expect(await h.rows()).toEqual(['comment.add queued 1']);
    h.server.down = false;
    h.server.loses = () => false;
    expect(await h.flush()).toMatchObject({ outcome: 'idle', sent: 1 });
    expect(h.server.applied).toHaveLength(1);
  });

  test.each([408, 425, 429])(
    "a proxy's %i delays for as long as it says, and does not count as offline",
    async (status) => {
      await offline(() => comment('Later.'));
      h.server.answer = () => ({ proxy: status, retryAfter: 120 });
      const before = Date.now();
      const { outcome, nextAt } = await h.flush();
      expect(outcome).toBe('idle');
      expect((nextAt ?? 0) - before).toBeGreaterThanOrEqual(120_000);
      expect(await h.page.evaluate(() => window.headbadge.signal())).toBe('there');
      expect(await h.rows()).toEqual(['comment.add queued 1']);
    },
  );

  test('maintenance keeps a mutation for as long as it says, as if it had not been tried', async () => {
    await offline(() => comment('Later.'));
    h.server.answer = () => ({ status: 503, code: 'maintenance', retryAfter: 30 });
    let now = Date.now();
    for (let round = 0; round < 8; round += 1, now += 60_000) {
      await h.page.evaluate((time) => window.headbadge.setClock(time), now);
      const { outcome, nextAt } = await h.flush();
      expect(outcome).toBe('idle');
      expect((nextAt ?? 0) - now).toBeGreaterThanOrEqual(30_000);
      expect((nextAt ?? 0) - now).toBeLessThan(60_000);
      expect(await h.rows()).toEqual(['comment.add queued 0']);
    }
    h.server.answer = () => ({ data: null });
    await h.page.evaluate((time) => window.headbadge.setClock(time), now);
    await h.flush();
    expect(h.server.applied).toHaveLength(1);
  });

  test('a like and a comment change the counters in every list at once', async () => {
    const card = cardNumber(1);
    await h.page.evaluate(
      async ([liked, other]) => window.headbadge.cache.saveFeed('recent', { items: [other, liked], next: null }),
      [card, cardNumber(2)] as const,
    );
    h.server.answer = (hit) => ({ data: hit.path.endsWith('/like') ? { liked: true, likes: 8 } : { id: newId() } });
    await like(true);
    await comment('Lovely.');
    await settled();
    const counts = await h.page.evaluate(async () =>
      (await window.headbadge.cache.feedOf('recent'))?.items.map((item) => item.counts),
    );
    const { counts: before } = cardNumber(2);
    expect(counts).toEqual([before, { ...card.counts, likes: 8, comments: card.counts.comments + 1 }]);
  });

  test('offline, nothing counts as an attempt', async () => {
    await offline(async () => {
      await comment('Waiting.');
      await h.flush();
    });
    expect(await h.rows()).toEqual(['comment.add queued 0']);
    await h.flush();
    expect(await h.rows()).toEqual([]);
  });

  test('a folder is deleted after the bikes added to it are sent, also when those are delayed', async () => {
    await offline(() =>
      h.page.evaluate(
        async ([card, user, folder]) => {
          const { setFavorite, sortFolder, removeFolder } = window.headbadge;
          await setFavorite(card, user, folder, true);
          await sortFolder(folder, user, [card.id]);
          await removeFolder(folder, user, false, 0);
        },
        [cardNumber(1), ana.id, { id: newId(), name: 'Dream bikes' }] as const,
      ),
    );
    let refusals = 1;
    h.server.answer = () => (refusals-- > 0 ? { proxy: 502 } : { data: null });
    await h.flush();
    await h.page.evaluate((later) => window.headbadge.setClock(later), Date.now() + 3_600_000);
    await h.flush();
    await settled();
    expect(h.server.applied.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'DELETE']);
    expect(h.server.applied[0]?.path).toContain(cardNumber(1).id);
  });

  test('two tabs send twenty mutations once each, in the order of their scopes', async () => {
    const other = await h.open();
    await offline(async () => {
      for (let n = 0; n < 20; n += 1) await comment(`${n}`, n % 3);
    });
    await Promise.all([h.flush(h.page, {}), h.flush(other, {}), h.flush(other, { wait: true })]);
    await settled();
    expect(h.server.hits).toHaveLength(20);
    for (const scope of [0, 1, 2]) {
      const texts = h.server.applied
        .filter((hit) => hit.path.includes(cardNumber(scope).id))
        .map((hit) => Number(textOf(hit)));
      expect(texts).toEqual(texts.toSorted((a, b) => a - b));
    }
  });

  test('a mutation interrupted while sending is sent again under its key', async () => {
    h.server.answer = () => 'hang';
    const other = await h.open();
    await comment('Stopped.', 1, other);
    await expect.poll(() => h.server.hits.length).toBe(1);
    expect(await h.rows()).toEqual(['comment.add sending 1']);
    await other.close();
    h.server.answer = () => ({ data: null });
    await h.flush(h.page, { wait: true });
    expect(await h.rows()).toEqual([]);
    expect(new Set(h.server.hits.map((hit) => hit.key)).size).toBe(1);
  });
});

describe('refusals', () => {
  test('a refused mutation is marked as failed with its sentence and blocks nothing', async () => {
    h.server.answer = (hit) =>
      textOf(hit) === 'bad' ? { validation: { text: ['Write a comment.'] } } : { data: null };
    const script = h.server.answer;
    await offline(async () => {
      await comment('bad');
      await comment('good');
    });
    h.server.answer = script;
    await h.flush();
    expect(await h.rows()).toEqual(['comment.add failed 1']);
    const [row] = await h.page.evaluate((user) => window.headbadge.outbox.mutationsOf(user), ana.id);
    expect(row?.lastError).toMatchObject({ status: 422, message: 'Write a comment.' });
    expect(h.server.applied.map(textOf)).toEqual(['good']);
  });

  test('a busy site blocks its scope only', async () => {
    const script = (hit: Hit) =>
      textOf(hit) === 'busy' ? ({ code: 'unavailable', status: 503 } as const) : { data: null };
    await offline(async () => {
      await comment('busy', 1);
      await comment('after', 1);
      await comment('other scope', 2);
    });
    h.server.answer = script;
    await h.flush();
    expect(await h.rows()).toEqual(['comment.add queued 1', 'comment.add queued 0']);
    expect(h.server.applied.map(textOf)).toEqual(['other scope']);
  });

  test('after a refusal no retry starts within two seconds', async () => {
    await offline(async () => {
      await comment('refused', 1);
      await comment('busy', 2);
      await comment('behind it', 2);
    });
    h.server.answer = (hit) =>
      textOf(hit) === 'refused'
        ? { validation: { text: ['No.'] } }
        : { code: 'unavailable', status: 503, retryAfter: 600 };
    const delays = await h.page.evaluate(async () => {
      const found: number[] = [];
      const real = window.setTimeout;
      window.setTimeout = ((work: TimerHandler, delay = 0, ...rest: unknown[]) => {
        found.push(delay);
        return real(work, delay, ...rest);
      }) as typeof window.setTimeout;
      window.headbadge.startTriggers();
      await window.headbadge.flushAndWait();
      return found;
    });
    expect(await h.rows()).toEqual(['comment.add failed 1', 'comment.add queued 1', 'comment.add queued 0']);
    expect(delays.some((delay) => delay >= 2_000)).toBe(true);
    expect(delays.filter((delay) => delay > 0 && delay < 2_000)).toEqual([]);
  });

  test("the site's Retry-After is respected", async () => {
    await offline(() => comment('Slowly.'));
    h.server.answer = () => ({ code: 'too_many_requests', status: 429, retryAfter: 60 });
    // Ahead of the real time, so that the page's own timers do not fire.
    const start = Date.now() + 86_400_000;
    const clock = (time: number) => h.page.evaluate((one) => window.headbadge.setClock(one), time);
    await clock(start);
    expect((await h.flush()).nextAt).toBe(start + 60_000);
    h.server.answer = () => ({ data: null });
    await clock(start + 59_000);
    await h.flush();
    expect(h.server.applied).toHaveLength(0);
    await clock(start + 60_000);
    await h.flush();
    expect(h.server.applied).toHaveLength(1);
  });

  test("a proxy's 413 fails the mutation, and a proxy's 503 does not count as offline", async () => {
    await offline(async () => {
      await comment('large', 1);
      await comment('later', 2);
    });
    h.server.answer = (hit) => ({ proxy: textOf(hit) === 'large' ? 413 : 502 });
    expect((await h.flush()).outcome).toBe('idle');
    expect(await h.rows()).toEqual(['comment.add failed 1', 'comment.add queued 1']);
    expect(await h.page.evaluate(() => window.headbadge.signal())).toBe('there');
  });

  test('replies of a proxy in place of the site are not retried forever', async () => {
    await offline(() => comment('Through the tunnel.'));
    h.server.answer = () => ({ proxy: 504 });
    for (let hour = 1; hour <= 12; hour += 1) {
      await h.page.evaluate((time) => window.headbadge.setClock(time), Date.now() + hour * 3_600_000);
      await h.flush();
    }
    expect(await h.rows()).toEqual(['comment.add failed 10']);
    expect(h.server.hits).toHaveLength(10);
  });

  test('"Try now" on one mutation sends it and those before it at once, despite Retry-After', async () => {
    await offline(async () => {
      await comment('first');
      await comment('second');
    });
    h.server.answer = () => ({ code: 'unavailable', status: 503, retryAfter: 600 });
    await h.flush();
    h.server.answer = () => ({ data: null });
    await h.page.evaluate(async (user) => {
      const rows = await window.headbadge.outbox.mutationsOf(user);
      await window.headbadge.outbox.retry(rows[1]?.id ?? '');
    }, ana.id);
    await h.flush();
    expect(h.server.applied.map(textOf)).toEqual(['first', 'second']);
  });

  test.each([
    { code: 'too_many_requests', status: 429 },
    { code: 'maintenance', status: 503 },
  ])('"Try now" on everything sends at once, despite Retry-After: $code', async (refusal) => {
    await offline(() => comment('Now, please.'));
    h.server.answer = () => ({ ...refusal, retryAfter: 600 });
    await h.flush();
    h.server.answer = () => ({ data: null });
    await h.page.evaluate(() => window.headbadge.sendAll());
    await settled();
  });

  test('a comment refused by a proxy may have arrived, so an edit is queued behind it', async () => {
    await offline(() => comment('Old words.'));
    h.server.answer = () => ({ proxy: 502 });
    for (let tries = 0; tries < 12; tries += 1) {
      await h.page.evaluate(() => window.headbadge.setClock(Date.now() + 3_600_000 * 24));
      await h.page.evaluate((user) => window.headbadge.outbox.retryNow(user, 'all'), ana.id);
      await h.flush();
    }
    expect(await h.rows()).toEqual(['comment.add failed 10']);
    h.server.answer = () => ({ data: null });
    await h.page.evaluate(
      async ([card, user]) => {
        const [row] = await window.headbadge.outbox.mutationsOf(user);
        await window.headbadge.changeComment(card, user, row?.targetId ?? '', 'New words.');
      },
      [cardNumber(1), ana.id] as const,
    );
    await settled();
    expect(h.server.applied.map(({ method }) => method)).toEqual(['POST', 'PUT']);
    expect(h.server.applied.map(textOf)).toEqual(['Old words.', 'New words.']);
  });

  test('the same request still in progress is waited for', async () => {
    await offline(() => comment('Twice at once.'));
    h.server.answer = () => ({ code: 'in_progress', status: 409, retryAfter: 1 });
    await h.flush();
    expect(await h.rows()).toEqual(['comment.add queued 1']);
  });

  test('deleting a missing thing succeeds', async () => {
    h.server.answer = () => ({ code: 'not_found', status: 404 });
    const hour = 3_600_000;
    // Deleted at a time an hour ahead, so that the delay for Undo does not end during the test.
    await h.page.evaluate(
      async ([card, user, at]) => void (await window.headbadge.removeComment(card, user, user, at)),
      [cardNumber(1), ana.id, Date.now() + hour] as const,
    );
    await h.page.evaluate(() => window.headbadge.flushAndWait());
    expect(h.server.hits).toEqual([]);
    await h.page.evaluate((time) => window.headbadge.setClock(time), Date.now() + 2 * hour);
    await h.flush();
    expect(await h.rows()).toEqual([]);
  });

  test('a reply to a request from before the connection was lost does not count as online', async () => {
    const gone = Promise.withResolvers<void>();
    h.server.answer = () => ({ data: null, after: gone.promise });
    await comment('On its way.');
    await expect.poll(() => h.server.hits.length).toBe(1);
    h.server.down = true;
    expect(await h.page.evaluate(() => window.headbadge.probe())).toBe(false);
    gone.resolve();
    await settled();
    expect(await h.page.evaluate(() => window.headbadge.signal())).toBe('none');
  });

  test("a captive portal's page does not count as a reply", async () => {
    h.server.probe = 'portal';
    await comment('Behind the portal.');
    await expect.poll(() => h.page.evaluate(() => window.headbadge.signal())).toBe('none');
    expect(h.server.hits).toHaveLength(0);
    h.server.probe = { data: null };
    h.server.answer = () => 'portal';
    await h.flush();
    expect(await h.rows()).toEqual(['comment.add queued 1']);
  });
});

describe('sessions', () => {
  const refresh = (answer: 'refreshed' | 'refused') => (hit: Hit) => {
    if (hit.path !== '/auth/refresh-tokens')
      return refreshed ? { data: null } : ({ code: 'unauthenticated', status: 401 } as const);
    refreshed = answer === 'refreshed';
    if (!refreshed) return { code: 'unauthenticated', status: 200 } as const;
    return { data: { accessExpires: '2026-06-01T10:10:00.000Z' }, cookie: 'auth-check=2; Path=/' };
  };
  let refreshed = false;
  beforeEach(() => {
    refreshed = false;
  });

  test('an expired access token is refreshed once for all mutations', async () => {
    await offline(async () => {
      for (let n = 0; n < 3; n += 1) await comment(`${n}`, n);
    });
    h.server.answer = refresh('refreshed');
    await h.flush();
    expect(await h.rows()).toEqual([]);
    expect(h.server.hits.filter((hit) => hit.path === '/auth/refresh-tokens')).toHaveLength(1);
  });

  test('an ended session keeps every mutation, unattempted', async () => {
    await offline(async () => {
      await comment('One.', 1);
      await comment('Two.', 2);
    });
    h.server.answer = refresh('refused');
    expect((await h.flush()).outcome).toBe('signed-out');
    expect(await h.rows()).toEqual(['comment.add queued 0', 'comment.add queued 0']);
    expect(h.server.hits).toHaveLength(2);
  });

  test('an unanswered refresh signs nobody out', async () => {
    h.server.answer = () => ({ data: ana });
    await h.page.evaluate(() => window.headbadge.startSession().then(() => undefined));
    await offline(() => comment('From the trail.'));
    h.server.answer = ({ path }) =>
      path === '/auth/refresh-tokens' ? 'lost' : ({ code: 'unauthenticated', status: 401 } as const);
    await h.flush();
    expect(await h.rows()).toEqual(['comment.add queued 1']);
    expect(await h.page.evaluate(() => window.headbadge.who())).toEqual({ user: 'ana', ended: null });
  });

  test("another account's session stops the outbox", async () => {
    await offline(async () => {
      await comment('One.', 1);
      await comment('Two.', 2);
    });
    h.server.answer = () => ({ code: 'wrong_user', status: 409 });
    expect((await h.flush()).outcome).toBe('wrong-user');
    expect(await h.rows()).toEqual(['comment.add queued 0', 'comment.add queued 0']);
    expect(h.server.hits).toHaveLength(1);
  });

  test('signing out during a flush stops it', async () => {
    await offline(async () => {
      await comment('One.', 1);
      await comment('Two.', 2);
    });
    const gone = Promise.withResolvers<void>();
    h.server.answer = () => ({ data: null, after: gone.promise });
    const flushing = h.flush();
    await expect.poll(() => h.server.hits.length).toBe(1);
    await h.page.evaluate(() => window.headbadge.setMeta('authUser', null));
    gone.resolve();
    expect((await flushing).outcome).toBe('signed-out');
    expect(h.server.hits).toHaveLength(1);
    expect(await h.rows()).toEqual(['comment.add queued 0']);
  });

  test('an outdated page stops sending and loses nothing', async () => {
    await offline(() => comment('From an old page.'));
    h.server.answer = () => ({ code: 'client_too_old', status: 426 });
    expect((await h.flush()).outcome).toBe('too-old');
    expect(await h.rows()).toEqual(['comment.add queued 0']);
  });
});

describe('old mutations', () => {
  test('one that waits for the member sets no retry timer', async () => {
    await offline(() => comment('Two weeks ago, tried once.'));
    h.server.answer = () => ({ code: 'unavailable', status: 503 });
    await h.flush();
    await h.page.evaluate(() => window.headbadge.setClock(Date.now() + 15 * 86_400_000));
    expect(await h.flush()).toMatchObject({ outcome: 'idle', nextAt: null });
  });

  test('a confirmed one is sent after an equally old one before it', async () => {
    await offline(async () => {
      await comment('First.');
      await comment('Second.');
    });
    await h.page.evaluate(() => window.headbadge.setClock(Date.now() + 15 * 86_400_000));
    await h.page.evaluate(async (user) => {
      const [, second] = await window.headbadge.outbox.mutationsOf(user);
      await window.headbadge.outbox.retry(second?.id ?? '', Date.now() + 15 * 86_400_000);
    }, ana.id);
    await h.flush();
    expect(h.server.applied.map(textOf)).toEqual(['First.', 'Second.']);
  });

  test('after 14 days one waits and is confirmed by the member before sending', async () => {
    await offline(() => comment('Two weeks ago.'));
    await h.page.evaluate(() => window.headbadge.setClock(Date.now() + 15 * 86_400_000));
    await h.flush();
    expect(await h.rows()).toEqual(['comment.add queued 0']);
    await h.page.evaluate(async (user) => {
      const [row] = await window.headbadge.outbox.mutationsOf(user);
      await window.headbadge.outbox.retry(row?.id ?? '', Date.now() + 15 * 86_400_000);
    }, ana.id);
    await h.flush();
    expect(h.server.applied).toHaveLength(1);
  });

  test('a clock set back does not make it wait for years', async () => {
    await offline(() => comment('Time traveller.'));
    await h.page.evaluate(async (user) => {
      const [row] = await window.headbadge.outbox.mutationsOf(user);
      if (row) await window.headbadge.userDb.outbox.put({ ...row, nextAt: Date.now() + 400 * 86_400_000 });
    }, ana.id);
    await h.flush();
    expect(h.server.applied).toHaveLength(1);
  });
});

describe('changes before sending', () => {
  test('five toggles of a like are one request', async () => {
    await offline(async () => {
      for (const on of [true, false, true, false, true]) await like(on);
    });
    await h.flush();
    expect(h.server.hits.map((hit) => hit.method)).toEqual(['PUT']);
  });

  test('an unattempted comment is edited in place', async () => {
    await offline(async () => {
      const id = await comment('Frist!');
      await h.page.evaluate(([card, user, comment]) => window.headbadge.changeComment(card, user, comment, 'First!'), [
        cardNumber(1),
        ana.id,
        id,
      ] as const);
    });
    await h.flush();
    expect(h.server.hits.map(textOf)).toEqual(['First!']);
  });

  test('an unattempted mutation is canceled, and restored by Undo', async () => {
    await offline(async () => {
      await comment('Never mind.');
      await h.page.evaluate(async (user) => {
        const [row] = await window.headbadge.outbox.mutationsOf(user);
        const undo = await window.headbadge.undoQueued(row?.id ?? '');
        Object.assign(window, { undo });
      }, ana.id);
      expect(await h.rows()).toEqual([]);
      await h.page.evaluate(() => (window as unknown as { undo(): Promise<void> }).undo());
    });
    expect(await h.rows()).toEqual(['comment.add queued 0']);
  });

  test('an attempted like is undone by its inverse, in order', async () => {
    await offline(() => like(true));
    h.server.answer = () => ({ code: 'unavailable', status: 503 });
    await h.flush();
    await like(false);
    h.server.answer = () => ({ data: null });
    await h.page.evaluate(() => window.headbadge.setClock(Date.now() + 3_600_000));
    await h.flush();
    await settled();
    expect(h.server.applied.map((hit) => hit.method)).toEqual(['PUT', 'DELETE']);
  });
});
