import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { networksOfAddress, roughNetworkOf } from '#api/platform/addresses/network.ts';
import { changeMemberEmail, endMemberSessions } from '#contract/account-help.ts';
import { deleteAccount, forgotPassword, login, resetPassword, restoreAccount } from '#contract/accounts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { downloadExport } from '#contract/export.ts';
import { newId } from '#contract/ids.ts';
import { changeRole } from '#contract/moderation.ts';
import { addPasskey, beginPasskey, beginPasskeyLogin, loginWithPasskey, removePasskey } from '#contract/passkeys.ts';
import { securityRecordDays } from '#contract/periods.ts';
import { makeToken, revokeToken } from '#contract/personal-tokens.ts';
import {
  listSecurityEvents,
  maxSecurityEvents,
  type SecurityEvent,
  type SecurityKind,
} from '#contract/security-record.ts';
import { changePassword, endOtherSessions, endSession, listSessions } from '#contract/sessions.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestAuthenticator } from '#tests/kit/authenticator.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { unzipped } from '#tests/kit/zip.ts';

const minute = 60_000;
const better = 'gravel under a low sun';
const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const headers = { 'User-Agent': phone, 'X-Forwarded-For': '203.0.113.77' };
const from = { device: 'Firefox on Android', network: '203.0.113.x', byOperator: false };
let app: TestApp;
let operator: TestBrowser;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.0/8' });
  operator = await app.join('otto');
  await giveRole(app.db, 'otto');
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
beforeEach(() => pass(61 * minute));

const dataOf = <T>({ answer }: Answered<T>): T => {
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  return answer.data;
};
async function logIn(identifier: string, password = goodPassword, browser = new TestBrowser(app)) {
  pass(1000);
  dataOf(await browser.call(login, { body: { identifier, password }, headers }));
  return browser;
}
async function recordOf(browser: TestBrowser): Promise<SecurityEvent[]> {
  await app.idle();
  return dataOf(await browser.call(listSecurityEvents, { query: { limit: '50' } })).items;
}
/** What was recorded last, oldest first. */
const lastOf = async (browser: TestBrowser, count: number): Promise<SecurityEvent[]> =>
  (await recordOf(browser)).slice(0, count).reverse();
const mailsTo = async (name: string) =>
  (await app.mails()).filter((mail) => mail.includes(`To: ${name}@example.org`) && mail.includes('new device'));
const idOf = async (username: string) =>
  String((await app.db.collection<{ _id: string }>('users').findOne({ username }))?._id);
const events = () => app.db.collection<{ _id: string } & Record<string, unknown>>('securityEvents');
const event = (kind: SecurityKind, about = '') => expect.objectContaining({ kind, about, ...from });
const byOperators = (kind: SecurityKind, about = '') =>
  expect.objectContaining({ kind, about, device: '', network: '', byOperator: true });

test('each kind is recorded once, with device and network, and only for the member', async () => {
  const { browser: first } = await app.member('anna');
  expect(await recordOf(first)).toEqual([expect.objectContaining({ kind: 'joined', device: '', byOperator: false })]);

  const browser = await logIn('anna');
  const call = <E extends Endpoint>(endpoint: E, options: Parameters<typeof browser.call<E>>[1] = {}) => {
    pass(1000);
    return browser.call(endpoint, { headers, ...options });
  };
  const sessions = dataOf(await browser.call(listSessions));
  const other = sessions.find(({ current }) => !current)?.id ?? '';
  for (let again = 0; again < 2; again++) await call(endSession, { params: { sessionId: other } });
  await call(endOtherSessions);
  const device = new TestAuthenticator();
  const credential = device.create(dataOf(await call(beginPasskey)));
  await call(addPasskey, { body: { name: 'Phone', credential } });
  const { token } = dataOf(await call(makeToken, { body: { name: 'Watch', scopes: ['read'], days: 30 } }));
  for (let again = 0; again < 2; again++) await call(revokeToken, { params: { tokenId: token.id } });
  pass(1000);
  const Cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const archive = await app.request(pathOf(downloadExport, {}, { as: await idOf('anna') }), {
    headers: { ...headers, Cookie },
  });
  const files = unzipped(Buffer.from(await archive.arrayBuffer()));
  expect(files.get('security.json')?.toString()).toContain('"kind":"token.revoked"');
  const change = { current: goodPassword, password: better };
  // The second is the same request after a lost response.
  for (let again = 0; again < 2; again++) expect((await call(changePassword, { body: change })).status).toBe(200);
  for (let again = 0; again < 2; again++) await call(removePasskey, { params: { passkeyId: credential.id } });
  expect(await lastOf(browser, 10)).toEqual([
    expect.objectContaining({ kind: 'joined' }),
    event('login.password'),
    event('session.ended'),
    event('sessions.ended'),
    event('passkey.added', 'Phone'),
    event('token.made', 'Watch'),
    event('token.revoked', 'Watch'),
    event('export.downloaded'),
    event('password.changed'),
    event('passkey.removed', 'Phone'),
  ]);
  const { browser: stranger } = await app.member('bert');
  expect((await recordOf(stranger)).map(({ kind }) => kind)).toEqual(['joined']);
  expect((await new TestBrowser(app).call(listSecurityEvents)).status).toBe(401);
});

test('log-ins by passkey, refusals, resets, departures and deeds of operators are recorded, too', async () => {
  const { browser } = await app.member('carl');
  const call = <E extends Endpoint>(by: TestBrowser, endpoint: E, options: Parameters<typeof by.call<E>>[1] = {}) => {
    pass(1000);
    return by.call(endpoint, { headers, ...options });
  };
  const device = new TestAuthenticator();
  const credential = device.create(dataOf(await call(browser, beginPasskey)));
  await call(browser, addPasskey, { body: { name: 'Key', credential } });
  const options = dataOf(await call(browser, beginPasskeyLogin));
  dataOf(await call(browser, loginWithPasskey, { body: { credential: device.use(options) } }));
  for (let attempt = 0; attempt < 8; attempt++)
    await call(new TestBrowser(app), login, { body: { identifier: 'carl', password: 'wrong' } });
  await app.idle();
  await call(browser, forgotPassword, { body: { email: 'carl@example.org' } });
  const body = { token: await app.tokenMailedTo('carl@example.org'), password: better };
  for (let again = 0; again < 2; again++)
    expect((await call(new TestBrowser(app), resetPassword, { body })).status).toBe(200);
  await logIn('carl', better, browser);
  await call(browser, deleteAccount, { body: { username: 'carl' } });
  dataOf(await call(browser, restoreAccount, { body: { identifier: 'carl', password: better } }));
  const userId = await idOf('carl');
  await call(operator, refreshTokens);
  dataOf(await call(operator, changeRole, { body: { username: 'carl', role: 'moderator' } }));
  dataOf(await call(operator, endMemberSessions, { params: { userId } }));
  dataOf(await call(operator, changeMemberEmail, { params: { userId }, body: { email: 'carl@example.net' } }));
  await logIn('carl', better, browser);
  expect(await lastOf(browser, 11)).toEqual([
    event('login.passkey'),
    event('login.locked'),
    event('password.reset'),
    event('login.password'),
    event('account.deleted'),
    event('account.restored'),
    event('login.password'),
    byOperators('role.given', 'moderator'),
    byOperators('sessions.ended'),
    byOperators('email.changed', 'c***@example.net'),
    event('login.password'),
  ]);
});

test('a log-in on a new device is mailed once, not at sign-up, not for a known device, and not often', async () => {
  const { browser } = await app.member('dora');
  expect(await mailsTo('dora')).toEqual([]);
  await logIn('dora', goodPassword, browser);
  expect(await mailsTo('dora')).toEqual([]);

  const other = await logIn('dora');
  const [mail = '', ...more] = await mailsTo('dora');
  expect(more).toEqual([]);
  for (const told of ['Firefox on Android', '203.0.113.x', 'UTC', '/user/password#devices', '/account/forgot-password'])
    expect(mail).toContain(told);
  expect(mail).not.toContain('203.0.113.77');
  await logIn('dora', goodPassword, other);
  expect(await mailsTo('dora')).toHaveLength(1);
  // Another member's device is new for this one.
  for (let device = 0; device < 4; device++) await logIn('dora');
  expect(await mailsTo('dora')).toHaveLength(3);
  await new TestBrowser(app).call(login, { body: { identifier: 'dora', password: 'wrong' }, headers });
  expect(await mailsTo('dora')).toHaveLength(3);
});

test('events are listed by pages, and deleted by age and number, and with the account', async () => {
  const { browser, user } = await app.member('emma');
  const at = (place: number) => new Date(Date.now() - (place + 1) * minute);
  const row = (place: number) => ({
    ...{
      _id: newId(at(place).getTime()),
      userId: user.id,
      kind: 'login.password',
      at: at(place),
      number: 1000 - place,
    },
    ...{ device: '', network: '', about: '', byOperator: false },
  });
  await events().insertMany(Array.from({ length: maxSecurityEvents + 5 }, (_, place) => row(place)));
  await logIn('emma', goodPassword, browser);
  await app.idle();
  expect(await events().countDocuments({ userId: user.id })).toBe(maxSecurityEvents);

  const seen: SecurityEvent[] = [];
  for (let cursor: string | undefined, goesOn = true; goesOn; ) {
    const query = { limit: '50', ...(cursor && { cursor }) };
    const page = dataOf(await browser.call(listSecurityEvents, { query }));
    seen.push(...page.items);
    cursor = page.next ?? undefined;
    goesOn = page.next !== null;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(maxSecurityEvents);
  const times = seen.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());

  const expiring = (await events().indexes()).find((index) => 'expireAfterSeconds' in index);
  expect([expiring?.key, expiring?.expireAfterSeconds]).toEqual([{ at: 1 }, securityRecordDays * 86_400]);
  await browser.call(deleteAccount, { body: { username: 'emma' } });
  pass(31 * 24 * 60 * minute);
  await app.runJob('deleted accounts');
  expect(await events().countDocuments({ userId: user.id })).toBe(0);
});

test('a network is shown without its last part', () => {
  const roughly = (address: string) => roughNetworkOf(networksOfAddress(address));
  expect(roughly('203.0.113.77')).toBe('203.0.113.x');
  expect(roughly('::ffff:203.0.113.77')).toBe('203.0.113.x');
  expect(roughly('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:x');
  expect(roughly('unknown')).toBe('');
});
