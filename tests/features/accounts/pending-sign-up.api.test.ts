import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmEmail, login, sendEmailConfirmation, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';

const minute = 60_000;
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // Each test is in a new hour, so that tests do not share rate limits.
  vi.setSystemTime(Date.now() + ++count * 61 * minute);
});
afterEach(() => {
  vi.useRealTimers();
});

const newcomer = (username: string) => ({
  id: newId(),
  username,
  email: `${username}@example.org`,
  password: goodPassword,
  terms: true as const,
});
type Newcomer = ReturnType<typeof newcomer>;
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const browser = () => new TestBrowser(app);
const users = () => app.db.collection('users');

describe('a name with a pending sign-up', () => {
  const take = async (username: string) =>
    (await browser().call(signup, { body: { ...newcomer(username), email: newEmail() } })).status;
  let emails = 0;
  const newEmail = () => `right${++emails}@example.org`;

  test('becomes available when its links have expired, and not before', async () => {
    await browser().call(signup, { body: newcomer('holder') });
    const old = await app.tokenMailedTo('holder@example.org');
    pass(47 * 60 * minute);
    expect(await take('hol.der')).toBe(422);
    await browser().call(sendEmailConfirmation, { body: { email: 'holder@example.org' } });
    expect(await app.tokenMailedTo('holder@example.org')).not.toBe(old);
    pass(47 * 60 * minute);
    expect(await take('holder')).toBe(422);
    pass(61 * minute);
    const results = await Promise.all(['holder', 'Holder'].map(take));
    expect(results.sort()).toEqual([200, 422]);
    expect(await users().countDocuments({ foldedName: 'holder' })).toBe(1);
    const late = await browser().call(confirmEmail, { body: { token: old, password: goodPassword } });
    expect(late.answer.error?.code).toBe('confirm.invalid');
  });

  test('stays with the member who confirmed it', async () => {
    await app.member('resident');
    pass(365 * 24 * 60 * minute);
    expect(await take('resident')).toBe(422);
  });
});

describe('an unconfirmed sign-up', () => {
  const day = 24 * 60 * minute;
  const left = (username: string) => users().countDocuments({ username });
  const erase = () => app.runJob('unconfirmed accounts');

  test('is erased after 30 days, by a job that may run twice and concurrently', async () => {
    await browser().call(signup, { body: newcomer('waits') });
    await app.member('confirmed');
    pass(29 * day);
    await erase();
    expect(await left('waits')).toBe(1);
    pass(day);
    await Promise.all([erase(), erase()]);
    expect([await left('waits'), await left('confirmed')]).toEqual([0, 1]);
    expect((await browser().call(login, { body: { identifier: 'waits', password: goodPassword } })).status).toBe(403);
  });

  test('expires 30 days after its last attempt, together with its links', async () => {
    const [again, asks, late] = ['again', 'asks', 'late'].map(newcomer) as [Newcomer, Newcomer, Newcomer];
    for (const body of [again, asks, late]) await browser().call(signup, { body });
    pass(20 * day);
    await browser().call(signup, { body: { ...again, id: newId() } });
    pass(9 * day);
    for (const { email } of [asks, late]) await browser().call(sendEmailConfirmation, { body: { email } });
    const token = await app.tokenMailedTo(late.email);
    pass(day + minute);
    await erase();
    expect([await left('again'), await left('asks')]).toEqual([1, 1]);
    const confirmed = await browser().call(confirmEmail, { body: { token, password: goodPassword } });
    expect(confirmed.status).toBe(200);
    pass(2 * day);
    await erase();
    expect([await left('again'), await left('asks'), await left('late')]).toEqual([1, 0, 1]);
  });

  test('is kept in a database that used to delete it after a week', async () => {
    const database = await TestDatabase.open();
    const waiting = { partialFilterExpression: { status: 'Unconfirmed' } };
    await database.db.collection('users').createIndex({ createdAt: 1 }, { expireAfterSeconds: 604_800, ...waiting });
    const other = await TestApp.open({}, { database });
    const indexes = await database.db.collection('users').listIndexes().toArray();
    expect(indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toEqual([]);
    await other.close();
    await database.close();
  });
});

describe("strangers who use up an address's mail quota", () => {
  const email = 'burnt@example.org';
  const mailed = async () => (await app.mails()).filter((mail) => mail.includes(`To: ${email}`)).length;
  const resend = () => browser().call(sendEmailConfirmation, { body: { email } });
  const burn = async () => {
    for (let attempt = 0; attempt < 5; attempt++)
      await browser().call(signup, { body: { ...newcomer(`burner${count}${attempt}`), email } });
  };

  test("only delay the owner's link, which is mailed as soon as the quota allows", async () => {
    await burn();
    await resend();
    expect(await mailed()).toBe(6);
    const owner = { ...newcomer('burntowner'), email };
    expect((await browser().call(signup, { body: owner })).status).toBe(200);
    await resend();
    pass(minute);
    await app.runJob('confirmation links');
    expect(await mailed()).toBe(6);
    pass(10 * minute);
    await Promise.all([1, 2].map(() => app.runJob('confirmation links')));
    expect(await mailed()).toBe(7);
    pass(11 * minute);
    await app.runJob('confirmation links');
    expect(await mailed()).toBe(7);
    // With a frozen clock mails have no order, and only the newest link is valid.
    const token = await app.tokenMailedTo(email);
    expect((await browser().call(confirmEmail, { body: { token, password: goodPassword } })).status).toBe(200);
    expect((await browser().call(login, { body: { identifier: 'burntowner', password: goodPassword } })).status).toBe(
      200,
    );
  });

  test('cannot do so by requesting links before anyone has signed up', async () => {
    const earlySignUp = newcomer('early');
    await browser().call(sendEmailConfirmation, { body: { email: earlySignUp.email } });
    await browser().call(signup, { body: earlySignUp });
    await browser().call(sendEmailConfirmation, { body: { email: earlySignUp.email } });
    expect((await app.mails()).filter((mail) => mail.includes(`To: ${earlySignUp.email}`))).toHaveLength(2);
  });
});

test('a link that a stopped server had not mailed is mailed by the next one', async () => {
  await browser().call(signup, { body: newcomer('halfway') });
  const before = { confirmationSentAt: null, mailAt: new Date(Date.now() + minute) };
  await users().updateOne({ username: 'halfway' }, { $set: before });
  const mailed = async () => (await app.mails()).filter((mail) => mail.includes('To: halfway@')).length;
  await app.runJob('confirmation links');
  expect(await mailed()).toBe(1);
  pass(minute);
  await app.runJob('confirmation links');
  expect(await mailed()).toBe(2);
});
