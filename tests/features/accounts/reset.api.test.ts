import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { confirmEmail, forgotPassword, login, readReset, resetPassword, signup } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { newId } from '#contract/ids.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';

const minute = 60_000;
const better = 'gravel under a low sun';
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + ++count * 61 * minute);
});
afterEach(() => {
  vi.useRealTimers();
});

const browser = () => new TestBrowser(app);
const addressOf = (name: string) => `${name}@example.org`;
const codeOf = ({ answer }: Answered<unknown>) => answer.error?.code;
/** Requests a password reset at a time of its own, as mails are distinguished by it. */
async function forget(name: string): Promise<Answered<null>> {
  vi.setSystemTime(Date.now() + 1_000);
  return browser().call(forgotPassword, { body: { email: addressOf(name) } });
}
const logIn = (name: string, password: string) => browser().call(login, { body: { identifier: name, password } });
const reset = (token: string, password = better) => browser().call(resetPassword, { body: { token, password } });
const mailsTo = async (name: string) => (await app.mails()).filter((mail) => mail.includes(`To: ${addressOf(name)}`));

async function forgetful(name: string): Promise<{ member: TestBrowser; token: string }> {
  const member = await app.join(name);
  expect((await forget(name)).answer).toMatchObject({ successful: true, data: null });
  return { member, token: await app.tokenMailedTo(addressOf(name)) };
}

test('a mailed link replaces a forgotten password once and signs out every device', async () => {
  const { member, token } = await forgetful('felix');
  const read = await browser().call(readReset, { body: { token } });
  expect(read.answer.data).toEqual({ username: 'felix', email: addressOf('felix') });
  expect((await member.call(getAuthUser)).status).toBe(200);

  expect((await reset(token)).answer).toMatchObject({ successful: true, data: null });
  expect((await member.call(getAuthUser)).status).toBe(401);
  expect(codeOf(await logIn('felix', goodPassword))).toBe('LoginFailed');
  expect((await logIn('felix', better)).status).toBe(200);
  expect(codeOf(await browser().call(readReset, { body: { token } }))).toBe('reset.invalid');
  expect(codeOf(await reset(token, 'another one entirely'))).toBe('reset.invalid');
  expect((await mailsTo('felix')).filter((mail) => mail.includes('password was changed'))).toHaveLength(1);
});

test('repeating a reset after a lost reply has the same result and sends no further mail', async () => {
  const { token } = await forgetful('greta');
  const both = await Promise.all([reset(token), reset(token)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await reset(token)).status).toBe(200);
  expect((await mailsTo('greta')).filter((mail) => mail.includes('password was changed'))).toHaveLength(1);
});

test('a used link cannot be used to guess the password', async () => {
  const { token } = await forgetful('hugo');
  await reset(token);
  const guesses = [];
  for (let guess = 0; guess < 7; guess++) guesses.push(codeOf(await reset(token, `not the password ${guess}`)));
  expect(guesses).toEqual([...Array(5).fill('reset.invalid'), 'LockedOut', 'LockedOut']);
});

test('a link works for an hour, and not once another was used', async () => {
  const { token } = await forgetful('heidi');
  await forget('heidi');
  const newer = await app.tokenMailedTo(addressOf('heidi'));
  vi.setSystemTime(Date.now() + 59 * minute);
  expect((await reset(newer)).status).toBe(200);
  expect(codeOf(await reset(token, 'another one entirely'))).toBe('reset.invalid');
  const { token: late } = await forgetful('ivana');
  vi.setSystemTime(Date.now() + 61 * minute);
  expect(codeOf(await browser().call(readReset, { body: { token: late } }))).toBe('reset.invalid');
  expect(codeOf(await reset(late))).toBe('reset.invalid');
});

test('an invalid new password is refused at its field, and the link still works', async () => {
  const { token } = await forgetful('jonas');
  for (const [password, sentence] of [
    ['short', 'Use at least 12 characters.'],
    ['Password1234', 'That password is too common. Try a longer phrase.'],
    ['jonas@example.org', 'That password is too common. Try a longer phrase.'],
  ] as const) {
    const { status, answer } = await reset(token, password);
    expect([status, answer.validation]).toEqual([422, { password: [sentence] }]);
  }
  expect((await reset(token)).status).toBe(200);
});

test('a reset unlocks an account that was locked after wrong guesses', async () => {
  const { token } = await forgetful('karla');
  for (let guess = 0; guess < 6; guess++) await logIn('karla', 'wrong');
  const locked = await logIn('karla', goodPassword);
  expect(codeOf(locked)).toBe('LockedOut');
  expect(locked.answer.error?.message).toContain(', or reset your password.');
  await reset(token);
  expect((await logIn('karla', better)).status).toBe(200);
});

test('a link of one kind does nothing of another kind', async () => {
  const { token } = await forgetful('linus');
  expect(codeOf(await browser().call(confirmEmail, { body: { token, password: goodPassword } }))).toBe(
    'confirm.invalid',
  );
  const email = addressOf('mona');
  await browser().call(signup, { body: { id: newId(), username: 'mona', email, password: goodPassword, terms: true } });
  const confirmation = await app.tokenMailedTo(email);
  expect(codeOf(await reset(confirmation))).toBe('reset.invalid');
});

test('an unconfirmed member is asked to sign up again, and an unknown address gets no mail', async () => {
  const email = addressOf('nils');
  await browser().call(signup, { body: { id: newId(), username: 'nils', email, password: goodPassword, terms: true } });
  await forget('nils');
  expect((await mailsTo('nils')).filter((mail) => mail.includes('never confirmed'))).toHaveLength(1);
  await forget('nobody.at.all');
  expect(await mailsTo('nobody.at.all')).toEqual([]);
});

test('an address gets at most three links an hour, and the reply does not reveal when', async () => {
  await app.join('olga');
  const answers = [];
  for (let call = 0; call < 5; call++) answers.push(await forget('olga'));
  expect(new Set(answers.map(({ status, answer }) => `${status} ${JSON.stringify(answer)}`)).size).toBe(1);
  expect((await mailsTo('olga')).filter((mail) => mail.includes('reset-password'))).toHaveLength(3);
});
