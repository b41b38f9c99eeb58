import { afterAll, beforeAll, expect, test } from 'vitest';
import { Passwords } from '#api/platform/passwords.ts';
import { confirmEmail, login, resetPassword, restoreAccount, signup } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { newId } from '#contract/ids.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { cheapHashing } from '#tests/kit/cheap-hashing.ts';

const passwords = new Passwords(cheapHashing);
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open({}, { passwords });
});
afterAll(() => app.close());

const signUp = (username: string, password: string) =>
  new TestBrowser(app).call(signup, {
    body: { id: newId(), username, email: `${username}@example.org`, password, terms: true },
  });
const saidOf = async (password: string) => (await signUp('refused', password)).answer.validation?.password;
const logIn = (identifier: string, password: string, call: typeof login | typeof restoreAccount = login) =>
  new TestBrowser(app).call(call, { body: { identifier, password } });

test('a password has 12 to 128 characters, and several spaces are one of them', async () => {
  expect(await saidOf('quiet roads')).toEqual(['Use at least 12 characters.']);
  expect(await saidOf('quiet      roads')).toEqual(['Use at least 12 characters.']);
  expect(await saidOf('🚲🌧️🏔️🚵')).toEqual(['Use at least 12 characters.']);
  expect(await saidOf(`${'winding roads '.repeat(9)}abc`)).toEqual(['Use at most 128 characters.']);
});

test.each([
  ['long', 'winding roads '.repeat(9).padEnd(128, '!')],
  ['emoji', '🚲 🌧️ 🏔️ 🚵🏽 🧭 ☕ 🥨'],
  ['scripts', 'Straßencafé 自転車 велосипед دراجة'],
  ['lower', 'only lower case letters'],
  ['spaced', '  seven   quiet  roads '],
])('any characters make a password, and each of them counts: %s', async (name, password) => {
  expect((await signUp(name, password)).answer.successful).toBe(true);
  const body = { token: await app.tokenMailedTo(`${name}@example.org`), password };
  expect((await new TestBrowser(app).call(confirmEmail, { body })).status).toBe(200);
  expect((await logIn(name, password)).status).toBe(200);
  for (const other of [[...password].slice(0, -1).join(''), `${password}.`, password.replace(/\s+/, '')])
    expect((await logIn(name, other)).status).toBe(403);
});

test('a common password lets nobody in any more; a mailed link sets another', async () => {
  await app.member('early');
  const common = 'P@ssw0rd2024!';
  const change = { passwordHash: await passwords.hash(common) };
  await app.db.collection('users').updateOne({ username: 'early' }, { $set: change });
  expect((await logIn('early', 'P@ssw0rd2023!')).answer.error?.code).toBe('LoginFailed');
  for (const call of [login, restoreAccount]) {
    const { status, answer, headers } = await logIn('early', common, call);
    expect([status, answer.error?.code, headers.getSetCookie()]).toEqual([403, 'password.common', []]);
  }
  const token = await app.tokenMailedTo('early@example.org');
  const password = 'gravel under a low sun';
  expect((await new TestBrowser(app).call(resetPassword, { body: { token, password } })).status).toBe(200);
  expect((await logIn('early', password)).status).toBe(200);
});

test('a sign-up cannot name a role, a state or an id of its own', async () => {
  const claimed = { operator: true, moderator: true, status: 'Active', _id: newId(), authEpoch: 9 };
  const body = {
    id: newId(),
    username: 'claimant',
    email: 'claimant@example.org',
    password: 'quiet gravel roads',
    terms: true,
  };
  expect((await new TestBrowser(app).call(signup, { body: { ...body, ...claimed } })).status).toBe(200);
  const row = await app.db.collection('users').findOne({ username: 'claimant' });
  expect(row).toMatchObject({ status: 'Unconfirmed', authEpoch: 0 });
  expect([row?.operator, row?.moderator, String(row?._id) === claimed._id]).toEqual([undefined, undefined, false]);
});

test('a log-in ends the session that the browser had, and begins another', async () => {
  const { browser } = await app.member('twice');
  const before = browser.with(app);
  const body = { identifier: 'twice', password: 'winding mountain roads' };
  expect((await browser.call(login, { body })).status).toBe(200);
  expect(browser.cookies.get('session')).not.toBe(before.cookies.get('session'));
  expect((await browser.call(getAuthUser)).status).toBe(200);
  expect((await before.call(getAuthUser)).status).toBe(401);
});

test('over https the tokens are unguessable, in cookies for this host only that no script and no other site can use', async () => {
  const secure = await TestApp.open({ PUBLIC_ORIGIN: 'https://headbadge.example' });
  try {
    const { browser } = await secure.member('guarded');
    const { headers } = await browser.call(login, {
      body: { identifier: 'guarded', password: 'winding mountain roads' },
    });
    const set = headers.getSetCookie().filter((line) => /^__Host-(access|session)=[^;]+;/.test(line));
    expect(set).toHaveLength(2);
    for (const line of set) {
      for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/']) expect(line).toContain(attribute);
      expect(line).not.toContain('Domain');
    }
    // 25 random bytes in base 32, and a MAC.
    expect(browser.cookies.get('__Host-session')).toMatch(/^[a-z2-7]{40}\.0\.[\w-]{43}$/);
    // A token in the address is none.
    const token = browser.cookies.get('__Host-access') ?? '';
    for (const name of ['access', '__Host-access', 'token', 'access_token'])
      expect((await secure.request(`/api/v1/auth/user?${name}=${token}`)).status).not.toBe(200);
  } finally {
    await secure.close();
  }
});
