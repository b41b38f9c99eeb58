import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { codeMail } from '#api/features/accounts/accounts.mails.ts';
import { deleteAccount, login } from '#contract/accounts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { countExport } from '#contract/export.ts';
import { proveIdentity, sendProofCode } from '#contract/proof.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';

const minute = 60_000;
let app: TestApp;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open();
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** Lets a quarter of an hour pass, in which the page renews the session. */
const quarter = async (...browsers: TestBrowser[]) => {
  pass(15 * minute);
  for (const browser of browsers) await browser.call(refreshTokens);
};
beforeEach(() => pass(61 * minute));

const outcomeOf = ({ status, answer }: Answered<unknown>) =>
  answer.error?.code ?? Object.keys(answer.validation ?? {})[0] ?? status;
/** What the export, which needs a proof, answers. */
const exported = async (browser: TestBrowser) => outcomeOf(await browser.call(countExport));
const byPassword = async (browser: TestBrowser, password = goodPassword) =>
  outcomeOf(await browser.call(proveIdentity, { body: { way: 'password', password } }));
const byCode = async (browser: TestBrowser, code: string) =>
  outcomeOf(await browser.call(proveIdentity, { body: { way: 'code', code } }));
/** Asks for a code. Returns the mailed one. */
async function codeOf(browser: TestBrowser, name: string): Promise<string> {
  // Mails are told apart by their time.
  pass(1000);
  expect((await browser.call(sendProofCode)).status).toBe(200);
  const mails = (await app.mails()).filter((mail) => mail.includes(`To: ${name}@example.org`));
  return /^(?:> *)?(\d{4} \d{4})\s*$/m.exec(mails.at(-1) ?? '')?.[1] ?? '';
}
const otherThan = (code: string) => code.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));

test('fifteen minutes after the log-in, an export and a deletion need a new proof, which counts in that session only', async () => {
  const here = await app.join('anna');
  const there = new TestBrowser(app);
  await there.call(login, { body: { identifier: 'anna', password: goodPassword } });
  expect(await exported(here)).toBe(200);
  await quarter(here, there);
  const refused = await here.call(countExport);
  expect([refused.status, refused.answer.error?.code, refused.answer.error?.details]).toEqual([
    403,
    'proof.needed',
    { userId: expect.any(String), ways: ['password', 'code'] },
  ]);
  expect(outcomeOf(await here.call(deleteAccount, { body: { username: 'anna' } }))).toBe('proof.needed');

  expect(await byPassword(here)).toBe(200);
  expect(await exported(here)).toBe(200);
  expect(await exported(there)).toBe('proof.needed');
  await quarter(here, there);
  expect(await exported(here)).toBe('proof.needed');
});

test('a wrong password proves nothing and counts as a failed log-in', async () => {
  const browser = await app.join('bela');
  await quarter(browser);
  expect(await byPassword(browser, 'a guess of mine')).toBe('password');
  expect(await exported(browser)).toBe('proof.needed');
  for (let guess = 0; guess < 9; guess++) await byPassword(browser, 'a guess of mine');
  expect(await byPassword(browser)).toBe('LockedOut');
});

test('a mailed code proves it once, in the session that asked for it, within ten minutes', async () => {
  const browser = await app.join('cara');
  const other = new TestBrowser(app);
  await other.call(login, { body: { identifier: 'cara', password: goodPassword } });
  await quarter(browser, other);
  const code = await codeOf(browser, 'cara');
  expect(code).toMatch(/^\d{4} \d{4}$/);
  expect(await byCode(other, code)).toBe('proof.code');
  expect(await byCode(browser, code)).toBe(200);
  expect(await exported(browser)).toBe(200);
  expect(await byCode(browser, code)).toBe('proof.code');

  const late = await codeOf(browser, 'cara');
  pass(10 * minute);
  await browser.call(refreshTokens);
  expect(await byCode(browser, late)).toBe('proof.code');
});

test('a code takes five guesses, also at the same moment, and the next code replaces it', async () => {
  const browser = await app.join('dora');
  const first = await codeOf(browser, 'dora');
  const second = await codeOf(browser, 'dora');
  if (first !== second) expect(await byCode(browser, first)).toBe('code');
  const guesses = await Promise.all(Array.from({ length: 9 }, () => byCode(browser, otherThan(second))));
  expect(guesses.filter((outcome) => outcome === 'code')).toHaveLength(4);
  expect(await byCode(browser, second)).toBe('proof.code');
});

test('a code is stored as a hash only; its mail loses it when it is sent, or after ten minutes', async () => {
  const browser = await app.join('emil');
  const code = (await codeOf(browser, 'emil')).replace(' ', '');
  const stored = async (name: string) => JSON.stringify(await app.db.collection(name).find().toArray());
  expect(await stored('proof_codes')).toMatch(/"hash":"[\da-f]{64}"/);
  for (const name of ['proof_codes', 'mails', 'sessions']) expect(await stored(name)).not.toContain(code);
  expect(codeMail.linkMs).toBe(10 * minute);
});
