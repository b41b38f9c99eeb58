import { gunzipSync, inflateSync } from 'node:zlib';
import { Hono } from 'hono';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EveryAnswer } from '#api/platform/http/every-answer.ts';
import type { Visitor } from '#api/platform/http/kit.ts';
import { getBike } from '#contract/bike-whole.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { scopeOf } from '#contract/programs.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { allCalls } from '#tests/kit/schemas.ts';

type Example = { example?: unknown };
type Operation = {
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { 'application/json': { schema: { required: string[] } } } };
  responses: Record<string, { content: { 'application/json': { schema: { required: string[] } } } }>;
  security?: unknown;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());

test('every reply has the security headers', async () => {
  for (const path of ['/api/v1/bikes/recent', '/api/v1/nothing', '/healthz']) {
    const { headers } = await app.request(path);
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Headbadge')).toBeTruthy();
    expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  }
});

test('only what a browser can make a document or a worker of carries the policies for those', async () => {
  const site = new Hono<Visitor>().use(new EveryAnswer({ secure: true, version: '1' }).setHeaders);
  const answers: [path: string, type: string, hasPolicy: boolean][] = [
    ['/assets/first-1.js', 'text/javascript; charset=utf-8', false],
    ['/assets/first-1.css', 'text/css; charset=utf-8', false],
    ['/assets/text-1.woff2', 'font/woff2', false],
    ['/images/1.webp', 'image/webp', false],
    ['/images/1.svg', 'image/svg+xml', true],
    ['/worker.js', 'text/javascript; charset=utf-8', true],
    ['/assets/search.worker-1.js', 'text/javascript; charset=utf-8', true],
    ['/pack.json', 'application/json', true],
    ['/', 'text/html; charset=utf-8', true],
    ['/untyped', '', true],
  ];
  for (const [path, type] of answers) site.get(path, (c) => c.body('', 200, type ? { 'content-type': type } : {}));
  for (const [path, , hasPolicy] of answers) {
    const { headers } = await site.request(path);
    expect([path, headers.has('content-security-policy')]).toEqual([path, hasPolicy]);
    for (const name of ['permissions-policy', 'x-request-id'])
      expect([path, name, headers.has(name)]).toEqual([path, name, hasPolicy]);
    for (const name of ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security'])
      expect([path, headers.has(name)]).toEqual([path, true]);
    expect(headers.get('x-headbadge')).toBe('1');
  }
});

test('the well-known URL for password changes redirects, and nothing else is below it', async () => {
  const answer = await app.request('/.well-known/change-password');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/user/password']);
  const none = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await app.request(none)).status).toBe(404);
});

test.each([
  ['/about.', '/about'],
  ['/about)', '/about'],
  ['/faq%E2%80%9D?from=mail', '/faq?from=mail'],
  ['/bike/01912345-6789-7abc-8def-0123456789ab.', '/bike/01912345-6789-7abc-8def-0123456789ab'],
  ['/bike/01912345-6789-7abc-8def-0123456789ab%20', '/bike/01912345-6789-7abc-8def-0123456789ab'],
  ['/bike/01912345-6789-7abc-8def-0123456789ab/100%', '/bike/01912345-6789-7abc-8def-0123456789ab/100%25'],
  ['/bike/01912345-6789-7abc-8def-0123456789ab/%FF', '/bike/01912345-6789-7abc-8def-0123456789ab/%25FF'],
  ['/help/terms-service%3E%20', '/help/terms-service'],
  ['/user/01912345-6789-7abc-8def-0123456789ab/50%', '/user/01912345-6789-7abc-8def-0123456789ab/50%25'],
  ['/)', '/'],
])('the page that %s means is %s', async (copied, meant) => {
  const answer = await app.request(copied);
  expect([answer.status, answer.headers.get('location')]).toEqual([301, meant]);
});

test.each(['/user/01912345-6789-7abc-8def-0123456789ab/ann.', '/bike/1/rad%C3%BC', '/about', '//elsewhere.example.'])(
  'the address %s is left as it is',
  async (path) => {
    expect((await app.request(path)).status).not.toBe(301);
  },
);

test('over https the cookies are bound to the host, and HSTS is set', async () => {
  const secure = await TestApp.open({ PUBLIC_ORIGIN: 'https://headbadge.example' });
  try {
    const { headers } = await secure.request('/healthz');
    expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8};/);
    const { browser } = await secure.member('rider');
    expect([...browser.cookies.keys()]).toEqual(['__Host-access', '__Host-session', 'auth-check', '__Host-device']);
  } finally {
    await secure.close();
  }
});

test('a private reply is compressed where that pays and the client supports it', async () => {
  const ask = (path: string, accepted: string) => app.request(path, { headers: { 'accept-encoding': accepted } });
  const large = '/api/v1/openapi.json';
  const plain = await (await ask(large, 'identity')).text();
  const open = { gzip: gunzipSync, deflate: inflateSync } as const;
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'gzip'],
    ['gzip;q=0, deflate', 'deflate'],
  ] as const) {
    const answer = await ask(large, accepted);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    // The server library replaces the global Response in this process by one without `bytes`.
    expect(open[encoding](await answer.arrayBuffer()).toString()).toBe(plain);
  }
  for (const [path, accepted] of [
    [large, 'br'],
    ['/api/v1/nothing', 'gzip'],
  ] as const) {
    const { headers } = await ask(path, accepted);
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
  }
});

test('unknown paths, and invalid cursors and ids, get an error reply of our API', async () => {
  const browser = new TestBrowser(app);
  const nothing = await (await app.request('/api/v1/nothing')).json();
  expect(nothing).toMatchObject({ successful: false, error: { code: 'not_found' } });
  expect((await browser.call(getBike, { params: { bikeId: 'x' } })).status).toBe(404);
  const page = await browser.call(listRecentBikes, { query: { limit: '1000' } });
  expect([page.status, Object.keys(page.answer.validation ?? {})]).toEqual([422, ['limit']]);
});

test("the OpenAPI document describes each call's input and output", async () => {
  const document = (await (await app.request('/api/v1/openapi.json')).json()) as Document;
  expect(document.openapi).toBe('3.1.0');
  const operation = (path: string, method: string) => document.paths[path]?.[method];
  const signup = operation('/account/signup', 'post');
  expect(signup?.requestBody?.content['application/json'].schema.required).toEqual(
    expect.arrayContaining(['id', 'username', 'email', 'password', 'terms']),
  );
  expect(signup?.responses['200']?.content['application/json'].schema.required).toEqual(
    expect.arrayContaining(['successful', 'data', 'validation', 'error']),
  );
  expect(operation('/bikes/recent', 'get')?.parameters).toContainEqual(
    expect.objectContaining({ name: 'cursor', in: 'query', required: false }),
  );
  expect(operation('/bikes/{bikeId}', 'put')?.parameters).toContainEqual(
    expect.objectContaining({ name: 'bikeId', in: 'path', required: true }),
  );
});

test('the OpenAPI document has an example of each call, which its schemas accept, and the scope that a program needs', async () => {
  const { paths } = (await (await app.request('/api/v1/openapi.json')).json()) as Document;
  for (const endpoint of await allCalls()) {
    const { method, path, body, reply, file } = endpoint;
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const name = `${method} ${path}`;
    const exampleIn = (content: Record<string, object> | undefined) =>
      (content?.['application/json'] as Example | undefined)?.example;
    const sent = exampleIn(operation?.requestBody?.content);
    expect([name, body ? v.safeParse(body, sent).issues : sent]).toEqual([name, undefined]);
    const answer = exampleIn(operation?.responses['200']?.content) as { data: unknown } | undefined;
    expect([name, file ? answer : v.safeParse(reply, answer?.data).issues]).toEqual([name, undefined]);
    const inPath = operation?.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
    for (const { example } of inPath as Example[]) expect([name, example]).toEqual([name, expect.stringMatching(/./)]);
    const scope = scopeOf(endpoint);
    expect([name, operation?.security]).toEqual([name, scope ? [{}, { personalToken: [scope] }] : undefined]);
  }
});
