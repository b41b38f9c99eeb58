import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deleteAccount, forgotPassword, login, resetPassword } from '#contract/accounts.ts';
import { getAuthUser, refreshTokens } from '#contract/auth.ts';
import { countExport } from '#contract/export.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  listPasskeys,
  loginWithPasskey,
  maxPasskeys,
  removePasskey,
  renamePasskey,
  restoreWithPasskey,
} from '#contract/passkeys.ts';
import { proveIdentity } from '#contract/proof.ts';
import { changePassword } from '#contract/sessions.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestAuthenticator } from '#tests/kit/authenticator.ts';

const minute = 60_000;
const better = 'gravel under a low sun';
const lines: string[] = [];
let app: TestApp;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) });
  app = await TestApp.open({}, { log });
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
beforeEach(() => pass(61 * minute));

type Lies = Parameters<TestAuthenticator['use']>[1];
const outcomeOf = ({ status, answer }: Answered<unknown>) =>
  answer.error?.code ?? Object.keys(answer.validation ?? {})[0] ?? status;
const dataOf = <T>({ answer }: Answered<T>): T => {
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  return answer.data;
};
const users = () => app.db.collection('users');
const mailsTo = async (name: string, subject: RegExp) =>
  (await app.mails()).filter((mail) => mail.includes(`To: ${name}@example.org`) && subject.test(mail)).length;

async function add(browser: TestBrowser, device: TestAuthenticator, lies?: Lies): Promise<string | number> {
  const options = dataOf(await browser.call(beginPasskey));
  return outcomeOf(
    await browser.call(addPasskey, { body: { name: 'Phone', credential: device.create(options, lies) } }),
  );
}
/** A new member with a passkey. */
async function member(name: string) {
  const browser = await app.join(name);
  const device = new TestAuthenticator();
  expect(await add(browser, device)).toBe(200);
  return { browser, device };
}
async function enter(device: TestAuthenticator, lies?: Lies, browser = new TestBrowser(app)) {
  const options = dataOf(await browser.call(beginPasskeyLogin));
  const answered = await browser.call(loginWithPasskey, { body: { credential: device.use(options, lies) } });
  return { browser, options, answered, outcome: outcomeOf(answered) };
}
async function proveBy(browser: TestBrowser, device: TestAuthenticator, lies?: Lies) {
  const options = dataOf(await browser.call(beginPasskeyProof));
  return outcomeOf(
    await browser.call(proveIdentity, { body: { way: 'passkey', credential: device.use(options, lies) } }),
  );
}
const quarter = async (browser: TestBrowser) => {
  pass(15 * minute);
  await browser.call(refreshTokens);
};

test('a member adds, names and removes passkeys after a proof, and is told by mail', async () => {
  const browser = await app.join('anna');
  const device = new TestAuthenticator();
  await quarter(browser);
  expect(outcomeOf(await browser.call(beginPasskey))).toBe('proof.needed');
  await browser.call(proveIdentity, { body: { way: 'password', password: goodPassword } });

  const options = dataOf(await browser.call(beginPasskey));
  const account = await users().findOne({ username: 'anna' });
  expect(options).toMatchObject({
    rp: { name: 'Headbadge', id: 'localhost' },
    user: { name: 'anna' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const { id: handle } = options.user as { id: string };
  expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
  expect(handle).not.toContain(String(account?._id));
  const credential = device.create(options);
  const added = dataOf(await browser.call(addPasskey, { body: { name: ' Phone ', credential } }));
  expect(added).toMatchObject({ id: credential.id, name: 'Phone', lastUsedAt: null });
  expect(await mailsTo('anna', /passkey was added/)).toBe(1);

  const again = dataOf(await browser.call(beginPasskey));
  expect(again.excludeCredentials).toEqual([{ id: credential.id, type: 'public-key', transports: ['internal'] }]);
  expect((again.user as { id: string }).id).toBe(handle);

  const params = { passkeyId: credential.id };
  expect(outcomeOf(await browser.call(renamePasskey, { params, body: { name: '' } }))).toBe('name');
  expect(outcomeOf(await browser.call(renamePasskey, { params, body: { name: 'Blue key' } }))).toBe(200);
  expect((await enter(device)).outcome).toBe(200);
  expect(dataOf(await browser.call(listPasskeys))).toMatchObject([
    { name: 'Blue key', lastUsedAt: new Date().toISOString() },
  ]);

  await quarter(browser);
  expect(outcomeOf(await browser.call(removePasskey, { params }))).toBe('proof.needed');
  expect(await proveBy(browser, device)).toBe(200);
  expect(outcomeOf(await browser.call(removePasskey, { params }))).toBe(200);
  expect(outcomeOf(await browser.call(removePasskey, { params }))).toBe(200);
  expect(dataOf(await browser.call(listPasskeys))).toEqual([]);
  expect(await mailsTo('anna', /passkey was removed/)).toBe(1);
  expect((await enter(device)).outcome).toBe('passkey.unknown');
});

test('a passkey logs in as its member; whoever asks is offered the same, and a log-in with it is a proof', async () => {
  const { device } = await member('bela');
  const { browser, options, answered, outcome } = await enter(device);
  expect(outcome).toBe(200);
  expect(dataOf(answered)).toMatchObject({ login: 'LoginSucceeded', authUser: { username: 'bela' } });
  expect(dataOf(await browser.call(getAuthUser)).username).toBe('bela');
  expect(outcomeOf(await browser.call(countExport))).toBe(200);
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(options).not.toHaveProperty('allowCredentials');
});

test('a challenge is good once, for five minutes, in the browser and for the purpose it was made for', async () => {
  const { browser, device } = await member('cara');
  const here = new TestBrowser(app);
  const use = async (from: TestBrowser, challenge: string) =>
    outcomeOf(await from.call(loginWithPasskey, { body: { credential: device.use({ challenge }) } }));
  const begin = async (from: TestBrowser) => dataOf(await from.call(beginPasskeyLogin)).challenge;

  // Two tabs of one browser.
  const [first, second] = [await begin(here), await begin(here)];
  expect(await use(new TestBrowser(app), first)).toBe('passkey.late');
  expect(await use(here, first)).toBe(200);
  expect(await use(here, first)).toBe('passkey.late');
  expect(await use(here, second)).toBe(200);

  const late = await begin(here);
  pass(5 * minute);
  expect(await use(here, late)).toBe('passkey.late');
  expect(await use(here, await begin(new TestBrowser(app)))).toBe('passkey.late');
  expect(await use(here, '')).toBe('passkey.late');
  expect(await use(here, Buffer.alloc(56, 7).toString('base64url'))).toBe('passkey.late');
  await browser.call(refreshTokens);
  const proof = dataOf(await browser.call(beginPasskeyProof)).challenge;
  expect(await use(browser, proof)).toBe('passkey.late');

  const tries = await begin(here);
  const credential = device.use({ challenge: tries });
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => here.call(loginWithPasskey, { body: { credential } })),
  );
  expect(answers.map(outcomeOf).sort()).toEqual([200, 'passkey.late', 'passkey.late', 'passkey.late']);
});

test.each<[string, Lies]>([
  ['another origin', { origin: 'https://evil.example' }],
  ["another site's name", { rpId: 'evil.example' }],
  ['the answer to another question', { type: 'webauthn.create' }],
  ['nobody verified', { flags: 1 }],
  ['nobody present', { flags: 4 }],
  ["another member's handle", { handle: Buffer.alloc(32, 1).toString('base64url') }],
  ['a wrong signature', { signature: 'AAAA' }],
  ['a counter that was written by a stranger', { counter: 0, signature: 'MAYCAQECAQE' }],
])('%s is refused at the log-in, without a mail', async (_, lies) => {
  const name = `d${Math.random().toString(36).slice(2, 10)}`;
  const { device } = await member(name);
  expect((await enter(device, lies)).outcome).toBe('passkey.refused');
  expect(await mailsTo(name, /refused a passkey/)).toBe(0);
  expect((await enter(device)).outcome).toBe(200);
});

test.each<[string, Lies]>([
  ['another origin', { origin: 'https://evil.example' }],
  ["another site's name", { rpId: 'evil.example' }],
  ['nobody verified', { flags: 1 | 64 }],
  ['no credential', { flags: 1 | 4 }],
  [
    'an attestation with certificates',
    { statement: ['packed', new Map<string, unknown>([['x5c', [new Uint8Array(9)]]])] },
  ],
  ['an unknown format', { statement: ['mine', new Map()] }],
])('%s is refused as a new passkey', async (_, lies) => {
  const browser = await app.join(`e${Math.random().toString(36).slice(2, 10)}`);
  expect(await add(browser, new TestAuthenticator(), lies)).toBe('passkey.refused');
  expect(dataOf(await browser.call(listPasskeys))).toEqual([]);
});

test('bodies of the wrong shape and size get no further than the schema', async () => {
  const { browser, device } = await member('fina');
  const good = device.use(dataOf(await browser.call(beginPasskeyLogin)));
  const send = async (credential: unknown) =>
    outcomeOf(await browser.call(loginWithPasskey, { body: { credential } as never }));
  expect(await send({})).toBe('credential.id');
  expect(await send({ ...good, id: { $ne: '' } })).toBe('credential.id');
  expect(await send({ ...good, id: 'a'.repeat(1365) })).toBe('credential.id');
  expect(await send({ ...good, response: { ...good.response, signature: '<>' } })).toBe(
    'credential.response.signature',
  );
  expect(await send({ ...good, response: { ...good.response, clientDataJSON: 'A'.repeat(9999) } })).toBe(
    'credential.response.clientDataJSON',
  );
  expect(await send({ ...good, response: { ...good.response, clientDataJSON: 'bnVsbA' } })).toBe('passkey.late');
  const deep = Buffer.concat([Buffer.alloc(8000, 0x81), Buffer.from([0])]).toString('base64url');
  const fresh = device.create({ ...dataOf(await browser.call(beginPasskey)) });
  const nested = { ...fresh, response: { ...fresh.response, attestationObject: deep } };
  expect(outcomeOf(await browser.call(addPasskey, { body: { name: 'Deep', credential: nested } }))).toBe(
    'passkey.refused',
  );
});

test('a counter that goes back is refused, logged and mailed once an hour; a counter of 0 stays allowed', async () => {
  const { browser, device } = await member('gina');
  expect((await enter(device)).outcome).toBe(200);
  for (const counter of [1, 2]) {
    const { browser: stranger, outcome } = await enter(device, { counter });
    expect(outcome).toBe('passkey.copied');
    expect((await stranger.call(getAuthUser)).status).toBe(401);
  }
  expect(lines.filter((line) => line.includes('"passkey.copied"') && line.includes('went back'))).toHaveLength(2);
  expect(await mailsTo('gina', /We refused a passkey/)).toBe(1);
  expect(await proveBy(browser, device, { counter: 0 })).toBe('passkey.copied');
  expect((await enter(device)).outcome).toBe(200);

  const other = await app.join('hana');
  const silent = new TestAuthenticator();
  silent.counts = false;
  expect(await add(other, silent)).toBe(200);
  expect([(await enter(silent)).outcome, (await enter(silent)).outcome]).toEqual([200, 200]);
});

test('a passkey belongs to one account, and an account has ten at most, also at the same moment', async () => {
  const { browser, device } = await member('ida');
  const { id = '' } = device.keys[0] ?? {};
  const other = await app.join('jana');
  expect(await add(other, new TestAuthenticator(), { id })).toBe('passkey.exists');
  expect(await add(browser, new TestAuthenticator(), { id })).toBe('passkey.exists');

  const outcomes = await Promise.all(Array.from({ length: 12 }, () => add(browser, new TestAuthenticator())));
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(maxPasskeys - 1);
  expect(outcomes.filter((outcome) => outcome === 'passkey.full')).toHaveLength(3);
  expect(dataOf(await browser.call(listPasskeys))).toHaveLength(maxPasskeys);
  const theirs = { params: { passkeyId: id } };
  expect(outcomeOf(await other.call(renamePasskey, { ...theirs, body: { name: 'Mine' } }))).toBe('not_found');
  expect(outcomeOf(await other.call(removePasskey, theirs))).toBe(200);
  expect((await enter(device)).outcome).toBe(200);
});

test('a suspended, banned or deleted member is answered as after the right password, and can be restored', async () => {
  const { browser, device } = await member('kira');
  const byPassword = () => new TestBrowser(app).call(login, { body: { identifier: 'kira', password: goodPassword } });
  for (const state of [
    { status: 'Suspended', until: new Date(Date.now() + 60 * minute), reason: 'Spam' },
    { status: 'Banned', reason: 'Spam' },
  ]) {
    await users().updateOne({ username: 'kira' }, { $set: state });
    const { answered } = await enter(device);
    expect(answered.answer).toEqual((await byPassword()).answer);
    expect(answered.answer.error?.code).toBe(state.status);
  }
  await users().updateOne({ username: 'kira' }, { $set: { status: 'Suspended', until: new Date(Date.now() - 1) } });
  expect((await enter(device)).outcome).toBe(200);

  await browser.call(login, { body: { identifier: 'kira', password: goodPassword } });
  expect(outcomeOf(await browser.call(deleteAccount, { body: { username: 'kira' } }))).toBe(200);
  const { answered, browser: back } = await enter(device);
  expect(answered.answer).toEqual((await byPassword()).answer);
  const options = dataOf(await back.call(beginPasskeyLogin));
  const restored = await back.call(restoreWithPasskey, { body: { credential: device.use(options) } });
  expect(dataOf(restored).authUser.username).toBe('kira');

  await back.call(deleteAccount, { body: { username: 'kira' } });
  pass(31 * 24 * 60 * minute);
  await app.runJob('deleted accounts');
  expect((await enter(device)).outcome).toBe('passkey.unknown');
  expect(await app.db.collection('passkeys').countDocuments({ 'passkeys.id': device.keys[0]?.id })).toBe(0);
});

test('a passkey of the last fifteen minutes replaces the current password, and outlives a new one', async () => {
  const { browser, device } = await member('lena');
  const change = async (from: TestBrowser, password: string) => {
    const answered = await from.call(changePassword, { body: { password } });
    return [outcomeOf(answered), answered.answer.error?.details];
  };
  expect(await change(browser, better)).toEqual(['proof.needed', { userId: expect.any(String), ways: ['passkey'] }]);
  await browser.call(proveIdentity, { body: { way: 'password', password: goodPassword } });
  expect(await change(browser, better)).toEqual(['proof.needed', { userId: expect.any(String), ways: ['passkey'] }]);
  const other = await app.join('mona');
  expect(await change(other, better)).toEqual(['current', undefined]);

  const { browser: forgetful } = await enter(device);
  expect(await change(forgetful, better)).toEqual([200, undefined]);
  expect((await browser.call(refreshTokens)).answer.successful).toBe(false);
  expect(await mailsTo('lena', /passkeys still work/)).toBe(1);
  expect((await enter(device)).outcome).toBe(200);
  await quarter(forgetful);
  expect(await change(forgetful, goodPassword)).toEqual([
    'proof.needed',
    { userId: expect.any(String), ways: ['passkey'] },
  ]);

  await new TestBrowser(app).call(forgotPassword, { body: { email: 'lena@example.org' } });
  const token = await app.tokenMailedTo('lena@example.org');
  await new TestBrowser(app).call(resetPassword, { body: { token, password: goodPassword } });
  expect((await enter(device)).outcome).toBe(200);
});

test('without a password, the last passkey stays, also if two are removed at the same moment', async () => {
  const { browser, device } = await member('nina');
  expect(await add(browser, new TestAuthenticator())).toBe(200);
  await users().updateOne({ username: 'nina' }, { $set: { passwordHash: null } });
  const ids = dataOf(await browser.call(listPasskeys)).map(({ id }) => id);
  const remove = async (passkeyId: string) => outcomeOf(await browser.call(removePasskey, { params: { passkeyId } }));
  expect((await Promise.all(ids.map(remove))).sort()).toEqual([200, 'passkey.last']);
  expect(dataOf(await browser.call(listPasskeys))).toHaveLength(1);
  await quarter(browser);
  const refused = await browser.call(countExport);
  expect(refused.answer.error?.details).toMatchObject({ ways: ['passkey', 'code'] });
  expect(device.keys).toHaveLength(1);
});

test('browsers are asked for keys of three approved algorithms, that verify their member, over a challenge never seen', async () => {
  const browser = await app.join('zora');
  const [one, other] = [dataOf(await browser.call(beginPasskey)), dataOf(await browser.call(beginPasskey))];
  // EdDSA, ES256 and RS256.
  expect(one).toMatchObject({
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    authenticatorSelection: { userVerification: 'required' },
  });
  const randomOf = ({ challenge }: { challenge: string }) => Buffer.from(challenge, 'base64url').subarray(6, 24);
  expect(randomOf(one)).toHaveLength(18);
  expect(randomOf(one).equals(randomOf(other))).toBe(false);
});
