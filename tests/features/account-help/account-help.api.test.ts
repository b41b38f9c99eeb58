import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changeMemberEmail,
  downloadAccount,
  endMemberSessions,
  eraseBanned,
  eraseMember,
  exportBanned,
  exportMember,
  findMember,
  getMemberAccount,
  mailPasswordLink,
  showMemberEmail,
} from '#contract/account-help.ts';
import { login, resetPassword, restoreAccount, signup } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { getBike } from '#contract/bike-whole.ts';
import { pathOf } from '#contract/endpoint.ts';
import { type Id, newId } from '#contract/ids.ts';
import { judgeMember, listActs } from '#contract/moderation.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { unzipped } from '#tests/kit/zip.ts';

const minute = 60_000;
let app: TestApp;
let judge: TestBrowser;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open();
  await app.join('judge');
});
// Sign-ups from one network are limited by the hour, and access tokens last ten minutes.
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 61 * minute);
  judge = (await logIn('judge')).browser;
  await giveRole(app.db, 'judge');
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const users = () => app.db.collection('users');
const codeOf = ({ answer }: Answered<unknown>) => answer.error?.code;
async function logIn(identifier: string, password = goodPassword) {
  const browser = new TestBrowser(app);
  const answered = await browser.call(login, { body: { identifier, password } });
  return { browser, answered };
}
const credentials = (identifier: string) => ({ identifier, password: goodPassword });
const judged = (userId: string, standing: 'Banned' | 'Active') =>
  judge.call(judgeMember, { params: { userId }, body: { standing, reason: 'Adverts.' } });
const erase = (userId: string, username: string, when: 'now' | 'later') =>
  judge.call(eraseMember, { params: { userId }, body: { username, when } });
const mailsTo = async (email: string) => (await app.mails()).filter((mail) => mail.includes(`To: ${email}`));
/** Sorted, as the clock stands still. */
const logOf = async (userId: Id) =>
  (await judge.call(listActs, { query: { userId } })).answer.data?.items.map(({ by, what }) => `${by}: ${what}`).sort();
const isSeen = async (bikeId: Id) => (await new TestBrowser(app).call(getBike, { params: { bikeId } })).status === 200;
const download = (token: string) => app.request(pathOf(downloadAccount, {}, { token }));

test('an operator finds an account by name and address, sees it masked, and every use is in the log', async () => {
  const { browser, user } = await app.member('locked');
  const params = { userId: user.id };
  for (const who of ['Locked', 'locked@EXAMPLE.org'])
    expect((await judge.call(findMember, { query: { who } })).answer.data).toEqual({ id: user.id, username: 'locked' });
  expect(codeOf(await judge.call(findMember, { query: { who: 'nobody@example.org' } }))).toBe('not_found');
  expect((await judge.call(getMemberAccount, { params })).answer.data).toMatchObject({
    username: 'locked',
    status: 'Active',
    email: 'l***@example.org',
    sessions: 1,
  });
  expect((await judge.call(showMemberEmail, { params })).answer.data).toEqual({ email: 'locked@example.org' });

  // Mails are named by their time.
  vi.setSystemTime(Date.now() + minute);
  await judge.call(mailPasswordLink, { params });
  const token = await app.tokenMailedTo('locked@example.org');
  const password = 'gravel in the rain';
  expect((await new TestBrowser(app).call(resetPassword, { body: { token, password } })).status).toBe(200);
  const again = await new TestBrowser(app).call(resetPassword, { body: { token, password: `${password} twice` } });
  expect(codeOf(again)).toBe('reset.invalid');

  const { browser: other } = await logIn('locked', password);
  await judge.call(endMemberSessions, { params });
  expect([await browser.call(getAuthUser), await other.call(getAuthUser)].map(({ status }) => status)).toEqual([
    401, 401,
  ]);
  expect(await logOf(user.id)).toEqual(['judge: email.show', 'judge: password.link', 'judge: sessions.end']);
});

test('a changed address is the new log-in, tells both addresses, ends sessions and voids links', async () => {
  const { browser, user } = await app.member('mover');
  await app.member('neighbor');
  const params = { userId: user.id };
  vi.setSystemTime(Date.now() + minute);
  await judge.call(mailPasswordLink, { params });
  const token = await app.tokenMailedTo('mover@example.org');
  const taken = await judge.call(changeMemberEmail, { params, body: { email: 'Neighbor@example.org' } });
  expect(taken.answer.validation).toEqual({ email: ['Another account has this e-mail.'] });
  const body = { email: 'Mover@example.net', reason: 'She showed her passport.' };
  expect((await judge.call(changeMemberEmail, { params, body })).answer.data).toMatchObject({
    what: 'email.change',
    reason: 'She showed her passport.',
    done: true,
  });
  expect((await mailsTo('mover@example.org')).join()).toContain('M***@example.net');
  expect((await mailsTo('Mover@example.net')).join()).toContain('new e-mail');
  expect((await browser.call(getAuthUser)).status).toBe(401);
  const reset = await new TestBrowser(app).call(resetPassword, { body: { token, password: 'gravel in the rain' } });
  expect(codeOf(reset)).toBe('reset.invalid');
  expect(codeOf((await logIn('mover@example.org')).answered)).toBe('LoginFailed');
  expect((await logIn('mover@example.net')).answered.status).toBe(200);
});

test('an operator downloads a member’s data by a link that works for ten minutes and dies with the sessions', async () => {
  const { user } = await app.member('archivist');
  const linkTo = async () => (await judge.call(exportMember, { params: { userId: user.id } })).answer.data?.token ?? '';
  const token = await linkTo();
  const answer = await download(token);
  const files = unzipped(Buffer.from(await answer.arrayBuffer()));
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ email: 'archivist@example.org' });
  vi.setSystemTime(Date.now() + 11 * minute);
  expect((await download(token)).status).toBe(410);
  const { browser } = await logIn('judge');
  judge = browser;
  await giveRole(app.db, 'judge');
  const second = await linkTo();
  await judge.call(endMemberSessions, { params: { userId: user.id } });
  expect((await download(second)).status).toBe(410);
  expect((await logOf(user.id))?.filter((line) => line === 'judge: account.export')).toHaveLength(2);
});

describe('an operator erases an account', () => {
  test('in 30 days, which the member or an operator can undo until then', async () => {
    const { browser, user } = await app.member('wavering');
    const bike = await publishBike(browser);
    const wrong = await erase(user.id, 'judge', 'later');
    expect(wrong.answer.validation).toEqual({ username: ["That isn't the username. Type wavering."] });
    const { data } = (await erase(user.id, 'Wavering', 'later')).answer;
    expect(Math.round((Date.parse(data?.until ?? '') - Date.now()) / (24 * 60 * minute))).toBe(30);
    expect([await isSeen(bike), codeOf((await logIn('wavering')).answered)]).toEqual([false, 'Deleted']);
    expect((await judged(user.id, 'Active')).status).toBe(200);
    expect([await isSeen(bike), (await logIn('wavering')).answered.status]).toEqual([true, 200]);
  });

  test('at once: everything is gone, and name and address are free again', async () => {
    const { browser, user } = await app.member('goner');
    const bike = await publishBike(browser);
    await erase(user.id, 'goner', 'now');
    expect(codeOf((await logIn('goner')).answered)).toBe('LoginFailed');
    await app.idle();
    expect(await isSeen(bike)).toBe(false);
    expect(await users().countDocuments({ _id: user.id as never })).toBe(0);
    expect((await mailsTo('goner@example.org')).join()).toContain('is erased');
    vi.setSystemTime(Date.now() + 61 * minute);
    await app.member('goner');
  });

  test('the account of an operator is not erased', async () => {
    const { user } = await app.member('warden');
    await giveRole(app.db, 'warden');
    for (const when of ['now', 'later'] as const)
      expect(codeOf(await erase(user.id, 'warden', when))).toBe('moderation.operator');
  });

  test('a banned member whose account is deleted cannot end the ban by restoring it', async () => {
    const { user } = await app.member('slippery');
    await judged(user.id, 'Banned');
    await erase(user.id, 'slippery', 'later');
    expect(codeOf(await new TestBrowser(app).call(restoreAccount, { body: credentials('slippery') }))).toBe('Banned');
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * minute);
    await app.runJob('deleted accounts');
    expect(await users().countDocuments({ _id: user.id as never })).toBe(0);
    const again = { id: newId(), username: 'slippery', email: 'x@example.org', password: goodPassword, terms: true };
    expect((await new TestBrowser(app).call(signup, { body: again })).answer.validation).toHaveProperty('username');
  });

  test.each(['closeNow first', 'log-in first'])('and a log-in at the same time: %s', async (order) => {
    const name = order === 'log-in first' ? 'early' : 'late';
    const { user } = await app.member(name);
    const both = [() => erase(user.id, name, 'now'), () => logIn(name)];
    const [, second] = await Promise.all((order === 'log-in first' ? both.toReversed() : both).map((one) => one()));
    await app.idle();
    const browser = order === 'log-in first' ? null : (second as Awaited<ReturnType<typeof logIn>>).browser;
    if (browser) expect((await browser.call(getAuthUser)).status).toBe(401);
    expect(codeOf((await logIn(name)).answered)).toBe('LoginFailed');
    for (const collection of ['users', 'sessions'])
      expect(
        await app.db.collection(collection).countDocuments({ $or: [{ _id: user.id as never }, { userId: user.id }] }),
      ).toBe(0);
  });
});

describe('a banned member', () => {
  test('takes the data and has the account erased, while the ban holds', async () => {
    const { browser, user } = await app.member('spammer');
    const bike = await publishBike(browser);
    await judged(user.id, 'Banned');
    const stranger = new TestBrowser(app);
    for (const call of [exportBanned, eraseBanned] as const)
      expect(codeOf(await stranger.call(call, { body: { ...credentials('spammer'), password: 'a guess' } }))).toBe(
        'LoginFailed',
      );
    const { answer } = await stranger.call(exportBanned, { body: credentials('spammer') });
    const files = unzipped(Buffer.from(await (await download(answer.data?.token ?? '')).arrayBuffer()));
    expect([...files.keys()].some((name) => name.startsWith('photos/'))).toBe(true);

    expect((await stranger.call(eraseBanned, { body: credentials('spammer') })).status).toBe(200);
    await app.idle();
    expect(await users().countDocuments({ _id: user.id as never })).toBe(0);
    expect(await isSeen(bike)).toBe(false);
    expect(await logOf(user.id)).toEqual(['judge: ban', 'spammer: account.erase', 'spammer: account.export']);
    const bans = JSON.stringify(await app.db.collection('bans').find().toArray());
    for (const trace of ['spammer', user.id]) expect(bans).not.toContain(trace);

    const body = {
      id: newId(),
      username: 'newname',
      email: 'Spammer@example.org',
      password: goodPassword,
      terms: true,
    };
    // The answer is the one that everybody gets.
    expect((await stranger.call(signup, { body })).status).toBe(200);
    const letter = (await mailsTo('Spammer@example.org')).join();
    expect(letter).toContain("can't be used again");
    expect(letter).not.toContain('token=');
    vi.setSystemTime(Date.now() + 3 * 365 * 24 * 60 * minute);
  });

  test('is the only one who can, and not once the ban has ended', async () => {
    const { user } = await app.member('pardoned');
    const stranger = new TestBrowser(app);
    expect(codeOf(await stranger.call(eraseBanned, { body: credentials('pardoned') }))).toBe('account.open');
    await judged(user.id, 'Banned');
    const [erased, restored] = await Promise.all([
      stranger.call(eraseBanned, { body: credentials('pardoned') }),
      judged(user.id, 'Active'),
    ]);
    await app.idle();
    const isThere = (await users().countDocuments({ _id: user.id as never, status: 'Active' })) === 1;
    expect([erased.status, restored.status]).toEqual(isThere ? [expect.any(Number), 200] : [200, expect.any(Number)]);
    expect((await logIn('pardoned')).answered.status === 200).toBe(isThere);
  });
});
