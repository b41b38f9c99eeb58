import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, BrowserHarness } from '#tests/kit/harness/browser-harness.ts';
import type { Hit } from '#tests/kit/harness/server.ts';

let h: BrowserHarness;
beforeAll(async () => {
  h = await BrowserHarness.start();
});
afterAll(() => h?.close());
beforeEach(async () => {
  await h.fresh();
});

const comment = (text: string) =>
  h.page.evaluate(([card, user, comment]) => window.headbadge.writeComment(card, user, comment), [
    cardNumber(1),
    ana.id,
    text,
  ] as const);
const settled = () => expect.poll(() => h.rows()).toEqual([]);
/** Writes while the server cannot be reached. */
async function offline(work: () => Promise<unknown>): Promise<void> {
  h.server.down = true;
  await work();
  await h.page.evaluate(() => window.headbadge.flushAndWait());
  h.server.down = false;
}
/** Makes the worker flush the outbox. */
const wakeWorker = () => h.page.evaluate(() => navigator.serviceWorker.controller?.postMessage('drain'));
/** Answers of a server whose access token has expired, and that refreshes it or refuses to. */
function expired(refresh: 'refreshed' | 'refused') {
  let refreshed = false;
  return (hit: Hit) => {
    if (hit.path !== '/auth/refresh-tokens')
      return refreshed ? { data: null } : ({ code: 'unauthenticated', status: 401 } as const);
    refreshed = refresh === 'refreshed';
    if (!refreshed) return { code: 'unauthenticated', status: 200 } as const;
    return { data: { accessExpires: '2026-06-01T10:10:00.000Z' }, cookie: 'auth-check=2; Path=/' };
  };
}

test('the browser wakes the worker, which sends the outbox', async () => {
  await h.installWorker();
  await offline(() => comment('From the worker.'));
  const devtools = await h.context.newCDPSession(h.page);
  const ids: string[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.map((one) => one.registrationId)),
  );
  await devtools.send('ServiceWorker.enable');
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  const event = { origin: h.origin, registrationId: ids.at(-1) ?? '', tag: 'outbox', lastChance: false };
  await devtools.send('ServiceWorker.dispatchSyncEvent', event);
  await settled();
  expect(h.server.applied).toHaveLength(1);
});

test('a page can ask the worker to send', async () => {
  await h.installWorker();
  h.server.down = true;
  await comment('Waiting.');
  await h.page.evaluate(() => {
    // From here on only the worker has a connection.
    window.fetch = () => Promise.reject(new TypeError());
    return window.headbadge.flushAndWait();
  });
  h.server.down = false;
  await wakeWorker();
  await settled();
});

test('the worker refreshes an expired access token once, and sends the mutation again', async () => {
  await h.installWorker();
  await offline(() => comment('From the trail.'));
  h.server.answer = expired('refreshed');
  await wakeWorker();
  await settled();
  const paths = h.server.hits.map((hit) => hit.path.split('/').at(-1));
  expect(paths).toEqual(['comments', 'refresh-tokens', 'comments']);
  expect(h.server.applied).toHaveLength(1);
});

test('a refresh refused in the worker signs the page out and keeps the mutation, unattempted', async () => {
  h.server.answer = () => ({ data: ana });
  await h.page.evaluate(() => window.headbadge.startSession().then(() => undefined));
  await h.installWorker();
  await offline(() => comment('From the trail.'));
  h.server.answer = expired('refused');
  await wakeWorker();
  await expect.poll(() => h.page.evaluate(() => window.headbadge.who())).toEqual({ user: null, ended: 'ana' });
  // The page is notified before the worker removes the mutation.
  await expect.poll(() => h.rows()).toEqual(['comment.add queued 0']);
});

test('the worker sends a pending sign-out, too', async () => {
  await h.installWorker();
  h.server.down = true;
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  await h.page.evaluate(() => window.headbadge.flushAndWait());
  h.server.down = false;
  h.server.answer = () => ({ data: null, cookie: 'auth-check=; Max-Age=0; Path=/' });
  await wakeWorker();
  await expect.poll(() => h.server.hits.map((hit) => `${hit.method} ${hit.path}`)).toContain('POST /account/signout');
});
