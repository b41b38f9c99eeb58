import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Jobs } from '#api/platform/jobs.ts';
import { login, signup } from '#contract/accounts.ts';
import { signout } from '#contract/auth.ts';
import { newId } from '#contract/ids.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

const minute = 60_000;
const patient = { timeout: 120_000 };
let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let count = 0;

beforeAll(async () => {
  database = await TestDatabase.open();
  watched = new WatchedDatabase(database);
  app = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.0/8' }, { database, through: () => watched.db });
});
afterAll(async () => {
  await app.close();
  await watched.close();
  await database.close();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + ++count * 61 * minute);
});
afterEach(() => {
  vi.useRealTimers();
});

const elsewhere = () => `203.${++count % 200}.${Math.floor(count / 200)}.9`;
const codeOf = ({ answer }: Answered<unknown>) => (answer.successful ? 'ok' : answer.error?.code);
const logIn = (identifier: string, password = goodPassword, from = elsewhere(), browser = new TestBrowser(app)) =>
  browser.call(login, { body: { identifier, password }, headers: { 'X-Forwarded-For': from } });
const guess = async (identifiers: string[], times: number, from = elsewhere) => {
  const codes = [];
  for (let attempt = 0; attempt < times; attempt++) {
    codes.push(codeOf(await logIn(identifiers[attempt % identifiers.length] ?? '', 'wrong wrong wrong', from())));
  }
  return codes;
};
const failed = (codes: (string | undefined)[]) => codes.filter((code) => code === 'LoginFailed').length;

describe('password guesses from a hundred networks', patient, () => {
  test('reach one account fifty times an hour, by its name and its address together', async () => {
    const { user } = await app.member('target');
    const codes = await guess([user.username, 'target@example.org'], 60);
    expect(failed(codes)).toBe(50);
    expect(codes.slice(-10)).toEqual(Array(10).fill('LockedOut'));
    for (const identifier of ['TARGET', 'tar.get', ' Target@Example.org']) {
      const locked = await logIn(identifier);
      expect([locked.status, codeOf(locked)]).toEqual([429, 'LockedOut']);
      const wait = Number(locked.headers.get('Retry-After'));
      expect(wait).toBeGreaterThan(50 * 60);
      expect(wait).toBeLessThanOrEqual(60 * 60);
    }
    expect((await app.mails()).filter((mail) => mail.includes('Too many log-in attempts'))).toHaveLength(1);
    vi.setSystemTime(Date.now() + 61 * minute);
    expect(codeOf(await logIn('target'))).toBe('ok');
  });

  test('are locked for unknown accounts as for existing ones', async () => {
    await app.member('existing');
    const shapes = [];
    for (const identifier of ['existing', 'existing@example.org', 'missing', 'missing@example.org']) {
      const codes = await guess([identifier], 27);
      const { status, answer } = await logIn(identifier, 'wrong wrong wrong');
      shapes.push([codes, status, answer]);
    }
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    expect(shapes[0]?.[1]).toBe(429);
  });

  test('from an unknown device are refused before the account is looked up', async () => {
    const { user } = await app.member('unsought');
    const lookups = async (): Promise<[string | undefined, number]> => {
      let code: string | undefined;
      const { commands } = await watched.during(async () => {
        code = codeOf(await logIn(user.username, 'wrong wrong wrong'));
      });
      return [code, commands.filter((command) => command === 'find users').length];
    };
    expect(await lookups()).toEqual(['LoginFailed', 1]);
    await guess([user.username], 24);
    // Jobs after the reply are not run here.
    const soon = vi.spyOn(Jobs.prototype, 'soon').mockImplementation(() => undefined);
    expect(await lookups()).toEqual(['LockedOut', 0]);
    expect(soon).toHaveBeenCalledOnce();
    soon.mockRestore();
  });
  test('by name do not reveal through a lock which address belongs to it', async () => {
    await app.member('linked');
    await guess(['linked'], 27);
    expect(codeOf(await logIn('linked@example.org', 'wrong wrong wrong'))).toBe('LoginFailed');
  });

  test('do not count when they are right, nor when another lock refused them', async () => {
    await app.member('regular');
    for (let attempt = 0; attempt < 27; attempt++) expect(codeOf(await logIn('regular'))).toBe('ok');
    const one = elsewhere();
    await guess(['regular'], 40, () => one);
    expect(codeOf(await logIn('regular'))).toBe('ok');
  });

  test('do not count when they are right for a pending sign-up, by its name', async () => {
    const body = { id: newId(), username: 'eager', email: 'eager@example.org', password: goodPassword, terms: true };
    await new TestBrowser(app).call(signup, { body });
    const home = elsewhere();
    for (let attempt = 0; attempt < 8; attempt++)
      expect(codeOf(await logIn('eager', goodPassword, home))).toBe('EmailNotConfirmed');
    expect(failed(await guess(['eager'], 6, () => home))).toBe(5);
    expect(codeOf(await logIn('eager', goodPassword, home))).toBe('LockedOut');
  });

  test("do not increase through a sign-up with the account's address", async () => {
    await app.member('bought');
    const own = 'a password that I know';
    const id = newId();
    const body = { id, username: 'buyer', email: 'bought@example.org', password: own, terms: true };
    await new TestBrowser(app).call(signup, { body });
    const from = elsewhere();
    const codes = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      codes.push(codeOf(await logIn('bought@example.org', attempt % 2 ? own : 'wrong wrong wrong', from)));
    }
    expect(codes.slice(5)).toEqual(['LockedOut', 'LockedOut', 'LockedOut']);
  });
});

describe('a device that logged in before', patient, () => {
  /** A member with a device, locked by guesses from elsewhere and from their own network. */
  const besieged = async (username: string) => {
    const { browser } = await app.member(username);
    await browser.call(signout);
    const home = elsewhere();
    await guess([username], 6, () => home);
    await guess([username], 21);
    expect(codeOf(await logIn(username))).toBe('LockedOut');
    return { browser, home };
  };

  test('can log in while all other devices are locked out', async () => {
    const { browser, home } = await besieged('besieged');
    expect(codeOf(await logIn('besieged', 'a slip of the finger', home, browser))).toBe('LoginFailed');
    expect(codeOf(await logIn('besieged', goodPassword, home, browser))).toBe('ok');
    await browser.call(signout);
  });

  test('can log in after a hundred attempts at other accounts from its network', async () => {
    const { browser } = await app.member('neighbor');
    const home = elsewhere();
    for (let attempt = 0; attempt < 101; attempt++) await logIn(`nobody${attempt}`, 'wrong wrong wrong', home);
    expect(codeOf(await logIn('neighbor', goodPassword, home))).toBe('too_many_requests');
    expect(codeOf(await logIn('neighbor', goodPassword, home, browser))).toBe('ok');
  });

  test('has ten guesses per quarter of an hour, however often it returns', async () => {
    const { browser } = await app.member('stolen');
    const codes = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      codes.push(codeOf(await logIn('stolen', 'wrong wrong wrong', elsewhere(), browser)));
    }
    expect(codes.slice(9)).toEqual(['LoginFailed', 'LockedOut', 'LockedOut']);
  });

  test('is recognized by a cookie that cannot be forged and opens no other account', async () => {
    const { browser } = await besieged('marked');
    const deviceCookie = browser.cookies.get('device') ?? '';
    const stranger = await app.join('stranger');
    const withDeviceCookie = (value: string) => {
      const other = new TestBrowser(app);
      other.cookies.set('device', value);
      return logIn('marked', goodPassword, elsewhere(), other);
    };
    expect(codeOf(await withDeviceCookie(stranger.cookies.get('device') ?? ''))).toBe('LockedOut');
    expect(codeOf(await withDeviceCookie(deviceCookie.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))))).toBe(
      'LockedOut',
    );
    expect(codeOf(await withDeviceCookie(deviceCookie.replace(/\.\d+\./, '.9999999999999.')))).toBe('LockedOut');
    expect(codeOf(await withDeviceCookie('~~~'.repeat(500)))).toBe('LockedOut');
    vi.setSystemTime(Date.now() - 1);
    expect(codeOf(await withDeviceCookie(deviceCookie))).toBe('ok');
  });

  test('keeps the cookies of all members who use it', async () => {
    const { browser } = await besieged('parent');
    await app.member('child');
    expect(codeOf(await logIn('child', goodPassword, elsewhere(), browser))).toBe('ok');
    await browser.call(signout);
    expect(codeOf(await logIn('parent', goodPassword, elsewhere(), browser))).toBe('ok');
    const line = (await logIn('child')).headers.getSetCookie().find((one) => one.startsWith('device='));
    expect(line).toMatch(/Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
  });
});

test('all networks of a /48 share four times the guesses of a single network', async () => {
  const codes = await guess(['missing'], 24, () => `2001:db8:77:${(++count).toString(16)}::1`);
  expect(failed(codes)).toBe(20);
});
