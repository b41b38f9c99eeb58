import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { confirmEmail, login, readConfirmation, sendEmailConfirmation, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';

let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.0/8' });
});
afterAll(() => app.close());

// Each call comes from its own network.
const call = (...[endpoint, options]: Parameters<TestBrowser['call']>) =>
  new TestBrowser(app).call(endpoint, {
    ...options,
    headers: { 'X-Forwarded-For': `198.51.${Math.floor(++count / 256)}.${count % 256}` },
  }) as Promise<Answered<never>>;
const applicant = (username: string, email: string, password = goodPassword) => ({
  id: newId(),
  username,
  email,
  password,
  terms: true as const,
});
const signUp = (body: ReturnType<typeof applicant>) => call(signup, { body });
const confirm = (token: string, password = goodPassword) => call(confirmEmail, { body: { token, password } });
const logIn = (identifier: string, password = goodPassword) => call(login, { body: { identifier, password } });
const codeOf = ({ answer }: Answered<unknown>) => (answer.successful ? 'ok' : answer.error?.code);
const tokens = async (email: string) =>
  (await app.mails())
    .filter((mail) => mail.includes(`To: ${email}`))
    .flatMap((mail) => /Hello ([\w.-]+),[\s\S]*token=([\w-]+)/.exec(mail)?.slice(1) ?? []);
const tokenFor = async (email: string, name: string) => {
  const all = await tokens(email);
  return all[all.lastIndexOf(name) + 1] ?? '';
};

describe("a sign-up with someone else's address", () => {
  test("is replaced by the address's owner: the name is free, the link void, the old password useless", async () => {
    const email = 'victim@example.org';
    await signUp(applicant('squatter', email, 'the password of a thief'));
    const first = await tokenFor(email, 'squatter');
    expect((await signUp(applicant('rightful', email))).status).toBe(200);
    expect(codeOf(await confirm(first))).toBe('confirm.invalid');
    expect(codeOf(await logIn('squatter', 'the password of a thief'))).toBe('LoginFailed');
    expect(codeOf(await logIn(email, 'the password of a thief'))).toBe('LoginFailed');

    expect((await confirm(await tokenFor(email, 'rightful'))).answer.data).toMatchObject({
      authUser: { username: 'rightful' },
    });
    expect(codeOf(await logIn(email))).toBe('ok');
    expect(codeOf(await logIn('rightful', 'the password of a thief'))).toBe('LoginFailed');
    expect(codeOf(await signUp(applicant('squatter', 'elsewhere@example.org')))).toBe('ok');
  });

  test("cannot be confirmed once the owner's sign-up has replaced and confirmed it", async () => {
    const email = 'patient@example.org';
    const thief = applicant('longTimeout', email, 'the password of a thief');
    await signUp(thief);
    await signUp(applicant('patient', email));
    await confirm(await tokenFor(email, 'patient'));
    expect((await signUp(thief)).status).toBe(200);
    expect(await tokens(email)).toHaveLength(4);
    expect(codeOf(await logIn(email, thief.password))).toBe('EmailNotConfirmed');
    expect(codeOf(await logIn('patient', thief.password))).toBe('LoginFailed');
    expect(codeOf(await logIn(email))).toBe('ok');
  });

  test('gains nothing by coming last with the same name: the link requires the password of its own sign-up', async () => {
    const email = 'jane.doe@example.org';
    const theirs = 'the password of a thief';
    await signUp(applicant('janedoe', email));
    const voided = await tokenFor(email, 'janedoe');
    await signUp(applicant('janedoe', email, theirs));
    expect(codeOf(await confirm(voided))).toBe('confirm.invalid');
    const token = await tokenFor(email, 'janedoe');
    const refused = await confirm(token);
    expect([refused.status, refused.answer.validation]).toEqual([
      422,
      { password: ["This sign-up has a different password. If you didn't sign up, do it now with your own."] },
    ]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(codeOf(await logIn('janedoe', theirs))).toBe('EmailNotConfirmed');

    await signUp(applicant('janedoe', email));
    expect(codeOf(await confirm(token, theirs))).toBe('confirm.invalid');
    expect(codeOf(await confirm(await tokenFor(email, 'janedoe')))).toBe('ok');
    expect(codeOf(await logIn(email))).toBe('ok');
    expect(codeOf(await logIn(email, theirs))).toBe('LoginFailed');
  });

  test('allows no more password guesses at a link than at an account', async () => {
    const email = 'guessed@example.org';
    await signUp(applicant('guessed', email));
    const token = await tokenFor(email, 'guessed');
    const guess = () =>
      new TestBrowser(app).call(confirmEmail, {
        body: { token, password: 'wrong wrong wrong' },
        headers: { 'X-Forwarded-For': '192.0.2.77' },
      });
    const concurrent = await Promise.all(Array.from({ length: 12 }, guess));
    expect(concurrent.filter(({ status }) => status === 422)).toHaveLength(5);
    const locked = await guess();
    expect([locked.status, codeOf(locked)]).toEqual([429, 'LockedOut']);
    for (let attempt = 0; attempt < 20; attempt++) expect((await confirm(token, 'wrong wrong wrong')).status).toBe(422);
    expect(codeOf(await confirm(token))).toBe('LockedOut');
  });

  test('shows its name before a link acts, and opening the link confirms nothing', async () => {
    const email = 'reader@example.org';
    await signUp(applicant('reader', email));
    const token = await tokenFor(email, 'reader');
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await call(readConfirmation, { body: { token } })).answer.data).toEqual({ username: 'reader', email });
    }
    expect(codeOf(await logIn('reader'))).toBe('EmailNotConfirmed');
    await confirm(token);
    expect(codeOf(await call(readConfirmation, { body: { token } }))).toBe('EmailAlreadyConfirmed');
    expect(codeOf(await call(readConfirmation, { body: { token: 'old' } }))).toBe('confirm.invalid');
  });
});

describe('a sign-up', () => {
  test('when repeated voids nothing, also after its confirmation', async () => {
    const again = applicant('again', 'again@example.org');
    await signUp(again);
    const token = await tokenFor(again.email, 'again');
    expect((await signUp(again)).status).toBe(200);
    expect(await tokens(again.email)).toHaveLength(2);
    expect(codeOf(await confirm(token))).toBe('ok');
    expect((await signUp(again)).status).toBe(200);
    expect(codeOf(await logIn('again'))).toBe('ok');
  });

  test('corrected under its id counts as last sent', async () => {
    const typo = applicant('typing', 'tpyo@example.org');
    await signUp(typo);
    const corrected = { ...typo, email: 'typo@example.org', password: 'a phrase that I typed twice' };
    expect((await signUp(corrected)).status).toBe(200);
    expect(codeOf(await confirm(await tokenFor('tpyo@example.org', 'typing')))).toBe('confirm.invalid');
    const renamed = { ...corrected, username: 'typed' };
    expect((await signUp(renamed)).status).toBe(200);
    expect(codeOf(await confirm(await tokenFor(renamed.email, 'typed'), renamed.password))).toBe('ok');
    expect(codeOf(await logIn('typed', corrected.password))).toBe('ok');
    expect(codeOf(await signUp(applicant('typing', 'other@example.org')))).toBe('ok');
  });

  test('does not take a name that another pending sign-up has', async () => {
    await signUp(applicant('waits', 'waits@example.org'));
    await signUp(applicant('wants', 'wants@example.org'));
    const refused = await signUp(applicant('waits', 'wants@example.org'));
    expect([refused.status, refused.answer.validation]).toEqual([422, { username: ['That username is taken.'] }]);
    expect(codeOf(await confirm(await tokenFor('wants@example.org', 'wants')))).toBe('ok');
  });

  test('repeated ten times at once with one address leaves one account, and one link that works', async () => {
    const email = 'crowd@example.org';
    const crowd = Array.from({ length: 10 }, (_, n) => applicant(`crowd${n}`, email));
    const codes = (await Promise.all(crowd.map(signUp))).map(codeOf);
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThan(0);
    expect(codes.every((code) => code === 'ok' || code === 'unavailable')).toBe(true);
    expect(await app.db.collection('users').countDocuments({ pendingEmail: email })).toBe(1);
    await call(sendEmailConfirmation, { body: { email } });
    const mailed = (await tokens(email)).filter((_, place) => place % 2 === 1);
    const outcomes = [];
    for (const token of mailed) outcomes.push(codeOf(await confirm(token)));
    expect(outcomes).toContain('ok');
    expect(await app.db.collection('users').countDocuments({ email })).toBe(1);
  });

  test('confirmed at the same time as it is repeated leaves one owner of the address', async () => {
    const email = 'race@example.org';
    await signUp(applicant('runner', email));
    const token = await tokenFor(email, 'runner');
    const [confirmed] = await Promise.all([confirm(token), signUp(applicant('racer', email, 'a racing phrase'))]);
    const confirmedIt = codeOf(confirmed) === 'ok';
    expect(codeOf(await logIn('runner'))).toBe(confirmedIt ? 'ok' : 'LoginFailed');
    expect(codeOf(await logIn('racer', 'a racing phrase'))).toBe('EmailNotConfirmed');
  });
});

test.each([
  ['a database of the first version', true],
  ['a database whose server stopped during the clean-up', false],
])('%s frees addresses that nobody has confirmed', async (_, indexed) => {
  const users = app.db.collection<{ _id: string }>('users');
  await users.deleteMany({});
  for (const name of ['email_1', 'pendingEmail_1', 'signupId_1']) await users.dropIndex(name);
  if (indexed) await users.createIndex({ email: 1 }, { unique: true });
  const row = (username: string, status: string) =>
    ({ _id: newId(), foldedName: username, username, email: `${username}@example.org`, status, authEpoch: 0 }) as never;
  await users.insertMany([row('former', 'Unconfirmed'), row('member', 'Active')]);
  for (let start = 0; start < 2; start++) await new AccountStore(app.db).createIndexes();
  expect((await signUp(applicant('newer', 'former@example.org'))).status).toBe(200);
  expect((await signUp(applicant('newest', 'member@example.org'))).status).toBe(200);
  expect(codeOf(await confirm(await tokenFor('former@example.org', 'newer')))).toBe('ok');
  expect(await tokens('member@example.org')).toEqual([]);
  expect(codeOf(await logIn('former'))).toBe('LoginFailed');
});
