import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmEmail, login, sendEmailConfirmation, signup } from '#contract/accounts.ts';
import { getAuthUser, refreshTokens, signout, validateToken } from '#contract/auth.ts';
import { pathOf } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';

const minute = 60_000;
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());
beforeEach(async () => {
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
const codeOf = ({ answer }: Answered<unknown>) => answer.error?.code;
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const browser = () => new TestBrowser(app);
const users = () => app.db.collection<{ _id: string; status: string }>('users');
const logIn = (identifier: string, password = goodPassword, from = browser()) =>
  from.call(login, { body: { identifier, password } });

describe('signing up', () => {
  test('creates an account that can log in after its confirmation', async () => {
    const ann = newcomer('Ann.Archer');
    expect((await browser().call(signup, { body: ann })).answer).toMatchObject({ successful: true, data: null });
    const unconfirmed = await logIn(ann.username);
    expect([unconfirmed.status, codeOf(unconfirmed)]).toEqual([403, 'EmailNotConfirmed']);
    expect(unconfirmed.answer.error?.message).toMatch(/We sent a link to A\*\*\*@example\.org on \d+ \w+ \d{4}\.$/);

    const token = await app.tokenMailedTo('Ann.Archer@example.org');
    const page = browser();
    const confirmed = await page.call(confirmEmail, { body: { token, password: goodPassword } });
    const authUser = { id: expect.any(String), username: ann.username, avatar: '' };
    expect(confirmed.answer.data).toMatchObject({ login: 'LoginSucceeded', authUser });
    expect((await page.call(getAuthUser)).answer.data).toMatchObject(authUser);
    const again = await browser().call(confirmEmail, { body: { token, password: goodPassword } });
    expect([again.status, codeOf(again)]).toEqual([409, 'EmailAlreadyConfirmed']);

    for (const identifier of ['ANN.archer', ' Ann.Archer@Example.ORG ']) {
      const { status, answer } = await logIn(identifier);
      expect(status).toBe(200);
      expect(answer.data).toMatchObject({ login: 'LoginSucceeded', authUser });
    }
  });

  test('again with the same id creates one account and sends one mail', async () => {
    const twice = newcomer('twice');
    const answers = await Promise.all([1, 2].map(() => browser().call(signup, { body: twice })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await browser().call(signup, { body: twice });
    expect(await users().countDocuments({ username: 'twice' })).toBe(1);
    const mails = (await app.mails()).filter((mail) => mail.includes('To: twice@'));
    expect(mails.length).toBeGreaterThanOrEqual(1);
    expect(mails.length).toBeLessThanOrEqual(2);
  });

  test('with a known e-mail address looks the same, and notifies its owner by mail', async () => {
    await app.member('keeper');
    const other = { ...newcomer('somebody'), email: 'Keeper@example.org' };
    expect((await browser().call(signup, { body: other })).status).toBe(200);
    // The clock is frozen, so mails have no order.
    const mails = (await app.mails()).filter((mail) => mail.includes('To: keeper@'));
    expect(mails.filter((mail) => mail.includes('You already have a Headbadge account'))).toHaveLength(1);
  });

  test.each([
    ['a taken name', { username: 'KEEPER' }, { username: ['That username is taken.'] }],
    ['a taken name with other dots', { username: 'kee.per' }, { username: ['That username is taken.'] }],
    ...['Admin-1', 'operator', 'Operator.2', 'administrators', 'moderation', 'mailbox', 'here'].map(
      (username): [string, object, object] => [
        `the reserved name ${username}`,
        { username },
        { username: ['That username is taken.'] },
      ],
    ),
    [
      'a common password',
      { password: 'Password1234' },
      { password: ['That password is too common. Try a longer phrase.'] },
    ],
    [
      'its name as password',
      { username: 'longishname', password: 'LongishName1' },
      { password: ['That password is too common. Try a longer phrase.'] },
    ],
    ['a short password', { password: 'short' }, { password: ['Use at least 12 characters.'] }],
    ['no e-mail', { email: 'nobody' }, { email: ['Enter a valid e-mail address.'] }],
  ])('with %s is refused at its field', async (_, wrong, validation) => {
    const { status, answer } = await browser().call(signup, { body: { ...newcomer('fresh'), ...wrong } });
    expect(status).toBe(422);
    expect(answer.validation).toEqual(validation);
  });

  test('with an empty form returns an error for each field', async () => {
    const { status, answer } = await browser().call(signup, { body: {} as never });
    expect(status).toBe(422);
    expect(answer.validation).toEqual({
      id: ['Send an id.'],
      username: ['Enter a username of 3 to 20 characters.'],
      email: ['Enter a valid e-mail address.'],
      password: ['Use at least 12 characters.'],
      terms: ['Agree to the terms to sign up.'],
    });
  });

  test('with invalid JSON or too large a body is refused', async () => {
    const send = (body: string) =>
      app.request(pathOf(signup, {}), {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
        body,
      });
    expect((await send('{')).status).toBe(400);
    expect((await send('"'.padEnd(300_000, 'x'))).status).toBe(413);
  });
});

test.each([
  ['text/plain;charset=UTF-8', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/jsonp', 415],
  ['', 415],
  ['application/json', 200],
  ['Application/JSON; charset=utf-8', 200],
])('JSON sent as "%s" is answered %i', async (type, status) => {
  const body = { email: 'nobody@example.org' };
  expect((await browser().call(sendEmailConfirmation, { body, headers: { 'Content-Type': type } })).status).toBe(
    status,
  );
});

describe('the confirmation link', () => {
  test('expires after 48 hours', async () => {
    await browser().call(signup, { body: newcomer('sleeper') });
    const token = await app.tokenMailedTo('sleeper@example.org');
    pass(48 * 60 * minute + 1000);
    const late = await browser().call(confirmEmail, { body: { token, password: goodPassword } });
    expect([late.status, codeOf(late)]).toEqual([410, 'confirm.invalid']);
  });

  test('is mailed again at most every ten minutes, and the reply does not reveal whether it was', async () => {
    await browser().call(signup, { body: newcomer('waiting') });
    const resend = async (email: string) => {
      const { status, answer } = await browser().call(sendEmailConfirmation, { body: { email } });
      return [status, answer.successful];
    };
    const mails = async () => (await app.mails()).filter((mail) => mail.includes('To: waiting@')).length;
    expect(await resend('waiting@example.org')).toEqual([200, true]);
    expect(await resend('waiting@example.org')).toEqual([200, true]);
    expect(await resend('unknown@example.org')).toEqual([200, true]);
    expect(await mails()).toBe(2);
    pass(11 * minute);
    await resend('waiting@example.org');
    expect(await mails()).toBe(3);
  });
});

describe('logging in', () => {
  test('fails with the same reply for a wrong password, an unknown name and a sample member', async () => {
    await app.member('locksmith');
    await users().insertOne({
      _id: newId(),
      foldedName: 'sample',
      email: 's@demo.invalid',
      passwordHash: null,
      status: 'Active',
    } as never);
    const answers = [await logIn('locksmith', 'not that one'), await logIn('nobodyhere'), await logIn('sample')];
    for (const { status, answer } of answers) {
      expect(status).toBe(403);
      expect(answer.error).toEqual({
        code: 'LoginFailed',
        remedy: 'none',
        message: "That username or e-mail and password don't match.",
      });
    }
  });

  test('is locked after five failures for a quarter of an hour, and the owner is notified once', async () => {
    await app.member('careless');
    const codes = [];
    for (let attempt = 0; attempt < 5; attempt++) codes.push(codeOf(await logIn('careless', 'wrong wrong wrong')));
    expect(codes).toEqual(Array(5).fill('LoginFailed'));
    const locked = await logIn('careless');
    expect([locked.status, codeOf(locked)]).toEqual([429, 'LockedOut']);
    expect(locked.answer.error?.message).toMatch(
      /^Too many attempts\. Try again in 1[45] minutes, or reset your password\.$/,
    );
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(14 * 60);
    await logIn('careless');
    expect((await app.mails()).filter((mail) => mail.includes('Too many log-in attempts'))).toHaveLength(1);
    expect((await logIn('locksmith')).status).toBe(200);
  });

  test('does not pass the lock with many concurrent attempts', async () => {
    await app.member('hurried');
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn('hurried', 'wrong wrong wrong')));
    expect(answers.filter((answer) => codeOf(answer) === 'LoginFailed').length).toBeLessThanOrEqual(5);
  });

  test.each([
    [
      'Suspended',
      { until: new Date('2099-07-04'), reason: 'spam' },
      'Your account is suspended until 4 July 2099. Reason: spam.',
    ],
    ['Banned', { reason: 'spam' }, 'This account has been closed by the moderators. Reason: spam.'],
  ])('to a %s account gives the reason, after the right password only', async (status, change, message) => {
    const { user } = await app.member(`is-${status.toLowerCase()}`);
    await users().updateOne({ _id: user.id }, { $set: { status, ...change } });
    expect(codeOf(await logIn(user.username, 'wrong wrong wrong'))).toBe('LoginFailed');
    const { answer } = await logIn(user.username);
    expect(answer.error).toMatchObject({ code: status, message });
  });

  test('works again when a suspension has ended', async () => {
    const { user } = await app.member('returning');
    await users().updateOne(
      { _id: user.id },
      { $set: { status: 'Suspended', until: new Date(Date.now() - 1) } as never },
    );
    expect((await logIn('returning')).status).toBe(200);
    expect(await users().findOne({ _id: user.id })).toMatchObject({ status: 'Active' });
  });
});

describe('a session', () => {
  test('sets HttpOnly token cookies and a readable one with the expiry time', async () => {
    await app.member('cookies');
    const { headers } = await logIn('cookies');
    const lines = headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('access='))).toMatch(
      /Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(lines.find((line) => line.startsWith('session='))).toMatch(
      /Max-Age=5184000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const checkCookie = lines.find((line) => line.startsWith('auth-check=')) ?? '';
    expect(checkCookie).not.toMatch(/HttpOnly/);
    const expires = Date.parse(decodeURIComponent(/=([^;]*)/.exec(checkCookie)?.[1] ?? ''));
    expect(expires - Date.now()).toBe(10 * minute);
  });

  test('is refreshed when its access token has expired, and ends at sign-out', async () => {
    const { browser: page, user } = await app.member('rider');
    expect((await page.call(getAuthUser)).answer.data).toMatchObject(user);
    pass(11 * minute);
    const over = await page.call(getAuthUser);
    expect([over.status, codeOf(over)]).toEqual([401, 'unauthenticated']);
    expect((await page.call(validateToken)).answer).toMatchObject({ successful: true, data: null });

    const refreshed = await page.call(refreshTokens);
    expect(refreshed.status).toBe(200);
    expect(Date.parse(refreshed.answer.data?.accessExpires ?? '')).toBe(Date.now() + 10 * minute);
    expect((await page.call(validateToken)).answer.data).toEqual(user);

    const stolen = new Map(page.cookies);
    const left = await page.call(signout);
    expect([left.status, left.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    expect([...page.cookies.keys()]).toEqual(['device']);
    for (const [name, value] of stolen) page.cookies.set(name, value);
    expect((await page.call(getAuthUser)).status).toBe(401);
    const refused = await page.call(refreshTokens);
    expect([refused.status, refused.answer.successful]).toEqual([200, false]);
    expect(page.cookies.size).toBe(4);
  });

  test.each(['access', 'session'])('ends at a sign-out that sends its %s cookie alone', async (cookie) => {
    const { browser: page } = await app.member(`with-${cookie}`);
    const all = new Map(page.cookies);
    for (const name of all.keys()) if (name !== cookie) page.cookies.delete(name);
    expect((await page.call(signout)).status).toBe(200);
    for (const [name, value] of all) page.cookies.set(name, value);
    expect((await page.call(getAuthUser)).status).toBe(401);
    expect((await page.call(refreshTokens)).answer.successful).toBe(false);
  });

  test('is refreshed for our own pages only', async () => {
    const { browser: page } = await app.member('guarded');
    for (const header of [['Sec-Fetch-Site', 'cross-site'] as const, ['Sec-Fetch-Mode', 'navigate'] as const]) {
      expect((await page.call(refreshTokens, { headers: Object.fromEntries([header]) })).status).toBe(403);
    }
  });

  test('of another member refuses a write made for the first one', async () => {
    const { browser: page } = await app.member('second');
    const answer = await page.call(getAuthUser, { headers: { 'X-Acting-User': newId() } });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'wrong_user']);
  });
});

test('is not accepted for writes from other sites', async () => {
  const send = (headers: Record<string, string>) =>
    app.request(pathOf(signout, {}), { method: 'POST', headers }).then(({ status }) => status);
  expect(await send({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect(await send({ 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost' })).toBe(403);
  expect(await send({})).toBe(403);
  expect(await send({ Origin: 'http://localhost' })).toBe(200);
  expect(await send({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
});

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
