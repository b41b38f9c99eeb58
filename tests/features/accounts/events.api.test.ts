import { connect } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readProxies } from '#api/platform/addresses/proxies.ts';
import { clientAddress } from '#api/platform/http/client-address.ts';
import { EveryAnswer } from '#api/platform/http/every-answer.ts';
import { bodyOf, errorAnswer, type Visitor } from '#api/platform/http/kit.ts';
import { requestLog } from '#api/platform/http/request-log.ts';
import { listen } from '#api/platform/listen.ts';
import { confirmEmail, login, resetPassword, signup } from '#contract/accounts.ts';
import { getAuthUser, refreshTokens } from '#contract/auth.ts';
import { deleteBike } from '#contract/bikes.ts';
import { listFlagCases } from '#contract/flag-queue.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { getProfile } from '#contract/profile.ts';
import { proveIdentity } from '#contract/proof.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { giveBike } from '#tests/kit/established.ts';
import { until } from '#tests/kit/until.ts';

type Line = Record<string, unknown> & { event?: string; level: number; msg: string };
const lines: string[] = [];
const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
const read = () => lines.map((line) => JSON.parse(line) as Line);
/** The logged events, without fields that differ each time. */
const events = () =>
  read()
    .filter(({ event }) => event)
    .map(({ time, requestId, msg: _, method, route, ...fields }) => {
      expect(requestId).toMatch(/^[\da-f-]{36}$/);
      expect(time).toBeTruthy();
      if (fields.event === 'request.refused') expect([method, route]).toEqual([expect.any(String), expect.any(String)]);
      return fields;
    });

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.0/8' }, { log });
});
afterAll(() => app.close());
beforeEach(() => lines.splice(0));

const from = { 'X-Forwarded-For': '2001:db8:1:2:3:4:5:6' };
const network = '2001:db8:1:2::/64';
const logIn = (identifier: string, password: string) =>
  new TestBrowser(app).call(login, { body: { identifier, password }, headers: from });

test('log-ins, failures, locks and refusals are logged with account and network, without any typed text', async () => {
  const { user } = await app.member('watched');
  const body = { id: newId(), username: 'hasty', email: 'hasty@example.org', password: goodPassword, terms: true };
  await new TestBrowser(app).call(signup, { body, headers: from });
  lines.splice(0);
  const token = await app.tokenMailedTo('hasty@example.org');
  await new TestBrowser(app).call(confirmEmail, { body: { token, password: 'a wrong secret' }, headers: from });
  await logIn('watched', goodPassword);
  await logIn('hasty', goodPassword);
  for (let attempt = 0; attempt < 6; attempt++) await logIn('Watched@example.org', 'a wrong secret');
  await logIn('a.secret.in.the.wrong.field', 'a wrong secret');
  await app.db.collection('users').updateOne({ username: 'watched' }, { $set: { status: 'Banned' } });
  await logIn('watched', goodPassword);
  await new TestBrowser(app).call(confirmEmail, { body: { token, password: goodPassword }, headers: from });

  const accountId = user.id;
  const hasty = (await app.db.collection<{ _id: string }>('users').findOne({ username: 'hasty' }))?._id;
  expect(events()).toEqual([
    { level: 30, event: 'login.failed', accountId: hasty, network },
    { level: 30, event: 'login.succeeded', accountId, network },
    { level: 30, event: 'login.refused', code: 'EmailNotConfirmed', accountId: hasty, network },
    ...Array(5).fill({ level: 30, event: 'login.failed', accountId, network }),
    { level: 40, event: 'login.locked', accountId, network },
    { level: 30, event: 'login.failed', network },
    { level: 30, event: 'login.refused', code: 'Banned', accountId, network },
    { level: 30, event: 'email.confirmed', accountId: hasty, network },
    { level: 30, event: 'login.succeeded', accountId: hasty, network },
  ]);
  for (const typed of ['secret', goodPassword, 'example.org', 'Watched', 'hasty', '$argon2id']) {
    expect(lines.filter((line) => line.includes(typed))).toEqual([]);
  }
});

test('refused sessions and possible attacks are logged, too', async () => {
  const { browser } = await app.member('visited');
  const thief = new TestBrowser(app);
  thief.cookies.set('session', 'x.1.y');
  lines.splice(0);
  await thief.call(refreshTokens, { headers: from });
  await thief.call(login, {
    body: { identifier: 'a', password: 'b' },
    headers: { 'Sec-Fetch-Site': 'cross-site', ...from },
  });
  await browser.call(getAuthUser, { headers: { 'X-Acting-User': newId(), ...from } });
  expect(events()).toEqual([
    { level: 30, event: 'session.refused', reason: 'invalid', network },
    { level: 30, event: 'request.refused', code: 'cross_origin', network },
    { level: 30, event: 'request.refused', code: 'wrong_user', network },
  ]);
});

test('an unauthorized attempt is logged', async () => {
  const [owner, other] = [await app.member('rightful'), await app.member('curious')];
  const bikeId = await giveBike(app.db, owner.user.id, 'rightful');
  lines.splice(0);
  await other.browser.call(deleteBike, { params: { bikeId }, headers: from });
  await other.browser.call(listFlagCases, { query: { state: 'open' }, headers: from });
  expect(events()).toEqual([
    { level: 30, event: 'request.refused', code: 'forbidden', accountId: other.user.id, network },
    { level: 30, event: 'request.refused', code: 'moderator', accountId: other.user.id, network },
  ]);
});

test('refused tokens, links, bodies and hidden things are logged with the call, without what was typed', async () => {
  const { browser, user } = await app.member('inquisitive');
  const { user: owner } = await app.member('secretive');
  const bikeId = await giveBike(app.db, owner.id, 'secretive');
  await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: bikeId }, { $set: { status: 'Draft' } });
  lines.splice(0);
  const typed = 'typed in secret';
  const visitor = new TestBrowser(app);
  await visitor.call(getAuthUser, { headers: from });
  await visitor.call(getProfile, { headers: { Authorization: `Bearer ${typed}`, ...from } });
  await visitor.call(resetPassword, { body: { token: typed, password: goodPassword }, headers: from });
  await visitor.call(login, { body: { identifier: typed }, headers: { 'Content-Type': 'text/plain', ...from } });
  await visitor.call(login, { body: { identifier: typed, [typed]: 1 }, headers: from });
  await browser.call(likeBike, { params: { bikeId }, headers: from });
  await browser.call(proveIdentity, { body: { way: 'code', code: '12345678' }, headers: from });
  await browser.call(proveIdentity, { body: { way: 'password', password: goodPassword }, headers: from });
  const logged = read().filter(({ event }) => event);
  const api = '/api/v1';
  expect(logged.map(({ event, code, method, route, accountId }) => [event, code, method, route, accountId])).toEqual([
    ['request.refused', 'unauthenticated', 'GET', api + getAuthUser.path, undefined],
    ['request.refused', 'token.invalid', 'GET', api + getProfile.path, undefined],
    ['request.refused', 'reset.invalid', 'POST', api + resetPassword.path, undefined],
    ['request.refused', 'unsupported_type', 'POST', api + login.path, undefined],
    ['input.refused', undefined, 'POST', api + login.path, undefined],
    ['request.refused', 'not_found', likeBike.method, api + likeBike.path, user.id],
    ['proof.failed', undefined, undefined, undefined, user.id],
    ['proof.succeeded', undefined, undefined, undefined, user.id],
  ]);
  expect(logged.map(({ fields }) => fields).filter(Boolean)).toEqual([['password']]);
  expect(new Set(logged.map((line) => line.network))).toEqual(new Set([network]));
  expect(lines.filter((line) => line.includes(typed) || line.includes(bikeId))).toEqual([]);
});

test('an unexpected error is answered in general words, with the id by which the log has it in full', async () => {
  const site = new Hono<Visitor>();
  site.onError(errorAnswer);
  const { setHeaders } = new EveryAnswer({ secure: true, version: '1' });
  site.use(clientAddress(readProxies('') as never), requestLog(log), setHeaders).get('/broken', () => {
    throw new Error('a fault with details');
  });
  lines.splice(0);
  const answer = await site.request('/broken', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } });
  const text = await answer.text();
  expect([answer.status, text.includes('fault with details')]).toEqual([500, false]);
  const line = read().find(({ msg }) => msg === 'unexpected error');
  expect(line).toMatchObject({ err: { message: 'a fault with details' } });
  expect(line?.requestId).toBe(answer.headers.get('X-Request-Id'));
});

test('a client that disconnects while sending is not logged as an unexpected error', async () => {
  const { body } = signup;
  const site = new Hono<Visitor>();
  site.onError(errorAnswer);
  site
    .use(clientAddress(readProxies('10.0.0.0/8') as never), requestLog(log))
    .post('/', bodyOf({ body }), (c) => c.text(''))
    .post('/broken', () => {
      throw new Error('a real fault');
    });
  const server = await listen(site, '127.0.0.1', 0);
  try {
    for (const head of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      lines.splice(0);
      const socket = connect(server.port, '127.0.0.1');
      await new Promise<void>((sent) =>
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}\r\n\r\n5\r\n{"a":`, () =>
          sent(),
        ),
      );
      socket.destroy();
      await until(async () => {
        expect(events()).toEqual([{ level: 20, event: 'request.abandoned', network: '127.0.0.1' }]);
        expect(read().map(({ msg }) => msg)).toContain('request');
      });
      expect(read().filter(({ level }) => level > 30)).toEqual([]);
    }
    await fetch(`http://127.0.0.1:${server.port}/broken`, { method: 'POST' });
    expect(read().filter(({ msg }) => msg === 'unexpected error')).toHaveLength(1);
  } finally {
    await server.close();
  }
});
