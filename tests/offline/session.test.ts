import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unexpectedMessage } from '#contract/envelope.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import type { ActionName } from '#src/lib/result.ts';
import { ana, bert, Harness } from '#tests/kit/harness/harness.ts';
import type { Scripted } from '#tests/kit/harness/server.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

const start = () => h.page.evaluate(() => window.headbadge.startSession().then(() => window.headbadge.who()));
const expired: Scripted = { code: 'unauthenticated', status: 401 };

test('offline, the device remembers who is logged in', async () => {
  h.server.down = true;
  expect(await start()).toEqual({ user: 'ana', ended: null });
});

test('a failing server signs nobody out', async () => {
  h.server.answer = (hit) => (hit.path === '/user/auth' ? expired : { code: 'unavailable', status: 503 });
  expect(await start()).toEqual({ user: 'ana', ended: null });
});

test('only a refused refresh ends the session; queued mutations stay', async () => {
  await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    await drafts.updateDraft(await drafts.createDraft(user), { model: 'Mehteh' });
  }, ana.id);
  h.server.answer = (hit) => (hit.path === '/user/auth' ? expired : { code: 'unauthenticated', status: 200 });
  expect(await start()).toEqual({ user: null, ended: 'ana' });
  expect(await h.page.evaluate((user) => window.headbadge.unsentOf(user), ana.id)).toEqual({
    rows: 0,
    unqueued: 1,
    onSite: 0,
  });
});

test('a session ended by a suspension gives the reason, also offline afterwards, until the next log-in', async () => {
  const other = await h.open();
  h.server.answer = () => ({ data: ana });
  await other.evaluate(() => window.headbadge.startSession().then(() => undefined));
  const why = { code: 'Suspended', message: 'Your account is suspended until 3 Dec.', details: { reason: 'Insults.' } };
  h.server.answer = (hit) => (hit.path === '/user/auth' ? expired : { ...why, status: 200 });
  expect(await start()).toEqual({ user: null, ended: 'ana' });
  const shut = (page = h.page) => page.evaluate(() => window.headbadge.shut());
  expect(await shut()).toMatchObject({ code: 'Suspended', details: why.details });
  await expect.poll(() => shut(other)).toMatchObject({ code: 'Suspended' });
  h.server.down = true;
  await h.page.reload();
  expect(await start()).toEqual({ user: null, ended: 'ana' });
  expect(await shut()).toMatchObject({ code: 'Suspended', details: why.details });
  await h.page.evaluate(async () => {
    const { getMeta, setMeta } = window.headbadge;
    const known = await getMeta('shut');
    await setMeta('shut', known && { ...known, details: { until: new Date(Date.now() - 1000).toISOString() } });
  });
  await h.page.reload();
  await start();
  expect(await shut()).toBeNull();
  h.server.down = false;
  h.server.answer = (hit) =>
    hit.path === '/account/login'
      ? { data: { authUser: bert, login: 'LoggedIn' }, cookie: 'auth-check=9; Path=/' }
      : { data: bert };
  await h.page.evaluate(() => window.headbadge.signIn({ identifier: 'bert', password: 'x' }).then(() => undefined));
  expect(await shut()).toBeNull();
  expect(await h.page.evaluate(() => window.headbadge.getMeta('shut'))).toBeNull();
});

test('a log-in refused for a suspension shows account and reason, and signs nobody in', async () => {
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  h.server.answer = (hit) =>
    hit.path === '/account/login'
      ? { code: 'Banned', status: 403, details: { userId: ana.id, reason: 'Adverts.' } }
      : { data: null };
  const login = () =>
    h.page.evaluate(() =>
      window.headbadge.signIn({ identifier: 'ana', password: 'x' }).then(
        () => null,
        (error: { code: string }) => error.code,
      ),
    );
  expect(await login()).toBe('Banned');
  expect(await h.page.evaluate(() => window.headbadge.who())).toEqual({ user: null, ended: 'ana' });
  expect(await h.page.evaluate(() => window.headbadge.shut())).toMatchObject({ code: 'Banned' });
  // No other member finds it on this device.
  expect(await h.page.evaluate(() => window.headbadge.getMeta('lastUser'))).toBeNull();
});

test('two tabs with expired access tokens send one refresh', async () => {
  const other = await h.open();
  const both = Promise.withResolvers<void>();
  let asked = 0;
  let refreshed = false;
  h.server.answer = (hit) => {
    if (hit.path === '/auth/refresh-tokens') {
      refreshed = true;
      return { data: { accessExpires: '' }, cookie: 'auth-check=2; Path=/', delay: 200 };
    }
    if (refreshed) return { data: ana };
    asked += 1;
    if (asked === 2) both.resolve();
    return { ...expired, after: both.promise };
  };
  await Promise.all(
    [h.page, other].map((page) => page.evaluate(() => window.headbadge.startSession().then(() => undefined))),
  );
  expect(h.server.hits.filter((hit) => hit.path === '/auth/refresh-tokens')).toHaveLength(1);
});

test('an offline sign-out signs the member out at once, and reaches the site later', async () => {
  h.server.down = true;
  await start();
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  expect(await h.page.evaluate(() => window.headbadge.who())).toEqual({ user: null, ended: null });
  h.server.down = false;
  h.server.answer = () => ({ data: null, cookie: 'auth-check=; Max-Age=0; Path=/' });
  expect(await start()).toEqual({ user: null, ended: null });
  expect(h.server.hits.map((hit) => hit.path)).toEqual(['/account/signout']);
});

const storedMember = () => h.page.evaluate(async () => (await window.headbadge.getMeta('authUser'))?.username ?? null);
const owesSignOut = () => h.page.evaluate(async () => (await window.headbadge.getMeta('signOutOwed')) ?? false);
const calls = () => h.server.hits.map((hit) => `${hit.method} ${hit.path}`);
const goodbye = { data: null, cookie: 'auth-check=; Max-Age=0; Path=/' } as const;
const sent = (path: string) => expect.poll(calls).toContain(path);
/** Flushes and waits until the flush has ended, so that nothing is sent unless something starts it. */
const quiet = () => h.page.evaluate(() => window.headbadge.flushAndWait());

test('a late reply to the auth check does not undo a sign-out', async () => {
  const gone = Promise.withResolvers<void>();
  h.server.answer = ({ path }) => (path === '/user/auth' ? { data: ana, after: gone.promise } : goodbye);
  const started = h.page.evaluate(() => window.headbadge.startSession().then(() => undefined));
  await sent('GET /user/auth');
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  gone.resolve();
  await started;
  expect(await storedMember()).toBe(null);
  expect(await h.page.evaluate(() => window.headbadge.who())).toEqual({ user: null, ended: null });
});

test("a late reply to another tab's auth check does not undo a sign-out", async () => {
  const gone = Promise.withResolvers<void>();
  h.server.answer = ({ path }) => (path === '/user/auth' ? { data: ana, after: gone.promise } : goodbye);
  const other = await h.open();
  const started = other.evaluate(() => window.headbadge.startSession().then(() => window.headbadge.who()));
  await sent('GET /user/auth');
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  gone.resolve();
  expect(await started).toEqual({ user: null, ended: null });
  expect(await storedMember()).toBe(null);
});

for (const [name, trouble] of [
  ['a site in trouble', { code: 'unavailable', status: 503 }],
  ['a proxy that answers in its place', { proxy: 502 }],
] as const) {
  test(`a sign-out that meets ${name} is sent again, and until then nobody is logged in`, async () => {
    h.server.answer = ({ path }) => (path === '/user/auth' ? { data: ana } : trouble);
    await h.page.evaluate(() => window.headbadge.signOut('keep'));
    expect(await owesSignOut()).toBe(true);
    expect(await start()).toEqual({ user: null, ended: null });
    expect(calls()).not.toContain('GET /user/auth');
    h.server.answer = () => goodbye;
    expect(await start()).toEqual({ user: null, ended: null });
    expect(await owesSignOut()).toBe(false);
  });
}

test('a sign-out that meets an ended session is done, and not sent again', async () => {
  h.server.answer = ({ path }) => (path === '/user/auth' ? { data: ana } : { code: 'unauthenticated', status: 401 });
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  expect(await owesSignOut()).toBe(false);
  const signOuts = () => calls().filter((call) => call === 'POST /account/signout');
  expect(signOuts()).toHaveLength(1);
  expect(await start()).toEqual({ user: null, ended: null });
  expect(signOuts()).toHaveLength(1);
});

test('an offline sign-out is sent when the connection returns, without a new page', async () => {
  await h.page.evaluate(() => void window.headbadge.startTriggers());
  h.server.down = true;
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  await quiet();
  h.server.down = false;
  h.server.answer = () => goodbye;
  await h.page.evaluate(() => void dispatchEvent(new Event('online')));
  await sent('POST /account/signout');
  await expect.poll(owesSignOut).toBe(false);
});

test('a log-in waits for a pending sign-out, whose reply would delete its cookies', async () => {
  const gone = Promise.withResolvers<void>();
  h.server.answer = ({ path }) => {
    if (path === '/account/signout') return { ...goodbye, after: gone.promise };
    return { data: { login: 'LoginSucceeded', authUser: bert }, cookie: 'auth-check=2; Path=/' };
  };
  const out = h.page.evaluate(() => window.headbadge.signOut('keep'));
  await sent('POST /account/signout');
  const come = h.page.evaluate(() =>
    window.headbadge.signIn({ identifier: 'bert', password: 'x' }).then(() => undefined),
  );
  const waiting = () =>
    h.page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name) ?? []);
  await expect.poll(waiting).toContain('log-in-or-out');
  gone.resolve();
  await Promise.all([come, out]);
  expect(await h.page.evaluate(() => document.cookie)).toBe('auth-check=2');
  expect(await storedMember()).toBe('bert');
});

test("a page that requests a member's private data learns that another is logged in", async () => {
  h.server.answer = ({ path }) => (path === '/user/auth' ? { data: ana } : { data: null });
  await start();
  h.server.answer = ({ path, actingUser }) => {
    if (path === '/user/auth') return { data: bert };
    return actingUser === bert.id ? { data: { liked: true } } : { code: 'wrong_user', status: 409 };
  };
  const code = await h.page.evaluate(
    (as) => window.headbadge.fetchViewerState(as, as).catch((error) => error.code),
    ana.id,
  );
  expect(code).toBe('wrong_user');
  await expect.poll(storedMember).toBe('bert');
});

test('a tab that learns late of an ended session undoes no newer log-in', async () => {
  h.server.answer = () => ({ data: ana });
  await start();
  /**
   * Broadcasts the end of a session and waits until the page has received it: a listener added later is called later.
   */
  const notified = (mark: string) =>
    h.page.evaluate(async (old) => {
      const [from, to] = [new BroadcastChannel('headbadge-session'), new BroadcastChannel('headbadge-session')];
      const received = new Promise((resolve) => to.addEventListener('message', resolve));
      from.postMessage({ news: 'ended', mark: old });
      await received;
      for (const channel of [from, to]) channel.close();
    }, mark);
  await notified('0');
  await h.page.evaluate(() => window.headbadge.flushOnce('nobody').then(() => undefined));
  expect(await storedMember()).toBe('ana');
  await notified('1');
  await expect.poll(storedMember).toBe(null);
});

const resultOf = (action: ActionName, page = h.page) => page.evaluate((one) => window.headbadge.resultOf(one), action);
const unknown = { action: 'Unknown', successful: null, validation: null, error: null };
const logIn = () =>
  h.page.evaluate(() =>
    window.headbadge.signIn({ identifier: 'ana', password: 'x' }).then(
      () => 'done',
      (error: { kind: string }) => error.kind,
    ),
  );

test('a log-in keeps its result and account name; validation errors and refusals keep neither', async () => {
  h.server.answer = () => goodbye;
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  h.server.answer = () => ({ validation: { password: ['Enter your password.'] } });
  expect(await logIn()).toBe('validation');
  expect(await resultOf('Login')).toMatchObject({ successful: false, validation: { password: [expect.any(String)] } });
  h.server.answer = () => ({ code: 'LoginFailed', status: 403 });
  expect(await logIn()).toBe('refused');
  expect(await resultOf('Login')).toMatchObject({
    successful: false,
    validation: null,
    error: { code: 'LoginFailed' },
  });
  expect(await h.page.evaluate(() => window.headbadge.loginResult())).toBe(null);
  h.server.answer = () => ({ data: { login: 'LoginSucceeded', authUser: ana }, cookie: 'auth-check=2; Path=/' });
  expect(await logIn()).toBe('done');
  expect(await resultOf('Login')).toEqual({ ...unknown, action: 'Login', successful: true });
  expect(await h.page.evaluate(() => window.headbadge.loginResult())).toBe('LoginSucceeded');
  expect(await h.page.evaluate(() => window.headbadge.who())).toEqual({ user: 'ana', ended: null });
});

test("a failing auth check and sign-out give the specification's sentence, whatever the site says", async () => {
  h.server.answer = () => ({ code: 'unavailable', status: 503 });
  await start();
  const error = { code: 'unavailable', message: unexpectedMessage };
  expect(await resultOf('AuthCheck')).toMatchObject({ successful: false, validation: null, error });
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  expect((await resultOf('Signout')).error?.message).toBe(unexpectedMessage);
  h.server.answer = () => goodbye;
});

test("after a sign-out no result slot has the member's actions, in any tab, nor does a late reply restore them", async () => {
  const other = await h.open();
  h.server.answer = ({ path }) => {
    if (path === '/user/auth') return { data: ana };
    return path.endsWith('/viewer') ? { code: 'forbidden', status: 403 } : goodbye;
  };
  for (const page of [h.page, other]) {
    await page.evaluate(() => window.headbadge.startSession().then(() => undefined));
    await page.evaluate((as) => window.headbadge.fetchViewerState(as, as).catch(() => undefined), ana.id);
    expect((await resultOf(getViewerState.action, page)).successful).toBe(false);
  }
  const gone = Promise.withResolvers<void>();
  h.server.answer = ({ path }) => (path.endsWith('/viewer') ? { data: { liked: true }, after: gone.promise } : goodbye);
  const late = h.page.evaluate((as) => window.headbadge.fetchViewerState(as, as).then(() => undefined), ana.id);
  await expect.poll(async () => (await resultOf(getViewerState.action)).successful).toBe(null);
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  gone.resolve();
  await late;
  expect(await resultOf(getViewerState.action)).toEqual(unknown);
  await expect.poll(() => resultOf(getViewerState.action, other)).toEqual(unknown);
  expect(await resultOf('AuthCheck', other)).toEqual(unknown);
});

test("the site's reply tells whether there is a token, and whose it is", async () => {
  h.server.answer = () => ({ data: ana });
  await start();
  h.server.probe = { code: 'unavailable', status: 503 };
  expect(await h.page.evaluate(() => window.headbadge.probe())).toBe(false);
  h.server.probe = { data: bert };
  h.server.answer = () => ({ data: bert });
  expect(await h.page.evaluate(() => window.headbadge.probe())).toBe(true);
  await expect.poll(storedMember).toBe('bert');
});
