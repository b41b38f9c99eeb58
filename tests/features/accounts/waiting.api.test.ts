import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { EmbeddedServer } from '#api/embedded-mongo/server/server.ts';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { confirmEmail, login, sendEmailConfirmation, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';

const minute = 60_000;
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // Each test is a new hour, so that one test's calls do not use up another's.
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
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const browser = () => new TestBrowser(app);
const users = () => app.db.collection('users');

describe('a name that somebody waits with', () => {
  const take = async (username: string) =>
    (await browser().call(signup, { body: { ...newcomer(username), email: newEmail() } })).status;
  let emails = 0;
  const newEmail = () => `right${++emails}@example.org`;

  test('can be had by the next one when its links have ended, and not before', async () => {
    await browser().call(signup, { body: newcomer('holder') });
    const old = await app.tokenMailedTo('holder@example.org');
    pass(47 * 60 * minute);
    expect(await take('hol.der')).toBe(422);
    await browser().call(sendEmailConfirmation, { body: { email: 'holder@example.org' } });
    expect(await app.tokenMailedTo('holder@example.org')).not.toBe(old);
    pass(47 * 60 * minute);
    expect(await take('holder')).toBe(422);
    pass(61 * minute);
    const taken = await Promise.all(['holder', 'Holder'].map(take));
    expect(taken.sort()).toEqual([200, 422]);
    expect(await users().countDocuments({ foldedName: 'holder' })).toBe(1);
    const late = await browser().call(confirmEmail, { body: { token: old, password: goodPassword } });
    expect(late.answer.error?.code).toBe('confirm.invalid');
  });

  test('stays with whoever has confirmed it', async () => {
    await app.member('resident');
    pass(365 * 24 * 60 * minute);
    expect(await take('resident')).toBe(422);
  });

  test('is free after a week in which nobody confirmed it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headbadge-week-'));
    const server = new EmbeddedServer({ file: join(folder, 'data.db'), synchronous: 'NORMAL', now: () => Date.now() });
    const port = await server.listen({ host: '127.0.0.1', port: 0 });
    const { db, close } = await openMongo(`mongodb://127.0.0.1:${port}/?directConnection=true`, { dbName: 'week' });
    const store = new AccountStore(db);
    await store.createIndexes();
    const applicant = (username: string) => {
      const { id: signupId, email } = newcomer(username);
      return { signupId, username, email, passwordHash: '', createdAt: new Date() };
    };
    const [waits, signsUpAgain, confirmed] = await Promise.all(
      ['waits', 'again', 'confirmed'].map((name) => store.insert(newId(), applicant(name))),
    );
    if (confirmed) await store.activate(confirmed);
    pass(6 * 24 * 60 * minute);
    if (signsUpAgain) await store.replace(signsUpAgain, applicant('again'));
    expect(server.sweep()).toBe(0);
    pass(25 * 60 * minute);
    expect(server.sweep()).toBe(1);
    expect(waits && (await store.byId(waits.id))).toBe(null);
    expect(await store.byName('waits')).toBe(null);
    expect(await store.byName('confirmed')).toMatchObject({ status: 'Active' });
    await close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('strangers who use up the mails that an address can get', () => {
  const email = 'burnt@example.org';
  const mailed = async () => (await app.mails()).filter((mail) => mail.includes(`To: ${email}`)).length;
  const resend = () => browser().call(sendEmailConfirmation, { body: { email } });
  const burn = async () => {
    for (let turn = 0; turn < 5; turn++)
      await browser().call(signup, { body: { ...newcomer(`burner${count}${turn}`), email } });
  };

  test('put off the link of its owner, who is mailed as soon as there may be one', async () => {
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
    // Mails have no order where the clock stands still, and only the newest link is not void.
    const token = await app.tokenMailedTo(email);
    expect((await browser().call(confirmEmail, { body: { token, password: goodPassword } })).status).toBe(200);
    expect((await browser().call(login, { body: { identifier: 'burntowner', password: goodPassword } })).status).toBe(
      200,
    );
  });

  test('cannot do so by asking for links before anybody has signed up', async () => {
    const early = newcomer('early');
    await browser().call(sendEmailConfirmation, { body: { email: early.email } });
    await browser().call(signup, { body: early });
    await browser().call(sendEmailConfirmation, { body: { email: early.email } });
    expect((await app.mails()).filter((mail) => mail.includes(`To: ${early.email}`))).toHaveLength(2);
  });
});

test('a link that a server did not come to mail is mailed by the next one', async () => {
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
