import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getAuthUser, refreshTokens } from '#contract/auth.ts';
import { proveIdentity } from '#contract/proof.ts';
import { changePassword, endOtherSessions, endSession, listSessions } from '#contract/sessions.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';

const minute = 60_000;
const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0';
const newFirefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + ++count * 61 * minute);
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const whoIs = async (browser: TestBrowser) => (await browser.call(getAuthUser)).answer.data?.username ?? null;
const refresh = async (browser: TestBrowser, userAgent = '') =>
  (await browser.call(refreshTokens, { headers: { 'User-Agent': userAgent } })).answer.successful;
const devicesOf = async (browser: TestBrowser) => (await browser.call(listSessions)).answer.data ?? [];
const idOf = async (browser: TestBrowser) => (await devicesOf(browser)).find(({ current }) => current)?.id ?? '';
async function logIn(name: string, userAgent: string, password = goodPassword): Promise<TestBrowser> {
  const browser = new TestBrowser(app);
  const { status } = await browser.call(login, {
    body: { identifier: name, password },
    headers: { 'User-Agent': userAgent },
  });
  if (status !== 200) throw new Error(`${name} cannot log in.`);
  return browser;
}

test('a member sees the signed-in devices in plain words, the last used first', async () => {
  const first = await app.join('paula');
  const begun = new Date().toISOString();
  pass(minute);
  const phone = await logIn('paula', firefox);
  pass(6 * minute);
  const tablet = await logIn('paula', safari);
  const [tabletAt, phoneAt] = [0, -6].map((ago) => new Date(Date.now() + ago * minute).toISOString());
  const all = await devicesOf(phone);
  expect(all.map(({ id: _, ...fields }) => fields)).toEqual([
    { current: false, device: 'Safari on iPhone', signedInAt: tabletAt, lastUsedAt: tabletAt },
    { current: true, device: 'Firefox on Android', signedInAt: phoneAt, lastUsedAt: phoneAt },
    { current: false, device: '', signedInAt: begun, lastUsedAt: begun },
  ]);
  expect(await refresh(first, newFirefox)).toBe(true);
  const refreshed = (await devicesOf(tablet)).find(({ device }) => device === 'Firefox on Linux');
  expect(refreshed).toMatchObject({ signedInAt: begun, lastUsedAt: tabletAt });
  pass(6 * minute);
  expect(await refresh(first)).toBe(true);
  expect((await devicesOf(tablet)).map(({ device }) => device)).toContain('Firefox on Linux');
});

test('only these words are stored about a device, no header and no address', async () => {
  await app.join('quirin');
  await logIn('quirin', firefox);
  const stored = JSON.stringify(await app.db.collection('sessions').find().toArray());
  expect(stored).toContain('Firefox on Android');
  for (const trace of ['Mozilla', 'Gecko', 'rv:127', '127.0.0.1', '::1']) expect(stored).not.toContain(trace);
});

test('a signed-out device notices with its next call, and cannot sign in again by itself', async () => {
  const here = await app.join('rosa');
  const there = await logIn('rosa', firefox);
  const sessionId = await idOf(there);
  expect((await here.call(endSession, { params: { sessionId } })).answer).toMatchObject({
    successful: true,
    data: null,
  });
  expect((await there.call(getAuthUser)).status).toBe(401);
  expect(await refresh(there)).toBe(false);
  expect(await whoIs(here)).toBe('rosa');
  expect((await here.call(endSession, { params: { sessionId } })).status).toBe(200);
  expect(await devicesOf(here)).toHaveLength(1);
});

test("a member cannot sign out or see another member's device", async () => {
  const victim = await app.join('sofia');
  const thief = await app.join('theo');
  for (const sessionId of [await idOf(victim), '', '$ne', 'a'.repeat(5_000)])
    expect((await thief.call(endSession, { params: { sessionId: sessionId || ' ' } })).status).toBe(200);
  await thief.call(endOtherSessions);
  expect(await whoIs(victim)).toBe('sofia');
  expect(await devicesOf(thief)).toHaveLength(1);
  const stranger = new TestBrowser(app);
  for (const answer of [
    await stranger.call(listSessions),
    await stranger.call(endOtherSessions),
    await stranger.call(endSession, { params: { sessionId: await idOf(victim) } }),
  ])
    expect(answer.status).toBe(401);
  expect(await whoIs(victim)).toBe('sofia');
});

test('signing out all other devices ends them all at once, even one that is refreshing its session', async () => {
  const here = await app.join('ulrike');
  const others = await Promise.all([1, 2, 3].map(() => logIn('ulrike', firefox)));
  pass(6 * minute);
  const [, ...refreshes] = await Promise.all([here.call(endOtherSessions), ...others.map((other) => refresh(other))]);
  expect(refreshes).toHaveLength(3);
  for (const other of others) {
    expect(await whoIs(other)).toBeNull();
    expect(await refresh(other)).toBe(false);
  }
  expect(await whoIs(here)).toBe('ulrike');
  expect((await devicesOf(here)).map(({ current }) => current)).toEqual([true]);
});

test('devices whose session has ended by a password change or by expiry are not listed', async () => {
  const here = await app.join('viola');
  await logIn('viola', firefox);
  const password = 'gravel under a low sun';
  await here.call(changePassword, { body: { current: goodPassword, password } });
  pass(minute);
  const later = await logIn('viola', safari, password);
  expect((await devicesOf(here)).map(({ device }) => device)).toEqual(['Safari on iPhone', '']);
  pass(59 * 24 * 60 * minute);
  await refresh(here);
  pass(2 * 24 * 60 * minute);
  await refresh(here);
  expect(await devicesOf(here)).toHaveLength(1);
  expect(await refresh(later)).toBe(false);
});

test('signing out other devices needs a proof of the last fifteen minutes', async () => {
  const here = await app.join('wanda');
  const there = await logIn('wanda', firefox);
  const sessionId = await idOf(there);
  pass(15 * minute);
  for (const browser of [here, there]) await refresh(browser);
  for (const { status, answer } of [
    await here.call(endSession, { params: { sessionId } }),
    await here.call(endOtherSessions),
  ])
    expect([status, answer.error?.code]).toEqual([403, 'proof.needed']);
  expect(await whoIs(there)).toBe('wanda');
  await here.call(proveIdentity, { body: { way: 'password', password: goodPassword } });
  expect((await here.call(endOtherSessions)).status).toBe(200);
  expect([await whoIs(here), await whoIs(there)]).toEqual(['wanda', null]);
});
