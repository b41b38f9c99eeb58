import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import type { Scripted } from '#tests/kit/harness/server.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

const start = () => h.page.evaluate(() => window.headbadge.startSession().then(() => window.headbadge.who()));
const expired: Scripted = { code: 'unauthenticated', status: 401 };

test('without signal the device remembers who is logged in', async () => {
  h.server.down = true;
  expect(await start()).toEqual({ user: 'ana', ended: null });
});

test('a server in trouble signs nobody out', async () => {
  h.server.answer = (hit) => (hit.path === '/user/auth' ? expired : { code: 'unavailable', status: 503 });
  expect(await start()).toEqual({ user: 'ana', ended: null });
});

test('only a refused refresh ends the session; what was written stays', async () => {
  await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    await drafts.updateDraft(await drafts.createDraft(user), { model: 'Mehteh' });
  }, ana.id);
  h.server.answer = (hit) => (hit.path === '/user/auth' ? expired : { code: 'unauthenticated', status: 200 });
  expect(await start()).toEqual({ user: null, ended: 'ana' });
  expect(await h.page.evaluate((user) => window.headbadge.unsentOf(user), ana.id)).toEqual({ rows: 0, drafts: 1 });
});

test('two tabs whose access ran out ask for one renewal', async () => {
  const other = await h.open();
  let renewed = false;
  h.server.answer = (hit) => {
    if (hit.path === '/auth/refresh-tokens') {
      renewed = true;
      return { data: { accessExpires: '' }, cookie: 'auth-check=2; Path=/', delay: 200 };
    }
    return renewed ? { data: ana } : expired;
  };
  await Promise.all(
    [h.page, other].map((page) => page.evaluate(() => window.headbadge.startSession().then(() => undefined))),
  );
  expect(h.server.hits.filter((hit) => hit.path === '/auth/refresh-tokens')).toHaveLength(1);
});

test('a sign-out without signal forgets the member at once, and the site hears of it later', async () => {
  h.server.down = true;
  await start();
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  expect(await h.page.evaluate(() => window.headbadge.who())).toEqual({ user: null, ended: null });
  h.server.down = false;
  h.server.answer = () => ({ data: null, cookie: 'auth-check=; Max-Age=0; Path=/' });
  expect(await start()).toEqual({ user: null, ended: null });
  expect(h.server.hits.map((hit) => hit.path)).toEqual(['/account/signout']);
});
