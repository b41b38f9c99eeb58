import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Login, login } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { appHeader, type Envelope, invalid, ok, refused, unexpectedMessage } from '#contract/envelope.ts';
import { problems } from '#contract/problems.ts';
import { forgetResult, forgetResults, refuseFields, runAction, slotOf } from '#src/actions/run-action.ts';
import { type ActionName, isUnderWay } from '#src/lib/result.ts';

const resultOf = (action: ActionName) => getDefaultStore().get(slotOf(action));
const unknown = { action: 'Unknown', successful: null, validation: null, error: null };

type Answer = { status: number; envelope: Envelope<unknown> };
let answers: Promise<Answer>[] = [];
/** Sets the reply to the next call. */
const answer = (status: number, envelope: Envelope<unknown>) => answers.push(Promise.resolve({ status, envelope }));
/** Delays the next call; returns a function that answers it. */
function answerLater(): (answer: Answer) => void {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  answers.push(promise);
  return resolve;
}

beforeEach(() => {
  answers = [];
  vi.stubGlobal('fetch', async () => {
    const next = answers.shift();
    if (!next) throw new TypeError('fetch failed');
    const { status, envelope } = await next;
    return new Response(JSON.stringify(envelope), { status, headers: { [appHeader]: 'test' } });
  });
  forgetResults();
});
afterEach(() => void vi.unstubAllGlobals());

const body: Login = { identifier: 'ann', password: 'x' };
const logIn = () => runAction(login, { body }).catch((error: unknown) => error);
const person = { id: '01890000-0000-7000-8000-00000000000a', username: 'ann', avatar: '' };
const welcome = ok({ login: 'LoginSucceeded', authUser: person });
const wrong = { code: 'LoginFailed', message: problems.LoginFailed.message };

test('a slot is unknown until its action began, and pending until the site has replied', async () => {
  expect(resultOf('Login')).toEqual(unknown);
  const settle = answerLater();
  const done = logIn();
  expect(resultOf('Login')).toEqual({ ...unknown, action: 'Login' });
  expect(isUnderWay(resultOf('Login'))).toBe(true);
  settle({ status: 200, envelope: welcome });
  expect(await done).toEqual({ login: 'LoginSucceeded', authUser: person });
  expect(resultOf('Login')).toEqual({ ...unknown, action: 'Login', successful: true });
  expect(resultOf('Signup')).toEqual(unknown);
});

test('field errors and a refusal are separate results', async () => {
  const validation = { identifier: ['Enter your username or e-mail.'] };
  answer(422, invalid(validation));
  await logIn();
  expect(resultOf('Login')).toEqual({ action: 'Login', successful: false, validation, error: null });
  answer(403, refused({ ...wrong, details: { retryAfter: 60 } }));
  await logIn();
  const error = { ...wrong, details: { retryAfter: 60 } };
  expect(resultOf('Login')).toEqual({ action: 'Login', successful: false, validation: null, error });
});

test('field errors found before sending have the same shape', () => {
  const validation = { password: ['Enter your password.'] };
  refuseFields('Login', validation);
  expect(resultOf('Login')).toEqual({ action: 'Login', successful: false, validation, error: null });
});

test("an error has the site's sentence, or the specification's where there is none or where it always applies", async () => {
  answer(500, refused({ code: 'unexpected', message: '' }));
  await logIn();
  expect(resultOf('Login').error?.message).toBe(unexpectedMessage);
  answer(401, refused({ code: 'unauthenticated', message: problems.unauthenticated.message }));
  answer(200, refused({ code: 'unauthenticated', message: problems.unauthenticated.message }));
  await runAction(getAuthUser).catch(() => undefined);
  expect(resultOf('AuthCheck').error).toMatchObject({ code: 'unauthenticated', message: unexpectedMessage });
});

test('a missing reply is an error too', async () => {
  await logIn();
  expect(resultOf('Login')).toMatchObject({ successful: false, validation: null, error: { code: 'network' } });
});

test('an unexpected error is recorded, and still thrown', async () => {
  const bug = new RangeError('No such page');
  await expect(runAction('Login', () => Promise.reject(bug))).rejects.toBe(bug);
  expect(resultOf('Login').error).toMatchObject({ code: 'unexpected', message: unexpectedMessage });
});

test('a reply that arrives after its form was left does not show on the next one', async () => {
  const settle = answerLater();
  const done = logIn();
  forgetResult('Login');
  settle({ status: 403, envelope: refused(wrong) });
  await done;
  expect(resultOf('Login')).toEqual(unknown);
});

test('the later of two attempts counts, whichever reply comes first', async () => {
  const settle = answerLater();
  const first = logIn();
  answer(200, welcome);
  await logIn();
  settle({ status: 403, envelope: refused(wrong) });
  await first;
  expect(resultOf('Login').successful).toBe(true);
});

test('an abandoned action leaves no result', async () => {
  const leaving = new AbortController();
  vi.stubGlobal('fetch', async (_: unknown, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  const asked = runAction(listRecentBikes, { query: {}, signal: leaving.signal });
  leaving.abort();
  await expect(asked).rejects.toThrow();
  expect(resultOf('GetRecent')).toEqual(unknown);
});
