import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { confirmEmail, deleteAccount, forgotPassword, login, resetPassword } from '#contract/accounts.ts';
import { getAuthUser, refreshTokens, signout } from '#contract/auth.ts';
import { pathOf } from '#contract/endpoint.ts';
import { actingUserQuery } from '#contract/envelope.ts';
import { downloadExport } from '#contract/export.ts';
import { newId } from '#contract/ids.ts';
import type { JoiningChange } from '#contract/join-settings.ts';
import {
  beginLinking,
  beginOpenId,
  enterByOpenId,
  joinByOpenId,
  linkAccount,
  listLinkedAccounts,
  openIdCallback,
  restoreByOpenId,
  unlinkAccount,
} from '#contract/openid.ts';
import { proveIdentity, sendProofCode } from '#contract/proof.ts';
import { changePassword } from '#contract/sessions.ts';
import { changeJoining } from '#contract/site.ts';
import { getSiteServices } from '#contract/site-services.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { type ElsewhereAccount, TestProvider } from '#tests/kit/openid.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { unzipped } from '#tests/kit/zip.ts';

const minute = 60_000;
const lines: string[] = [];
let app: TestApp;
let club: TestProvider;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  club = await TestProvider.start('http://localhost');
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) });
  app = await TestApp.open({ OPENID_PROVIDERS: JSON.stringify([club.setting]) }, { log });
});
afterAll(async () => {
  await app?.close();
  await club?.close();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
beforeEach(() => pass(61 * minute));

const params = { provider: 'club' };
const outcomeOf = ({ status, answer }: Answered<unknown>) =>
  answer.error?.code ?? Object.keys(answer.validation ?? {})[0] ?? status;
const dataOf = <T>({ answer }: Answered<T>): T => {
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  return answer.data;
};
const mailsTo = async (address: string, subject: RegExp) =>
  (await app.mails()).filter((mail) => mail.includes(`To: ${address}`) && subject.test(mail)).length;
const users = () => app.db.collection('users');

/** Goes to the provider and back, as somebody there; null cancels. @returns the path of our page */
async function goAndReturn(browser: TestBrowser, url: string, subject: string | null): Promise<string> {
  club.subject = subject;
  return comeBack(browser, await club.visit(url));
}
async function comeBack(browser: TestBrowser, { pathname, searchParams }: URL): Promise<string> {
  expect(pathname).toBe('/api/v1/account/openid/club/callback');
  const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
  const back = await browser.call(openIdCallback, { params, query: Object.fromEntries(searchParams), headers });
  expect(back.status).toBe(303);
  return back.headers.get('location') ?? '';
}
const flowIn = (path: string) => new URL(path, 'http://localhost').searchParams.get('flow') ?? '';
const begin = async (browser: TestBrowser, body = {}) => dataOf(await browser.call(beginOpenId, { params, body })).url;

/** Comes from the provider as somebody there. */
async function arrive(subject: string, claims: ElsewhereAccount = {}, browser = new TestBrowser(app)) {
  club.accounts.set(subject, claims);
  const flow = flowIn(await goAndReturn(browser, await begin(browser), subject));
  return { browser, flow, answered: await browser.call(enterByOpenId, { body: { flow } }) };
}
const form = (flow: string, username: string, more = {}) => ({
  ...{ flow, id: newId(), username, terms: true as const, answer: '' },
  ...more,
});
/** Joins with an address that the provider has verified. */
async function join(username: string) {
  const claims = { email: `${username}@example.org`, email_verified: true, preferred_username: username };
  const { browser, flow } = await arrive(`s-${username}`, claims);
  expect(outcomeOf(await browser.call(joinByOpenId, { body: form(flow, username) }))).toBe(200);
  return browser;
}
const proveByCode = async (browser: TestBrowser, address: string) => {
  await browser.call(sendProofCode);
  const mail = (await app.mails()).filter((one) => one.includes(`To: ${address}`)).at(-1) ?? '';
  const [, code = ''] = /(\d{4} \d{4})/.exec(mail) ?? [];
  return outcomeOf(await browser.call(proveIdentity, { body: { way: 'code', code } }));
};
/** Links an account elsewhere. */
async function link(browser: TestBrowser, subject: string) {
  const { url } = dataOf(await browser.call(beginLinking, { params }));
  const path = await goAndReturn(browser, url, subject);
  expect(path).toMatch(/^\/user\/password\?flow=.*#elsewhere$/);
  return browser.call(linkAccount, { body: { flow: flowIn(path) } });
}

test('somebody new chooses a name and is a member at once, with the address that the provider has verified', async () => {
  expect(dataOf(await new TestBrowser(app).call(getSiteServices)).logins).toEqual([{ id: 'club', name: 'Our club' }]);
  const claims = { email: 'zoe@example.org', email_verified: true, preferred_username: 'Zoé  van Dorn-Smit jr' };
  const { browser, flow, answered } = await arrive('1', claims);
  expect(dataOf(answered)).toEqual({
    login: 'NotFound',
    newcomer: { provider: 'Our club', username: 'Zoe.van.DornSmitjr', email: 'zoe@example.org', invitation: null },
  });
  expect(outcomeOf(await browser.call(joinByOpenId, { body: form(flow, 'admin') }))).toBe('username');
  const joined = await browser.call(joinByOpenId, { body: form(flow, 'zoe', { email: 'other@example.org' }) });
  expect(dataOf(joined)).toMatchObject({ login: 'LoginSucceeded', authUser: { username: 'zoe' } });
  expect(dataOf(await browser.call(getAuthUser)).username).toBe('zoe');
  expect(await users().findOne({ username: 'zoe' })).toMatchObject({
    ...{ email: 'zoe@example.org', passwordHash: null, status: 'Active' },
  });
  expect(await users().findOne({ username: 'zoe' })).not.toHaveProperty('elsewhere');
  expect(await mailsTo('zoe@example.org', /./)).toBe(0);

  // What it began is used up, and the next time there is no question.
  expect(outcomeOf(await browser.call(enterByOpenId, { body: { flow } }))).toBe('openid.late');
  const again = await arrive('1', claims);
  expect(dataOf(again.answered)).toMatchObject({ login: 'LoginSucceeded', authUser: { username: 'zoe' } });
  expect(outcomeOf(await again.browser.call(enterByOpenId, { body: { flow: again.flow } }))).toBe('openid.late');
  expect(dataOf((await arrive('2', { preferred_username: 'zoe' })).answered)).toMatchObject({
    newcomer: { username: 'zoe2', email: null },
  });
});

test('a log-in elsewhere is no proof; a member without a password proves by a code and chooses one', async () => {
  const browser = await join('yan');
  expect(dataOf(await browser.call(listLinkedAccounts))).toMatchObject({
    hasPassword: false,
    accounts: [{ provider: 'Our club', name: 'yan', lastUsedAt: null, isUsable: true }],
  });
  const { id: linkId = '' } = dataOf(await browser.call(listLinkedAccounts)).accounts[0] ?? {};
  const unlink = async () => outcomeOf(await browser.call(unlinkAccount, { params: { linkId } }));
  const refused = await browser.call(unlinkAccount, { params: { linkId } });
  expect(refused.answer.error).toMatchObject({ code: 'proof.needed', details: { ways: ['code'] } });
  const body = { password: goodPassword };
  expect((await browser.call(changePassword, { body })).answer.error).toMatchObject({
    ...{ code: 'proof.needed', details: { ways: ['code'] } },
  });
  expect(await proveByCode(browser, 'yan@example.org')).toBe(200);
  expect(await unlink()).toBe('openid.last');
  expect(outcomeOf(await browser.call(changePassword, { body }))).toBe(200);
  expect(await unlink()).toBe(200);
  expect(await unlink()).toBe(200);
  expect(await mailsTo('yan@example.org', /account was unlinked/)).toBe(1);
  expect(dataOf(await browser.call(listLinkedAccounts))).toEqual({ hasPassword: true, accounts: [] });
  const entered = await new TestBrowser(app).call(login, { body: { identifier: 'yan', password: goodPassword } });
  expect(outcomeOf(entered)).toBe(200);
});

test('a member without a password gets one by the mailed link', async () => {
  await join('xaver');
  const browser = new TestBrowser(app);
  await browser.call(forgotPassword, { body: { email: 'xaver@example.org' } });
  const token = await app.tokenMailedTo('xaver@example.org');
  expect(outcomeOf(await browser.call(resetPassword, { body: { token, password: goodPassword } }))).toBe(200);
  expect(outcomeOf(await browser.call(login, { body: { identifier: 'xaver', password: goodPassword } }))).toBe(200);
});

test('a known address neither logs in nor links: the member does so after a proof, and is told by mail', async () => {
  const member = await app.join('wanda');
  const claims = { email: 'Wanda@Example.org', email_verified: true };
  const { browser, flow, answered } = await arrive('w', claims);
  expect(outcomeOf(answered)).toBe('openid.known');
  expect(outcomeOf(await browser.call(joinByOpenId, { body: form(flow, 'wanda2') }))).toBe('openid.known');
  expect(dataOf(await member.call(listLinkedAccounts)).accounts).toEqual([]);

  pass(16 * minute);
  await member.call(refreshTokens);
  expect(outcomeOf(await member.call(beginLinking, { params }))).toBe('proof.needed');
  expect(outcomeOf(await member.call(proveIdentity, { body: { way: 'password', password: goodPassword } }))).toBe(200);
  expect(outcomeOf(await link(member, 'w'))).toBe(200);
  expect(await mailsTo('wanda@example.org', /account was linked/)).toBe(1);
  expect(dataOf((await arrive('w', claims)).answered)).toMatchObject({ authUser: { username: 'wanda' } });

  // Another member cannot take it, nor finish what somebody else began.
  const other = await app.join('viktor');
  expect(outcomeOf(await link(other, 'w'))).toBe('openid.exists');
  const { url } = dataOf(await other.call(beginLinking, { params }));
  const begun = flowIn(await goAndReturn(other, url, 'v'));
  const thief = member.with(app);
  thief.cookies.set('openid', other.cookies.get('openid') ?? '');
  expect(outcomeOf(await thief.call(linkAccount, { body: { flow: begun } }))).toBe('openid.late');
  expect(outcomeOf(await other.call(enterByOpenId, { body: { flow: begun } }))).toBe('openid.late');
  expect(outcomeOf(await other.call(linkAccount, { body: { flow: begun } }))).toBe(200);
});

test('an address that the provider has not verified gets our link, and the account is linked after it', async () => {
  const { browser, flow, answered } = await arrive('u', { email: 'ulf@example.org', email_verified: false });
  expect(dataOf(answered)).toMatchObject({ newcomer: { email: null, username: '' } });
  const own = { email: 'ulf@example.org', password: goodPassword };
  expect(outcomeOf(await browser.call(joinByOpenId, { body: form(flow, 'ulf') }))).toBe('email');
  expect(outcomeOf(await browser.call(joinByOpenId, { body: form(flow, 'ulf', { email: own.email }) }))).toBe(
    'password',
  );
  const joined = await browser.call(joinByOpenId, { body: form(flow, 'ulf', own) });
  expect(dataOf(joined)).toEqual({ login: 'EmailNotConfirmed', email: 'ulf@example.org' });
  expect(outcomeOf(await browser.call(getAuthUser))).toBe('unauthenticated');
  expect(outcomeOf((await arrive('u')).answered)).toBe('EmailNotConfirmed');
  const token = await app.tokenMailedTo('ulf@example.org');
  expect(outcomeOf(await browser.call(confirmEmail, { body: { token, password: goodPassword } }))).toBe(200);
  expect(dataOf((await arrive('u')).answered)).toMatchObject({ authUser: { username: 'ulf' } });

  // A later sign-up with the address by somebody else takes no link over.
  const first = await arrive('t1');
  await first.browser.call(joinByOpenId, { body: form(first.flow, 'tom', { ...own, email: 'tom@example.org' }) });
  pass(1000);
  await app.join('tom');
  pass(1000);
  expect(dataOf((await arrive('t1')).answered)).toMatchObject({ login: 'NotFound' });
  // A member's address is answered alike; only the mail differs.
  const guess = await arrive('t2');
  const typed = form(guess.flow, 'tomtom', { ...own, email: 'tom@example.org' });
  expect(dataOf(await guess.browser.call(joinByOpenId, { body: typed }))).toEqual({
    ...{ login: 'EmailNotConfirmed', email: 'tom@example.org' },
  });
  expect(await mailsTo('tom@example.org', /already have/)).toBe(1);
});

test('a wrong state, another browser, a second time and too late lead back to the log-in', async () => {
  const late = '/account/login?elsewhere=late';
  const browser = new TestBrowser(app);
  club.subject = 's';
  const back = await club.visit(await begin(browser, { returnTo: '/bike/search?q=x' }));
  const forged = new URL(back);
  forged.searchParams.set('state', 'made-up');
  expect(await comeBack(browser, forged)).toBe(late);
  expect(await comeBack(new TestBrowser(app), back)).toBe(late);
  const path = await comeBack(browser, back);
  expect(path).toMatch(/^\/account\/elsewhere\?flow=.*&returnTo=%2Fbike%2Fsearch%3Fq%3Dx$/);
  expect(await comeBack(browser, back)).toBe(late);
  const body = { flow: flowIn(path) };
  expect(outcomeOf(await new TestBrowser(app).call(enterByOpenId, { body }))).toBe('openid.late');
  pass(16 * minute);
  expect(outcomeOf(await browser.call(enterByOpenId, { body }))).toBe('openid.late');

  club.subject = 's';
  const slow = await club.visit(await begin(browser));
  pass(16 * minute);
  expect(await comeBack(browser, slow)).toBe(late);
  // A code of another log-in, with the right state.
  const [one, two] = [await club.visit(await begin(browser)), await club.visit(await begin(browser))];
  one.searchParams.set('code', two.searchParams.get('code') ?? '');
  expect(await comeBack(browser, one)).toBe('/account/login?elsewhere=failed');
  expect(await goAndReturn(browser, await begin(browser, { returnTo: '//evil.example/x' }), null)).toBe(
    '/account/login?returnTo=%2F&elsewhere=cancelled',
  );
  expect(outcomeOf(await browser.call(beginOpenId, { params: { provider: 'other' }, body: {} }))).toBe('not_found');
  expect(lines.join('')).toContain('"event":"openid.failed"');
  expect(lines.join('')).not.toContain(two.searchParams.get('code'));
});

test('a provider that is closed is said to be, and hurts nobody else', async () => {
  const browser = await join('rita');
  await browser.call(signout);
  const begun = await begin(browser);
  club.subject = 's-rita';
  const back = await club.visit(begun);
  await club.close();
  expect(await comeBack(browser, back)).toBe('/account/login?elsewhere=unreached');
  pass(61 * minute);
  const closed = await browser.call(beginOpenId, { params, body: {} });
  expect([closed.status, closed.answer.error?.message]).toEqual([
    ...[503, "We can't reach Our club right now. Log in another way, or try again in a few minutes."],
  ]);
  await app.join('quinn');
  await club.open();
  pass(minute);
  expect(dataOf((await arrive('s-rita')).answered)).toMatchObject({ authUser: { username: 'rita' } });
});

test('accounts that are banned, suspended or deleted get the answers of every log-in', async () => {
  await join('paul');
  const set = (fields: object) => users().updateOne({ username: 'paul' }, { $set: fields });
  const outcome = async () => outcomeOf((await arrive('s-paul')).answered);
  await set({ status: 'Suspended', until: new Date(Date.now() + minute) });
  expect(await outcome()).toBe('Suspended');
  await set({ status: 'Banned' });
  expect(await outcome()).toBe('Banned');
  await set({ status: 'Deleted', deletedAt: new Date(), until: new Date(Date.now() + 1e9) });
  const { browser: back, flow, answered } = await arrive('s-paul');
  expect(outcomeOf(answered)).toBe('Deleted');
  expect(dataOf(await back.call(restoreByOpenId, { body: { flow } }))).toMatchObject({
    authUser: { username: 'paul' },
  });
  expect(outcomeOf(await back.call(restoreByOpenId, { body: { flow } }))).toBe('openid.late');
});

test('how one may join holds for them, too', async () => {
  const operator = await app.join('otto');
  await giveRole(app.db, 'otto');
  const change = async (body: JoiningChange) =>
    expect(outcomeOf(await operator.call(changeJoining, { body }))).toBe(200);
  const verified = (name: string) => ({ email: `${name}@example.org`, email_verified: true });
  const tried = async (name: string, more = {}) => {
    const { browser, flow, answered } = await arrive(`s-${name}`, verified(name));
    if (!answered.answer.successful) return outcomeOf(answered);
    return outcomeOf(await browser.call(joinByOpenId, { body: form(flow, name, more) }));
  };
  await change({ mode: 'closed' });
  expect(await tried('nils')).toBe('join.closed');
  await change({ mode: 'invite' });
  expect(await tried('nils')).toBe('join.invitation');
  await change({ mode: 'approval' });
  expect(await tried('nils')).toBe('answer');
  expect(await tried('nils', { answer: 'I ride.' })).toBe('Applied');
  expect(await tried('nils')).toBe('Applied');
  await change({ mode: 'open', blockedAddresses: ['olga@example.org'] });
  expect(await tried('olga')).toBe('join.address');
  await change({ blockedAddresses: [], maxMembers: 1 });
  expect(await tried('olga')).toBe('join.full');
  await change({ maxMembers: null });
  expect(await users().countDocuments({ status: 'Unconfirmed', username: 'olga' })).toBe(0);
  expect(await tried('olga')).toBe(200);
});

test('linked accounts are exported, and erased with the member', async () => {
  const browser = await join('mia');
  await proveByCode(browser, 'mia@example.org');
  const { id } = dataOf(await browser.call(getAuthUser));
  const Cookie = `access=${browser.cookies.get('access')}`;
  const response = await app.request(pathOf(downloadExport, {}, { [actingUserQuery]: id }), { headers: { Cookie } });
  const files = unzipped(Buffer.from(await response.arrayBuffer()));
  expect(JSON.parse(String(files.get('linked-accounts.json')))).toMatchObject([
    { provider: 'Our club', issuer: `${club.issuer}/`, subject: 's-mia', name: 'mia' },
  ]);
  await browser.call(deleteAccount, { body: { username: 'mia' } });
  pass(31 * 24 * 60 * minute);
  await app.runJob('deleted accounts');
  expect(await app.db.collection('openIdLinks').countDocuments({ subject: 's-mia' })).toBe(0);
  expect(dataOf((await arrive('s-mia')).answered)).toMatchObject({ login: 'NotFound' });
});
