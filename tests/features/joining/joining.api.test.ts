import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joiningFindings } from '#api/cli/doctor/joining.ts';
import {
  confirmEmail,
  daysToErasure,
  deleteAccount,
  login,
  sendEmailConfirmation,
  signup,
} from '#contract/accounts.ts';
import { decideApplication, listApplications } from '#contract/applications.ts';
import { pathOf } from '#contract/endpoint.ts';
import { downloadExport } from '#contract/export.ts';
import { newId } from '#contract/ids.ts';
import {
  createInvitation,
  listAllInvitations,
  listInvitations,
  type NewInvitation,
  readInvitation,
  revokeInvitation,
} from '#contract/invitations.ts';
import { defaultJoinSettings, type JoiningChange } from '#contract/join-settings.ts';
import { getJoining } from '#contract/joining.ts';
import { judgeMember, listActs } from '#contract/moderation.ts';
import { changeEmail } from '#contract/own-account.ts';
import { getPerson } from '#contract/people-page.ts';
import { daysToDecide } from '#contract/periods.ts';
import { changeJoining } from '#contract/site.ts';
import { addWebhook } from '#contract/webhooks.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { unzipped } from '#tests/kit/zip.ts';

const dayMs = 86_400_000;
let database: TestDatabase;
/** Two processes of one site. */
let app: TestApp;
let other: TestApp;
let operator: TestBrowser;
let clock = Date.now();
let calls = 0;

beforeAll(async () => {
  database = await TestDatabase.open();
  // It never stands still, so that mails have an order.
  const now = () => new Date(++clock);
  const env = { TRUSTED_PROXIES: '127.0.0.0/8' };
  app = await TestApp.open(env, { database, still: true, now });
  other = await TestApp.open(env, { database, still: true, now });
  operator = await app.join('otto');
  await giveRole(app.db, 'otto');
});
beforeEach(async () => {
  await app.db.collection('site').deleteMany({});
  await app.db.collection('users').deleteMany({ status: { $in: ['Unconfirmed', 'Applied'] } });
});
afterAll(async () => {
  await app.close();
  await other.close();
  await database.close();
});

const change = async (body: JoiningChange | Record<string, unknown>) => operator.call(changeJoining, { body });
const from = (address = `10.${++calls >> 8}.${calls & 255}.1`) => ({ headers: { 'X-Forwarded-For': address } });
const codeOf = ({ answer }: Answered<unknown>) =>
  answer.successful ? 'ok' : (answer.error?.code ?? Object.keys(answer.validation ?? {}).join(' '));
const addressOf = (username: string) => `${username}@example.org`;

type Extra = { email?: string; answer?: string; invitation?: string };
/** Signs up from a network of its own. */
const apply = (username: string, extra: Extra = {}, at = app, how = from()) =>
  new TestBrowser(at).call(signup, {
    body: { id: newId(), username, email: addressOf(username), password: goodPassword, terms: true, ...extra },
    ...how,
  });
const confirm = async (username: string, at = app, email = addressOf(username)) => {
  const token = await app.tokenMailedTo(email);
  return new TestBrowser(at).call(confirmEmail, { body: { token, password: goodPassword }, ...from() });
};
const logIn = (username: string) =>
  new TestBrowser(app).call(login, { body: { identifier: username, password: goodPassword }, ...from() });
const invite = async (by: TestBrowser, body: NewInvitation = { uses: 1, days: 7 }) => {
  const { answer } = await by.call(createInvitation, { params: { invitationId: newId() }, body });
  if (!answer.successful) throw new Error(`There is no invitation: ${answer.error?.code}`);
  return answer.data;
};
const waiting = async () => (await operator.call(listApplications)).answer.data?.items ?? [];
const decide = async (username: string, accept: boolean, reason = '') => {
  const userId = (await waiting()).find((one) => one.username === username)?.id ?? newId();
  return operator.call(decideApplication, { params: { userId }, body: { accept, reason } });
};
const mailsTo = async (username: string) =>
  (await app.mails()).filter((mail) => mail.includes(`To: ${addressOf(username)}`));

describe('a closed site', () => {
  test('takes no sign-up in any process at once, and no confirmation of an earlier one until it opens again', async () => {
    await apply('early');
    await change({ mode: 'closed' });
    // The other process has not looked at the settings since.
    expect([codeOf(await apply('late')), codeOf(await apply('late', {}, other))]).toEqual([
      'join.closed',
      'join.closed',
    ]);
    expect(codeOf(await confirm('early', other))).toBe('join.closed');
    expect(codeOf(await logIn('early'))).toBe('EmailNotConfirmed');
    expect(codeOf(await logIn('otto'))).toBe('ok');
    await change({ mode: 'open' });
    expect(codeOf(await confirm('early', other))).toBe('ok');
  });

  test('says so to everybody, also where the answer was cached', async () => {
    const read = async () => (await new TestBrowser(app).call(getJoining)).answer.data;
    expect(await read()).toEqual({ mode: 'open', question: null, full: false });
    await change({ mode: 'closed', question: 'Which club?' });
    expect(await read()).toEqual({ mode: 'closed', question: 'Which club?', full: false });
  });
});

describe('an applicant', () => {
  test('answers the question, confirms, waits unseen, and is let in by an operator with a mail', async () => {
    const hook = { id: newId(), url: 'https://example.org/', events: ['member.joined'] } as const;
    expect((await operator.call(addWebhook, { body: hook as never })).status).toBe(201);
    const told = () => app.db.collection('deliveries').countDocuments({ event: 'member.joined' });
    await change({ mode: 'approval', question: 'Which club are you in?' });
    expect(codeOf(await apply('silent'))).toBe('answer');
    expect(codeOf(await apply('ann', { answer: 'The Bern one.' }))).toBe('ok');
    expect(await waiting()).toEqual([]);
    expect(codeOf(await confirm('ann'))).toBe('Applied');
    expect(codeOf(await confirm('ann'))).toBe('EmailAlreadyConfirmed');
    expect(codeOf(await logIn('ann'))).toBe('Applied');
    // Nobody takes over the name or the address meanwhile.
    expect(codeOf(await apply('ann', { email: 'thief@example.org', answer: 'Me.' }))).toBe('username');
    await apply('thief', { email: addressOf('ann'), answer: 'Me.' });

    const [application] = await waiting();
    expect(application).toMatchObject({ username: 'ann', email: addressOf('ann'), answer: 'The Bern one.' });
    expect((await app.request(pathOf(getPerson, { userId: application?.id ?? '' }))).status).toBe(404);
    clock += dayMs;
    expect(await told()).toBe(0);
    expect((await decide('ann', true)).answer.data).toMatchObject({
      what: 'application.accept',
      done: true,
      by: 'otto',
    });
    expect(codeOf(await logIn('ann'))).toBe('ok');
    expect((await mailsTo('ann')).join()).toContain('Welcome to Headbadge');
    expect(await told()).toBe(1);
    const row = await app.db.collection('users').findOne({ username: 'ann' });
    expect([row?.status, row?.entry]).toEqual(['Active', undefined]);
    // Members are as old as their membership.
    expect(clock - row?.createdAt.getTime()).toBeLessThan(dayMs / 2);
  });

  test('who is refused is erased, reads the reason in a mail, and may apply again', async () => {
    await change({ mode: 'approval' });
    await apply('bob', { answer: 'I sell wheels.' });
    await confirm('bob');
    expect(codeOf(await decide('bob', false, 'No shops.'))).toBe('ok');
    expect(await app.db.collection('users').findOne({ username: 'bob' })).toBeNull();
    expect((await mailsTo('bob')).at(-1)).toContain('No shops.');
    expect(codeOf(await logIn('bob'))).toBe('LoginFailed');
    expect(codeOf(await decide('bob', true))).toBe('not_found');
    expect(codeOf(await apply('bob', { answer: 'I ride, too.' }))).toBe('ok');
    const acts = (await operator.call(listActs)).answer.data?.items ?? [];
    expect(acts.find(({ member }) => member.username === 'bob')).toMatchObject({ reason: 'No shops.' });
  });

  test('waits on when everybody can join meanwhile; who signed up before the question waits without an answer', async () => {
    await apply('before');
    await change({ mode: 'approval' });
    await apply('during', { answer: 'Hello.' });
    await confirm('during');
    expect(codeOf(await confirm('before'))).toBe('Applied');
    await change({ mode: 'open' });
    expect((await waiting()).map(({ username, answer }) => [username, answer])).toEqual([
      ['before', ''],
      ['during', 'Hello.'],
    ]);
    expect(codeOf(await logIn('during'))).toBe('Applied');
  });

  test('about whom nobody decides is erased in the end, and told', async () => {
    await change({ mode: 'approval' });
    await apply('slow', { answer: 'Hello.' });
    await confirm('slow');
    clock += (daysToDecide - 1) * dayMs;
    await app.runJob('old applications');
    expect(await waiting()).toHaveLength(1);
    clock += dayMs;
    await app.runJob('old applications');
    expect(await waiting()).toEqual([]);
    expect((await mailsTo('slow')).at(-1)).toContain('Nobody has decided');
  });

  test('is decided about once, by whichever of two operators is first', async () => {
    await change({ mode: 'approval' });
    await apply('twice', { answer: 'Hello.' });
    await confirm('twice');
    const [application] = await waiting();
    const params = { userId: application?.id ?? '' };
    const both = await Promise.all(
      [true, false].map((accept) => operator.call(decideApplication, { params, body: { accept, reason: '' } })),
    );
    const codes = both.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code !== 'ok')).toEqual([expect.stringMatching(/moderation\.state|not_found/)]);
    const mails = (await mailsTo('twice')).filter((mail) => /Welcome to|Your application/.test(mail));
    expect(mails).toHaveLength(1);
  });
});

describe('an invitation', () => {
  test('lets in as many people as it says, also of those who confirm at the same moment in two processes', async () => {
    await change({ mode: 'invite' });
    expect(codeOf(await apply('nobody1'))).toBe('join.invitation');
    expect(codeOf(await apply('nobody2', { invitation: 'made-up' }))).toBe('invitation.invalid');
    const { token, id } = await invite(operator, { uses: 2, days: 7 });
    const names = ['i1', 'i2', 'i3', 'i4'].map((name) => `invited-${name}`);
    // A sign-up that is not confirmed uses nothing up.
    for (const name of names) expect(codeOf(await apply(name, { invitation: token }))).toBe('ok');
    const codes = (await Promise.all(names.map((name, n) => confirm(name, n % 2 ? other : app)))).map(codeOf);
    expect(codes.toSorted()).toEqual(['invitation.used', 'invitation.used', 'ok', 'ok']);
    const all = (await operator.call(listAllInvitations)).answer.data?.items ?? [];
    expect(all.find((one) => one.id === id)).toMatchObject({
      used: 2,
      uses: 2,
      state: 'used',
      by: { username: 'otto' },
    });
    expect(codeOf(await apply('late1', { invitation: token }))).toBe('invitation.used');
  });

  test('an invitation of one use that the same person confirms twice at once counts once', async () => {
    await change({ mode: 'invite' });
    const { token, id } = await invite(operator, { uses: 3, days: 7 });
    await apply('hasty', { invitation: token });
    const codes = (await Promise.all([confirm('hasty'), confirm('hasty', other)])).map(codeOf);
    expect(codes.toSorted()).toEqual(['EmailAlreadyConfirmed', 'ok']);
    const row = await app.db.collection<{ _id: string }>('invitations').findOne({ _id: id });
    expect(row).toMatchObject({ left: 2 });
  });

  test('says whose it is, that it has ended, and that it was revoked; revoking is for its maker and operators', async () => {
    const read = (token: string) => new TestBrowser(app).call(readInvitation, { body: { token }, ...from() });
    const member = await app.join('mira1');
    await change({ mode: 'invite', inviteAfterDays: 0 });
    const [ended, revoked, mine] = [await invite(operator), await invite(operator), await invite(member)];
    expect((await read(mine.token)).answer.data).toEqual({ by: 'mira1' });
    expect(codeOf(await member.call(revokeInvitation, { params: { invitationId: revoked.id } }))).toBe('not_found');
    await operator.call(revokeInvitation, { params: { invitationId: revoked.id } });
    expect((await read(revoked.token)).answer.error?.message).toBe('This invitation is not valid. Ask for a new one.');
    clock += 8 * dayMs;
    expect((await read(ended.token)).answer.error?.message).toBe('This invitation has ended. Ask for a new one.');
  });

  test('replaces the approval, and a used-up one leaves an applicant in the queue', async () => {
    await change({ mode: 'approval' });
    const { token } = await invite(operator);
    for (const name of ['friend1', 'friend2']) await apply(name, { invitation: token });
    expect(codeOf(await confirm('friend1'))).toBe('ok');
    expect(codeOf(await confirm('friend2'))).toBe('Applied');
  });

  test('is made by members of some age where operators allow it, as many as a member may have', async () => {
    const member = await app.join('newish');
    const make = () => member.call(createInvitation, { params: { invitationId: newId() }, body: { uses: 1, days: 7 } });
    expect(codeOf(await make())).toBe('invitation.never');
    await change({ mode: 'invite', inviteAfterDays: 30 });
    expect(codeOf(await make())).toBe('invitation.young');
    const from30 = Date.parse((await member.call(listInvitations)).answer.data?.from ?? '');
    expect(Math.abs(from30 - clock - 30 * dayMs)).toBeLessThan(dayMs / 2);
    clock += 30 * dayMs;
    const page = new TestBrowser(app);
    await page.call(login, { body: { identifier: 'newish', password: goodPassword }, ...from() });
    const asMember = (body: NewInvitation) => page.call(createInvitation, { params: { invitationId: newId() }, body });
    expect(codeOf(await asMember({ uses: 6, days: 7 }))).toBe('uses');
    expect(codeOf(await asMember({ uses: 5, days: 31 }))).toBe('days');
    for (let n = 0; n < 5; n++) expect(codeOf(await asMember({ uses: 5, days: 7 }))).toBe('ok');
    expect(codeOf(await asMember({ uses: 1, days: 7 }))).toBe('invitation.many');
  });

  test('an invitation of a member is void once the member is banned, or members may invite nobody any more', async () => {
    const { browser, user } = await app.member('hostly');
    await change({ mode: 'invite', inviteAfterDays: 0 });
    const { token } = await invite(browser);
    await change({ inviteAfterDays: null });
    expect(codeOf(await apply('guestly', { invitation: token }))).toBe('invitation.invalid');
    await change({ inviteAfterDays: 0 });
    expect(codeOf(await apply('guestly', { invitation: token }))).toBe('ok');
    await operator.call(judgeMember, { params: { userId: user.id }, body: { standing: 'Banned', reason: 'Adverts.' } });
    expect(codeOf(await confirm('guestly'))).toBe('invitation.invalid');
  });

  test('is in the export of who made it and of who joined with it, without the names of others', async () => {
    const { browser, user } = await app.member('giver');
    await change({ mode: 'invite', inviteAfterDays: 0 });
    const { token } = await invite(browser);
    await apply('taker', { invitation: token });
    const page = new TestBrowser(app);
    const taken = await page.call(confirmEmail, {
      body: { token: await app.tokenMailedTo(addressOf('taker')), password: goodPassword },
      ...from(),
    });
    const exported = async (of: TestBrowser, as: string) => {
      const Cookie = [...of.cookies].map((pair) => pair.join('=')).join('; ');
      const zip = await app.request(pathOf(downloadExport, {}, { as }), { headers: { Cookie } });
      const files = unzipped(Buffer.from(await zip.arrayBuffer()));
      return JSON.parse(String(files.get('invitations.json') ?? 'null'));
    };
    expect(await exported(browser, user.id)).toMatchObject({ made: [{ uses: 1, used: 1 }], joinedWith: null });
    const taker = taken.answer.data?.authUser.id ?? '';
    expect(await exported(page, taker)).toMatchObject({ made: [], joinedWith: { at: expect.any(String) } });
  });
});

test('who leaves takes along the invitations they made, and that they joined with one', async () => {
  const { browser: host } = await app.member('leaver1');
  await change({ mode: 'invite', inviteAfterDays: 0 });
  const { token, id } = await invite(host);
  await apply('leaver2', { invitation: token });
  const guest = new TestBrowser(app);
  const body = { token: await app.tokenMailedTo(addressOf('leaver2')), password: goodPassword };
  await guest.call(confirmEmail, { body, ...from() });
  const stored = () => app.db.collection<{ _id: string }>('invitations').findOne({ _id: id });
  await guest.call(deleteAccount, { body: { username: 'leaver2', password: goodPassword }, ...from() });
  clock += (daysToErasure + 1) * dayMs;
  await app.runJob('deleted accounts');
  expect(await stored()).toMatchObject({ usedBy: [], left: 0 });
  const again = new TestBrowser(app);
  await again.call(login, { body: { identifier: 'leaver1', password: goodPassword }, ...from() });
  await again.call(deleteAccount, { body: { username: 'leaver1', password: goodPassword }, ...from() });
  clock += (daysToErasure + 1) * dayMs;
  await app.runJob('deleted accounts');
  expect(await stored()).toBeNull();
});

describe('a cap of members', () => {
  test('is never exceeded by confirmations at the same moment in two processes', async () => {
    const here = await app.db.collection('users').countDocuments({ status: 'Active' });
    const names = ['c1', 'c2', 'c3', 'c4', 'c5'].map((name) => `capped-${name}`);
    for (const name of names) await apply(name);
    await change({ maxMembers: here + 2 });
    const codes = (await Promise.all(names.map((name, n) => confirm(name, n % 2 ? other : app)))).map(codeOf);
    expect(codes.toSorted()).toEqual(['join.full', 'join.full', 'join.full', 'ok', 'ok']);
    expect(codeOf(await apply('toolate'))).toBe('join.full');
    expect((await new TestBrowser(app).call(getJoining)).answer.data?.full).toBe(true);
    await change({ mode: 'approval', maxMembers: here + 3 });
    await apply('waiter1', { answer: 'Hello.' });
    await confirm('waiter1');
    await change({ maxMembers: here + 2 });
    expect(codeOf(await decide('waiter1', true))).toBe('join.full');
    await change({ maxMembers: null });
    expect(codeOf(await decide('waiter1', true))).toBe('ok');
  });
});

describe('blocked', () => {
  test('domains are refused by a sentence, with all below them; others that end alike are not', async () => {
    await change({ blockedDomains: ['@Example.COM', 'bücher.example', ''] });
    const refused = await apply('dom1', { email: 'x@mail.example.com' });
    expect(refused.answer.validation).toEqual({ email: ["Addresses of this provider can't be used here."] });
    expect(codeOf(await apply('dom2', { email: 'x@bücher.example' }))).toBe('email');
    expect(codeOf(await apply('dom3', { email: 'x@notexample.com' }))).toBe('ok');
  });

  test('addresses get the answer of any other, however they are written; only the mail tells their owner', async () => {
    const seen = async (typed: string, username: string) => {
      const { status, headers, answer } = await apply(username, { email: typed });
      const again = await new TestBrowser(app).call(sendEmailConfirmation, { body: { email: typed }, ...from() });
      const visible = [...headers].filter(([name]) => name !== 'x-request-id');
      const tried = await logIn(username);
      return JSON.stringify([status, visible, answer, again.answer, codeOf(tried)]);
    };
    await change({ blockedAddresses: ['Bad.Guy@gmail.com'] });
    const typed = 'badguy+new@gmail.com';
    expect(await seen(typed, 'guyone')).toBe(await seen('goodguy@gmail.com', 'guytwo'));
    const mails = (await app.mails()).filter((mail) => mail.includes(`To: ${typed}`));
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails) expect([/token=/.test(mail), mail.includes("don't accept it")]).toEqual([false, true]);
    const { browser } = await app.member('mover');
    const other = 'bad.guy+other@gmail.com';
    expect((await browser.call(changeEmail, { body: { email: other } })).status).toBe(200);
    const [answer = '', ...more] = (await app.mails()).filter((mail) => mail.includes(`To: ${other}`));
    expect([/token=/.test(answer), answer.includes("don't accept it"), more]).toEqual([false, true, []]);
  });

  test('addresses cannot confirm a link that was mailed before', async () => {
    await apply('soonbad');
    const token = await app.tokenMailedTo(addressOf('soonbad'));
    await change({ blockedAddresses: [addressOf('soonbad')] });
    const body = { token, password: goodPassword };
    expect(codeOf(await new TestBrowser(app).call(confirmEmail, { body, ...from() }))).toBe('join.address');
  });

  test.each([
    ['203.0.113.0/24', '203.0.113.77', '203.0.114.1'],
    ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.8'],
    ['2001:db8::/32', '2001:db8:9::1', '2001:db9::1'],
  ])('networks such as %s are refused by a sentence; members there can log in', async (network, inside, outside) => {
    await change({ blockedNetworks: [network] });
    expect(codeOf(await apply('netted', {}, app, from(inside)))).toBe('join.network');
    expect(codeOf(await apply(`net${++calls}`, {}, app, from(outside)))).toBe('ok');
    const body = { identifier: 'otto', password: goodPassword };
    expect(codeOf(await new TestBrowser(app).call(login, { body, ...from(inside) }))).toBe('ok');
  });

  test('names are taken, also as they are confused with, and no others', async () => {
    await change({ blockedNames: ['Velo.Club'] });
    for (const name of ['veloclub', 'VELO-C1UB', 'veloclubteam', '0perator', 'The.Admin', 'operators2', 'rnoderator'])
      expect([name, codeOf(await apply(name, { email: `n${++calls}@example.org` }))]).toEqual([name, 'username']);
    for (const name of ['veloclubber', 'cooperator', 'adminton'])
      expect([name, codeOf(await apply(name, { email: `n${++calls}@example.org` }))]).toEqual([name, 'ok']);
  });

  test.each([
    ['blockedDomains', ['example.org', 'no domain']],
    ['blockedAddresses', ['anna']],
    ['blockedNetworks', ['0.0.0.0/0']],
    ['blockedNetworks', ['::/0']],
    ['blockedNetworks', ['10.0.0.0/33']],
    ['blockedNetworks', ['example.org']],
    ['blockedNames', ['...']],
    ['maxMembers', 0],
    ['inviteAfterDays', 1.5],
    ['mode', 'perhaps'],
  ])('a wrong entry of %s is refused by name: %j', async (field, value) => {
    const { status, answer } = await change({ [field]: value });
    expect([status, Object.keys(answer.validation ?? {})]).toEqual([422, [field]]);
  });
});

test('the doctor says when nobody can join against the will of the operators', () => {
  const counts = { operators: 1, members: 0, waitingLong: 0 };
  const states = (settings: object, some = {}) =>
    joiningFindings({ ...defaultJoinSettings, ...settings }, { ...counts, ...some }).map(({ state }) => state);
  expect(states({})).toEqual(['ok']);
  expect(states({ mode: 'approval' }, { operators: 0 })).toEqual(['warning']);
  expect(states({ mode: 'invite', inviteAfterDays: 7 }, { operators: 0 })).toEqual(['ok']);
  expect(states({ maxMembers: 5 }, { members: 5 })).toEqual(['ok', 'warning']);
  expect(states({ mode: 'approval' }, { waitingLong: 2 })).toEqual(['ok', 'warning']);
});
