import { serve } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAuthUser } from '#contract/auth.ts';
import { putBike } from '#contract/bike-whole.ts';
import { apiBase, type Endpoint, pathOf } from '#contract/endpoint.ts';
import { downloadExport } from '#contract/export.ts';
import { addFlag } from '#contract/flags.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { judgeMember, listActs } from '#contract/moderation.ts';
import { listTokens, makeToken, revokeToken } from '#contract/personal-tokens.ts';
import { getProfile, updateText } from '#contract/profile.ts';
import { type Scope, scopeOf } from '#contract/programs.ts';
import { changePassword, endOtherSessions } from '#contract/sessions.ts';
import { viewBike } from '#contract/views.ts';
import { goodPassword, TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { allCalls } from '#tests/kit/schemas.ts';
import { unzipped } from '#tests/kit/zip.ts';

const day = 86_400_000;
let now = Date.now();
let app: TestApp;
let ann: TestBrowser;
let bikeId: string;
let origin: string;
let stop: () => void;
beforeAll(async () => {
  app = await TestApp.open({ KEYS: testKey }, { still: true, now: () => new Date(now) });
  const rider = await app.join('rider');
  const photo = newId();
  await rider.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  bikeId = newId();
  await rider.call(putBike, { params: { bikeId }, body: bikeWith([photo]) });
  await app.join('ann');
  // Programs come over a real connection.
  const fetch = (request: Request) => app.request(new URL(request.url).pathname + new URL(request.url).search, request);
  await new Promise<void>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`;
      resolve();
    });
    stop = () => void server.close();
  });
});
beforeEach(async () => {
  now = Date.now();
  ann = await enter(app, 'ann');
});
afterAll(async () => {
  stop();
  await app.close();
});

async function tokenFor(scopes: Scope[], browser = ann, days: 30 | 365 = 30) {
  const { answer } = await browser.call(makeToken, { body: { name: 'Photo sync', scopes, days } });
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  return answer.data;
}

type Asked = { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> };

/** Makes a call as a program: with a token and nothing else. */
async function program(call: Endpoint, secret: string, { params = {}, body, headers }: Asked = {}): Promise<string> {
  const answered = await fetch(origin + pathOf(call, params as never), {
    method: call.method,
    headers: {
      Authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await answered.json()) as { error: { code: string } | null };
  return [answered.status, answer.error?.code].filter(Boolean).join(' ');
}

test('a program with a token does what its scopes allow, without cookies or an origin', async () => {
  const { secret } = await tokenFor(['read', 'write']);
  expect(secret).toMatch(/^hbt_[\w-]{43}[0-9a-f]{8}$/);
  expect(await program(getProfile, secret)).toBe('200');
  expect(await program(getAuthUser, secret)).toBe('200');
  expect(
    await program(updateText, secret, { body: { text: 'I ride by program.', seen: { version: 0, device: newId() } } }),
  ).toBe('200');
  expect((await ann.call(getProfile)).answer.data?.text).toBe('I ride by program.');
  const idempotent = { params: { bikeId }, headers: { 'Idempotency-Key': newId() } };
  expect(await program(likeBike, secret, idempotent)).toBe('200');
  expect(await program(likeBike, secret, idempotent)).toBe('200');
  expect(await program(viewBike, secret, { params: { bikeId } })).toBe('200');
});

test('a token without a scope is refused what needs it', async () => {
  const reading = (await tokenFor(['read'])).secret;
  const writing = (await tokenFor(['write'])).secret;
  expect(await program(likeBike, reading, { params: { bikeId } })).toBe('403 token.scope');
  expect(await program(getProfile, writing)).toBe('403 token.scope');
  expect(await program(viewBike, reading, { params: { bikeId } })).toBe('403 token.scope');
});

test('a request with a token and a session is refused, whichever of them is valid', async () => {
  const { secret } = await tokenFor(['read']);
  for (const token of [secret, 'nonsense', '']) {
    const { status, answer } = await ann.call(getProfile, { headers: { Authorization: `Bearer ${token}` } });
    expect([token, status, answer.error?.code]).toEqual([token, 400, 'token.with_session']);
  }
  // A proxy's cookie is no session.
  expect(await program(getProfile, secret, { headers: { Cookie: 'route=a1' } })).toBe('200');
  expect(await program(getProfile, secret, { headers: { Authorization: `bearer   ${secret} ` } })).toBe('200');
});

test('whatever is no token is refused, and says so to programs', async () => {
  const { secret } = await tokenFor(['read']);
  const wrongEnd = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
  for (const token of [
    wrongEnd,
    secret.toUpperCase(),
    `${secret}0`,
    secret.slice(4),
    'hbt_',
    '',
    `${secret} ${secret}`,
  ])
    expect([token, await program(getProfile, token)]).toEqual([token, '401 token.invalid']);
  const { headers } = await fetch(`${origin}${apiBase}/user/profile`, { headers: { Authorization: 'Bearer x' } });
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});

test('no program reaches the account, its sessions or the settings of the site', async () => {
  const { secret } = await tokenFor(['read', 'write']);
  const denied = (await allCalls()).filter((call) => scopeOf(call) === null);
  for (const call of denied) {
    const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, newId()]));
    const body = call.method === 'GET' ? undefined : {};
    expect([call.path, await program(call, secret, { params, body })]).toEqual([call.path, '403 token.people']);
  }
  const names = denied.map(({ method, path }) => `${method} ${path}`);
  for (const name of [
    ...['POST /account/login', 'POST /account/signup', 'POST /account/reset-password', 'GET /auth/refresh-tokens'],
    ...['POST /user/password', 'GET /user/sessions', 'DELETE /user/sessions', 'DELETE /user/sessions/:sessionId'],
    ...['POST /user/delete', 'GET /user/export', 'GET /user/export/archive', 'PUT /user/push', 'POST /contact'],
    ...['GET /user/tokens', 'POST /user/tokens', 'DELETE /user/tokens/:tokenId', 'PUT /moderation/site/settings'],
  ])
    expect(names).toContain(name);
});

/** A member with a token, and a browser of theirs. */
async function someone(name: string) {
  await app.join(name);
  const browser = await enter(app, name);
  return { browser, ...(await tokenFor(['read'], browser)) };
}
const accountOf = (username: string) => app.db.collection('users').findOne({ username });

describe('a token ends', () => {
  test('on its day', async () => {
    const { secret, token } = await tokenFor(['read']);
    now += 30 * day - 1000;
    expect(await program(getProfile, secret)).toBe('200');
    now += 1000;
    expect(await program(getProfile, secret)).toBe('401 token.invalid');
    expect(token.endsAt).toBe(new Date(now).toISOString());
  });

  test('when its member revokes it, and nobody else can', async () => {
    const { secret, token } = await tokenFor(['read']);
    const params = { tokenId: token.id };
    await (await enter(app, 'rider')).call(revokeToken, { params });
    expect(await program(getProfile, secret)).toBe('200');
    await ann.call(revokeToken, { params });
    expect(await program(getProfile, secret)).toBe('401 token.invalid');
  });

  test('with a new password, and with signing out everywhere', async () => {
    const bob = await someone('bob');
    const passwords = { current: goodPassword, password: 'gravel in the rain' };
    expect((await bob.browser.call(changePassword, { body: passwords })).status).toBe(200);
    expect(await program(getProfile, bob.secret)).toBe('401 token.invalid');
    expect((await bob.browser.call(listTokens)).answer.data).toEqual([]);
    const again = await tokenFor(['read'], bob.browser);
    await bob.browser.call(endOtherSessions);
    expect(await program(getProfile, again.secret)).toBe('401 token.invalid');
  });

  test('with a ban, also after the member is let in again', async () => {
    const carl = await someone('carl');
    const operator = await asOperator('otto');
    const params = { userId: String((await accountOf('carl'))?._id) };
    await operator.call(judgeMember, { params, body: { standing: 'Banned', reason: 'Spam.' } });
    expect(await program(getProfile, carl.secret)).toBe('401 token.invalid');
    await operator.call(judgeMember, { params, body: { standing: 'Active', reason: '' } });
    expect(await program(getProfile, carl.secret)).toBe('401 token.invalid');
  });

  test('if the password changes while it is made', async () => {
    await app.join('dora');
    const browser = await enter(app, 'dora');
    const body = { current: goodPassword, password: 'gravel in the rain' };
    const other = await enter(app, 'dora');
    const made = tokenFor(['read'], browser).catch(() => null);
    await other.call(changePassword, { body });
    const secret = (await made)?.secret;
    if (secret) expect(await program(getProfile, secret)).toBe('401 token.invalid');
    expect((await browser.call(makeToken, { body: { name: 'Late', scopes: ['read'], days: 30 } })).status).toBe(401);
  });
});

async function asOperator(name: string): Promise<TestBrowser> {
  if (!(await accountOf(name))) await app.join(name);
  await giveRole(app.db, name);
  return enter(app, name);
}

test('moderating needs the scope, and the role at that time', async () => {
  const operator = await asOperator('olga');
  const moderating = (await tokenFor(['moderate'], operator)).secret;
  const writing = (await tokenFor(['read', 'write'], operator)).secret;
  const params = { userId: String((await accountOf('rider'))?._id) };
  const body = { standing: 'Active', reason: '' };
  expect(await program(listActs, moderating)).toBe('200');
  expect(await program(listActs, writing)).toBe('403 token.scope');
  expect(await program(judgeMember, writing, { params, body })).toBe('403 token.scope');
  expect(await program(judgeMember, moderating, { params, body })).toMatch(/^200|^409/);
  expect(await program(likeBike, moderating, { params: { bikeId } })).toBe('403 token.scope');
  await app.db.collection('users').updateOne({ username: 'olga' }, { $set: { operator: false } });
  expect(await program(listActs, moderating)).toBe('404 not_found');
});

test('a list shows what each token may do and when it was used, but no secret', async () => {
  const eve = await someone('eve');
  expect((await eve.browser.call(listTokens)).answer.data).toEqual([{ ...eve.token, lastUsedAt: null }]);
  await program(getProfile, eve.secret);
  const text = JSON.stringify((await eve.browser.call(listTokens)).answer.data);
  expect(JSON.parse(text)[0].lastUsedAt).toBe(new Date(now).toISOString());
  const stored = JSON.stringify(await app.db.collection('personalTokens').find().toArray());
  const Cookie = [...eve.browser.cookies].map((pair) => pair.join('=')).join('; ');
  const as = String((await accountOf('eve'))?._id);
  const archive = await app.request(pathOf(downloadExport, {}, { as }), { headers: { Cookie } });
  const exported = String(unzipped(Buffer.from(await archive.arrayBuffer())).get('personal-tokens.json'));
  expect(JSON.parse(exported)).toMatchObject([{ name: 'Photo sync', scopes: ['read'] }]);
  for (const kept of [text, stored, exported]) expect(kept).not.toContain(eve.secret.slice(4, -8));
});

test("a program has its member's rate limits", async () => {
  const fay = await someone('fay');
  const { secret } = await tokenFor(['write'], fay.browser);
  const answers = new Set<string>();
  for (let i = 0; i < 61; i += 1) answers.add(await program(addFlag, secret, { body: {} }));
  expect([...answers]).toEqual(['422', '429 too_many_requests']);
  expect((await fay.browser.call(addFlag, { body: {} })).status).toBe(429);
});
