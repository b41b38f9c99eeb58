import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgotPassword, login, readReset, resetPassword } from '#contract/accounts.ts';
import { getAuthUser, refreshTokens } from '#contract/auth.ts';
import { newId } from '#contract/ids.ts';
import { changePassword } from '#contract/sessions.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { interposed } from '#tests/kit/interposed.ts';

const minute = 60_000;
const better = 'gravel under a low sun';
const other = 'a tailwind on the way home';
const notYours = { current: ["That isn't your current password."] };
const lines: string[] = [];
const gates = new Map<string, () => Promise<void>>();
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await TestApp.open(
    {},
    {
      log: pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) }),
      through: ({ db }) =>
        interposed(db, ['sessions', 'users'], async (command, run) => {
          await gates.get(command)?.();
          const answer = await run();
          await gates.get(`${command}, answered`)?.();
          return answer;
        }),
    },
  );
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + ++count * 61 * minute);
});
afterEach(() => {
  gates.clear();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const codeOf = ({ answer }: Answered<unknown>) => answer.error?.code;
const saidOf = ({ status, answer }: Answered<unknown>) => [status, answer.validation];
const change = (browser: TestBrowser, password = better, current = goodPassword) =>
  browser.call(changePassword, { body: { current, password } });
const whoIs = async (browser: TestBrowser) => (await browser.call(getAuthUser)).answer.data?.username ?? null;
const canRefresh = async (browser: TestBrowser) => (await browser.call(refreshTokens)).answer.successful;
const changeMails = async (name: string) => {
  const mails = (await app.mails()).filter((mail) => mail.includes(`To: ${name}@example.org`));
  return mails.filter((mail) => mail.includes('password was changed'));
};
async function logIn(name: string, password = goodPassword): Promise<{ browser: TestBrowser; status: number }> {
  const browser = new TestBrowser(app);
  const { status } = await browser.call(login, { body: { identifier: name, password } });
  return { browser, status };
}
/** Requests a password reset. Returns the token of the link. */
async function forget(name: string): Promise<string> {
  // Mails are distinguished by their time.
  pass(1_000);
  await new TestBrowser(app).call(forgotPassword, { body: { email: `${name}@example.org` } });
  return app.tokenMailedTo(`${name}@example.org`);
}
/** Delays the first such command until `go` is called; `reached` resolves when it has begun. */
function delay(command: string): { reached: Promise<void>; goOn: () => void } {
  const reached = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  gates.set(command, () => {
    gates.delete(command);
    reached.resolve();
    return open.promise;
  });
  return { reached: reached.promise, goOn: open.resolve };
}

test('changing the password signs out all other devices and keeps this one signed in', async () => {
  const here = await app.join('anton');
  const { browser: there } = await logIn('anton');
  expect((await change(here)).answer).toMatchObject({ successful: true, data: null });
  expect(await whoIs(here)).toBe('anton');
  expect(await whoIs(there)).toBeNull();
  expect(await canRefresh(there)).toBe(false);
  expect(await whoIs(here)).toBe('anton');
  pass(6 * minute);
  expect(await canRefresh(here)).toBe(true);
  expect(await whoIs(here)).toBe('anton');
  expect((await logIn('anton')).status).toBe(403);
  expect((await logIn('anton', better)).status).toBe(200);
  const [mail, ...more] = await changeMails('anton');
  expect([more, mail]).toEqual([[], expect.stringContaining('all other devices were signed out')]);
});

test('a lost reply signs nobody out, and repeating the same change has the same result', async () => {
  const here = await app.join('berta');
  expect((await change(here.with(app))).status).toBe(200);
  const again = await change(here);
  expect(codeOf(again)).toBe('unauthenticated');
  expect(await canRefresh(here)).toBe(true);
  expect((await change(here)).status).toBe(200);
  expect(await changeMails('berta')).toHaveLength(1);
  expect(saidOf(await change(here, other))).toEqual([
    422,
    { current: ["That isn't your current password. You changed it on this device. Try the new one."] },
  ]);
  const { browser: there } = await logIn('berta', better);
  expect(saidOf(await change(there))).toEqual([422, notYours]);
  expect((await change(here, other, better)).status).toBe(200);
  expect([await whoIs(here), await whoIs(there)]).toEqual(['berta', null]);
});

test('a device that changes the password repeatedly stays signed in, whichever replies are lost', async () => {
  const here = await app.join('carla');
  const passwords = [goodPassword, ...[1, 2, 3, 4].map((nth) => `${better} ${nth}`)];
  for (const [index, current] of passwords.slice(0, -1).entries()) {
    expect((await change(index % 2 ? here : here.with(app), passwords[index + 1], current)).status).toBe(200);
    expect(await canRefresh(here)).toBe(true);
    expect(await whoIs(here)).toBe('carla');
  }
});

test.each([
  ['when it has read the account', 'users.findOne, answered', 'david'],
  ['before its session begins', 'sessions.insertOne', 'dana'],
  ['when its session has begun', 'sessions.insertOne, answered', 'doris'],
])('a log-in that races with the change is signed out: %s', async (_, delayedCommand, name) => {
  const here = await app.join(name);
  const { reached, goOn } = delay(delayedCommand);
  const racing = logIn(name);
  await reached;
  expect((await change(here)).status).toBe(200);
  goOn();
  const { browser, status } = await racing;
  expect(status).toBe(200);
  expect(await whoIs(browser)).toBeNull();
  expect(await canRefresh(browser)).toBe(false);
});

describe('two concurrent changes', () => {
  test('from two devices: one succeeds, and the other device is signed out', async () => {
    const first = await app.join('erich');
    const { browser: second } = await logIn('erich');
    const { reached, goOn } = delay('users.updateOne');
    const late = change(first, better);
    await reached;
    expect((await change(second, other)).status).toBe(200);
    goOn();
    expect(codeOf(await late)).toBe('unauthenticated');
    expect([await whoIs(first), await canRefresh(first), await whoIs(second)]).toEqual([null, false, 'erich']);
    expect((await logIn('erich', other)).status).toBe(200);
    expect((await logIn('erich', better)).status).toBe(403);
  });

  test('from two devices to the same password: the other device is signed out all the same', async () => {
    const first = await app.join('frank');
    const { browser: second } = await logIn('frank');
    const { reached, goOn } = delay('users.updateOne');
    const late = change(first);
    await reached;
    expect((await change(second)).status).toBe(200);
    goOn();
    expect(codeOf(await late)).toBe('unauthenticated');
    expect(await canRefresh(first)).toBe(false);
  });

  test('from two tabs: the same change counts once, a different one is refused as wrong password', async () => {
    const here = await app.join('georg');
    const both = await Promise.all([change(here), change(here)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await changeMails('georg')).toHaveLength(1);
    const { reached, goOn } = delay('users.updateOne');
    const late = change(here, `${other} 1`, better);
    await reached;
    expect((await change(here, `${other} 2`, better)).status).toBe(200);
    goOn();
    expect((await late).answer.validation).toHaveProperty('current');
    expect((await logIn('georg', `${other} 2`)).status).toBe(200);
  });
});

test('a stolen copy of the session that changed the password is still detected', async () => {
  const here = await app.join('hanna');
  const thief = here.with(app);
  await change(here);
  pass(6 * minute);
  expect(await canRefresh(here)).toBe(true);
  pass(6 * minute);
  expect(await canRefresh(here)).toBe(true);
  expect(await canRefresh(thief)).toBe(false);
  expect(await whoIs(here)).toBeNull();
  expect(await canRefresh(here)).toBe(false);
});

test('a password reset link mailed before the change is void', async () => {
  const here = await app.join('ilona');
  const token = await forget('ilona');
  expect((await here.call(readReset, { body: { token } })).status).toBe(200);
  await change(here);
  for (const answer of [
    await here.call(readReset, { body: { token } }),
    await here.call(resetPassword, { body: { token, password: other } }),
  ])
    expect(codeOf(answer)).toBe('reset.invalid');
});

test('a later reset by mail signs out the device that the change had spared', async () => {
  const here = await app.join('julia');
  await change(here.with(app));
  const token = await forget('julia');
  expect((await here.call(resetPassword, { body: { token, password: other } })).status).toBe(200);
  expect(await canRefresh(here)).toBe(false);
});

test('an invalid new password is refused at its field, and nothing changes', async () => {
  const here = await app.join('klara');
  for (const [password, sentence] of [
    ['short', 'Use at least 12 characters.'],
    ['Password1234', 'That password is too common. Try a longer phrase.'],
    ['klara@example.org', 'That password is too common. Try a longer phrase.'],
    [goodPassword, 'You already use this password. Choose another.'],
  ] as const)
    expect(saidOf(await change(here, password))).toEqual([422, { password: [sentence] }]);
  expect(saidOf(await change(here, better, ''))).toEqual([422, { current: ['Enter your password.'] }]);
  expect((await logIn('klara')).status).toBe(200);
});

describe('someone who finds an open session', () => {
  test('cannot guess the password: after ten tries on the device, even the right one is refused for a while', async () => {
    const here = await app.join('laura');
    const tries = await Promise.all(Array.from({ length: 12 }, () => change(here, better, 'a wrong guess')));
    expect(tries.filter(({ status }) => status === 422).map(saidOf)).toEqual(Array(10).fill([422, notYours]));
    const locked = await change(here);
    expect([locked.status, codeOf(locked)]).toEqual([429, 'LockedOut']);
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(14 * 60);
    pass(16 * minute);
    await canRefresh(here);
    expect((await change(here)).status).toBe(200);
  });

  test('has five tries with a stolen copy of the session, which count as log-in attempts, too', async () => {
    const here = await app.join('maria');
    const thief = here.with(app);
    thief.cookies.delete('device');
    for (let nth = 0; nth < 5; nth++)
      expect(saidOf(await change(thief, better, 'a wrong guess'))).toEqual([422, notYours]);
    expect(codeOf(await change(thief))).toBe('LockedOut');
    const stranger = await logIn('maria');
    expect(stranger.status).toBe(429);
    expect((await change(here)).status).toBe(200);
  });
});

test('changes need a session of the same member', async () => {
  expect(codeOf(await change(new TestBrowser(app)))).toBe('unauthenticated');
  const here = await app.join('nadia');
  const body = { current: goodPassword, password: better };
  const mistaken = await here.call(changePassword, { body, headers: { 'X-Acting-User': newId() } });
  expect(codeOf(mistaken)).toBe('wrong_user');
  expect((await logIn('nadia')).status).toBe(200);
});

test('changes and wrong guesses are logged without any password', async () => {
  const { browser, user } = await app.member('oskar');
  lines.splice(0);
  await change(browser, better, 'a wrong guess');
  await change(browser);
  const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event);
  const fields = { accountId: user.id, network: '127.0.0.1' };
  expect(events).toEqual([
    expect.objectContaining({ event: 'password.failed', ...fields }),
    expect.objectContaining({ event: 'password.changed', ...fields }),
  ]);
  for (const typed of ['a wrong guess', better, goodPassword, '$argon2id'])
    expect(lines.filter((line) => line.includes(typed))).toEqual([]);
});
