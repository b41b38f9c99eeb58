import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgotPassword, signup } from '#contract/accounts.ts';
import { type ChallengePurpose, getChallenge, type Work, workAnswer } from '#contract/challenge.ts';
import { contactOperator } from '#contract/contact.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { challengeHeader } from '#contract/envelope.ts';
import { newId } from '#contract/ids.ts';
import { joinByOpenId } from '#contract/openid.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { solved } from '#tests/kit/challenge.ts';
import { allCalls } from '#tests/kit/schemas.ts';

const minute = 60_000;
const keys = ['a secret of this test, long ago', 'another secret of this test'] as const;
let app: TestApp;
let days = 0;

beforeAll(async () => {
  app = await TestApp.open({ KEYS: keys[0] });
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + ++days * 25 * 60 * minute);
});
afterEach(() => {
  vi.useRealTimers();
});

const email = 'ann@example.org';
const letter = () => ({
  ...{ id: newId(), topic: 'Question', name: 'Ann', email, subject: 'Fenders' },
  message: 'Which fenders fit an Ogre?',
});
let members = 0;
/** A valid body for each call, by the purpose of its challenge. */
const calls: Record<ChallengePurpose, { endpoint: Endpoint; body(): Record<string, unknown> }> = {
  signup: {
    endpoint: signup,
    body: () => {
      const username = `rider${++members}`;
      return { id: newId(), username, email: `${username}@example.org`, password: goodPassword, terms: true };
    },
  },
  'forgot-password': { endpoint: forgotPassword, body: () => ({ email }) },
  contact: { endpoint: contactOperator, body: letter },
};
const purposes = Object.keys(calls) as ChallengePurpose[];

const send = (purpose: ChallengePurpose, answer: string, at: TestApp = app): Promise<Answered<unknown>> =>
  new TestBrowser(at).call(calls[purpose].endpoint, {
    body: calls[purpose].body(),
    headers: { [challengeHeader]: answer },
  });
const codeOf = ({ answer }: Answered<unknown>) => answer.error?.code ?? 'fine';
const solve = (purpose: ChallengePurpose) => new TestBrowser(app).solve(purpose);
async function workFor(purpose: ChallengePurpose): Promise<Work> {
  const { answer } = await new TestBrowser(app).call(getChallenge, { query: { for: purpose } });
  if (answer.data?.kind !== 'work') throw new Error('There is no work.');
  return answer.data;
}
const partsOf = (answer: string) => JSON.parse(atob(answer)) as Record<string, unknown>;
const answerOf = (parts: unknown) => btoa(JSON.stringify(parts));
const redeemed = () => app.db.collection('challenges').countDocuments();

test('sign-up, contact and forgotten password are the calls that require a challenge', async () => {
  const wanting = (await allCalls()).filter(({ challenge }) => challenge);
  expect(wanting.map(({ path, challenge }) => [challenge, path]).sort()).toEqual(
    [...purposes.map((purpose) => [purpose, calls[purpose].endpoint.path]), ['signup', joinByOpenId.path]].sort(),
  );
});

describe.each(purposes)('%s', (purpose) => {
  test('succeeds with the answer to its own challenge, and is refused with a code without one', async () => {
    expect(codeOf(await send(purpose, await solve(purpose)))).toBe('fine');
    const without = await send(purpose, '');
    expect([without.status, codeOf(without)]).toEqual([403, 'challenge.missing']);
  });

  test('accepts an answer once: one of many concurrent calls succeeds, even on two processes', async () => {
    const other = await TestApp.open({ KEYS: keys[0] }, { database: app.database });
    try {
      const answer = await solve(purpose);
      const both = [app, other, app, other, app, other].map((at) => send(purpose, answer, at));
      const codes = (await Promise.all(both)).map(codeOf);
      expect(codes.sort()).toEqual([...Array<string>(5).fill('challenge.failed'), 'fine']);
      expect(codeOf(await send(purpose, answer))).toBe('challenge.failed');
    } finally {
      await other.close();
    }
  });

  test("accepts no answer to another call's challenge", async () => {
    for (const other of purposes.filter((one) => one !== purpose)) {
      const answer = await solve(other);
      expect(codeOf(await send(purpose, answer))).toBe('challenge.failed');
      expect(codeOf(await send(other, answer))).toBe('fine');
    }
  });

  test('refuses a challenge older than ten minutes, and accepts a slightly newer one', async () => {
    const [late, old] = [await solve(purpose), await solve(purpose)];
    vi.setSystemTime(Date.now() + 9.9 * minute);
    expect(codeOf(await send(purpose, late))).toBe('fine');
    vi.setSystemTime(Date.now() + minute);
    expect(codeOf(await send(purpose, old))).toBe('challenge.failed');
  });
});

test('wrong or forged answers are refused and not stored', async () => {
  const before = await redeemed();
  const work = await workFor('contact');
  const parts = partsOf(solved(work));
  const number = Number(parts.number);
  const salt = String(parts.salt);
  const later = salt.replace(/expires=\d+/, (time) => `expires=${Number(time.slice(8)) + 1000}`);
  const forged: [what: string, answer: string][] = [
    ['no base64', '%%%'],
    ['no JSON', btoa('x')],
    ['null', answerOf(null)],
    ['a list', answerOf([parts])],
    ['another number', answerOf({ ...parts, number: number + 1 })],
    ['the number as text', answerOf({ ...parts, number: String(number) })],
    ['a number that is written otherwise', answerOf({ ...parts, number: number + 0.5 })],
    ['a number below', answerOf({ ...parts, number: -1 })],
    ['no signature', answerOf({ ...parts, signature: '' })],
    ["another's signature", answerOf({ ...parts, signature: (await workFor('contact')).signature })],
    ['the signature in capitals', answerOf({ ...parts, signature: String(parts.signature).toUpperCase() })],
    ['another algorithm', answerOf({ ...parts, algorithm: 'SHA-1' })],
    ['more time', answerOf({ ...parts, salt: later })],
    ["another call's name", answerOf({ ...parts, salt: salt.replace('for=contact', 'for=signupp') })],
    ['digits of the number moved into the salt', answerOf({ ...parts, salt: `${salt}1`, number })],
    ['digits of the salt moved into the number', answerOf({ ...parts, salt: salt.slice(0, -1), number })],
    ['very much', answerOf({ ...parts, more: 'x'.repeat(5000) })],
  ];
  for (const [what, answer] of forged)
    expect([what, codeOf(await send('contact', answer))]).toEqual([what, 'challenge.failed']);
  expect(await redeemed()).toBe(before);
  expect(codeOf(await send('contact', answerOf(parts)))).toBe('fine');
  expect(await redeemed()).toBe(before + 1);
});

test("a challenge with another site's secret is refused; one with an earlier secret is accepted", async () => {
  const rotated = await TestApp.open({ KEYS: keys.toReversed().join(',') }, { database: app.database });
  const stranger = await TestApp.open({ KEYS: keys[1] }, { database: app.database });
  try {
    const [mine, again] = [await solve('contact'), await solve('contact')];
    expect(codeOf(await send('contact', mine, stranger))).toBe('challenge.failed');
    expect(codeOf(await send('contact', mine, rotated))).toBe('fine');
    expect(codeOf(await send('contact', again))).toBe('fine');
  } finally {
    await Promise.all([rotated.close(), stranger.close()]);
  }
});

test('an answer signed with an unknown key is logged, at most once a minute; wrong answers are not', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const stranger = await TestApp.open({ KEYS: keys[1] }, { database: app.database, log });
  try {
    const { number, ...wrong } = partsOf(await solve('contact'));
    await send('contact', btoa(JSON.stringify({ ...wrong, number: Number(number) + 1 })), stranger);
    expect(lines).toEqual([]);
    for (let attempt = 0; attempt < 3; attempt++) await send('contact', await solve('contact'), stranger);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, event: 'challenge.failed', reason: 'wrong key', purpose: 'contact' },
    ]);
    vi.setSystemTime(Date.now() + minute);
    await send('contact', await solve('contact'), stranger);
    expect(lines).toHaveLength(2);
  } finally {
    await stranger.close();
  }
});

test('an invalid form does not use up its challenge', async () => {
  const answer = await solve('contact');
  const { status } = await new TestBrowser(app).call(contactOperator, {
    body: { ...letter(), message: 'short' },
    headers: { [challengeHeader]: answer },
  });
  expect(status).toBe(422);
  expect(codeOf(await send('contact', answer))).toBe('fine');
});

test('redeemed challenges are deleted once they have expired', async () => {
  await app.db.collection('challenges').deleteMany({});
  await send('contact', await solve('contact'));
  const [row] = await app.db.collection('challenges').find().toArray();
  const ttlMs = Number(row?.forgetAt) - Date.now();
  expect(ttlMs).toBeGreaterThan(10 * minute);
  expect(ttlMs).toBeLessThan(120 * minute);
  expect(await app.db.collection('challenges').indexes()).toContainEqual(
    expect.objectContaining({ key: { forgetAt: 1 }, expireAfterSeconds: 0 }),
  );
});

test('each challenge is new, is not cached, and costs the site no write', async () => {
  const before = await redeemed();
  const answers = [0, 1].map(() => new TestBrowser(app).call(getChallenge, { query: { for: 'signup' } }));
  const [first, second] = await Promise.all(answers);
  expect(first?.headers.get('Cache-Control')).toBe('no-store');
  expect(first?.answer.data).not.toEqual(second?.answer.data);
  expect(await redeemed()).toBe(before);
  const unknown = await new TestBrowser(app).call(getChallenge, { query: { for: 'log-in' } });
  expect([unknown.status, Object.keys(unknown.answer.validation ?? {})]).toEqual([422, ['for']]);
});

test('every call has the same difficulty, and its number is evenly distributed', async () => {
  const places = new Set<number>();
  for (const purpose of purposes) {
    for (let round = 0; round < 20; round++) {
      const work = await workFor(purpose);
      expect([work.salt.length, work.maxnumber]).toEqual([64, 49]);
      places.add(Number(partsOf(solved(work)).number));
    }
  }
  expect(places.size).toBeGreaterThan(20);
  expect(workAnswer(await workFor('contact'), 1).length).toBeLessThan(600);
});

test('the OpenAPI document says which calls require a challenge and in which field', async () => {
  const document = (await (await app.request('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string; required: boolean }[] }>>;
  };
  const wanting = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).some(({ parameters = [] }) =>
      parameters.some(({ name, in: where, required }) => name === challengeHeader && where === 'header' && required),
    )
      ? [path]
      : [],
  );
  expect(wanting.sort()).toEqual(
    [...purposes.map((purpose) => calls[purpose].endpoint.path), joinByOpenId.path].sort(),
  );
});
