import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { EveryAnswer } from '#api/platform/http/every-answer.ts';
import type { Visitor } from '#api/platform/http/kit.ts';
import type { Limits } from '#api/platform/limits.ts';
import { createLog } from '#api/platform/logs.ts';
import { ResponseCache } from '#api/platform/response-cache.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { DocumentMaker } from '#api/ssr/document.ts';
import { pageRoutes } from '#api/ssr/pages.routes.ts';
import { strangersPages } from '#api/ssr/pages.ts';
import { PageRenderer } from '#api/ssr/renderer.ts';
import { ok } from '#contract/envelope.ts';
import { writePageFolder } from '#tests/kit/page-folder.ts';

/** Renders the title from the API's reply, and throws for paths that end with `/broken`. */
const renderer = `
export const apiPathsOf = () => [];
export const isPublic = (path) => !path.startsWith('/user');
export const isNowhere = (path) => path.startsWith('/nowhere');
export const render = (address, { answers }) => {
  const title = answers['/title']?.envelope.data;
  if (address.endsWith('/broken') || title === 'broken') throw new Error('No.');
  const wanted = title === undefined ? ['/title'] : [];
  const head = '<meta name="description" content="Its own."/>';
  return { title: title ?? '', head, html: '<p>' + address + '</p>', rules: '', wanted, used: Object.keys(answers), screen: '', nowhere: false, movedTo: address.startsWith('/old') ? '/new' : '' };
};`;

let folder: string;
let status = 200;
let title = '';
let asked = 0;
let now = 0;
let waits = 0;
let responseCache: ResponseCache;
let site: Hono<Visitor>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-pages-'));
  await writePageFolder(folder, renderer);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  [status, title, asked, waits] = [200, 'One', 0, 0];
  const ask = async () => {
    asked += 1;
    return Response.json(ok(title), { status });
  };
  const opened = await PageRenderer.open(folder, ask, 'https://example.org');
  if (!opened) throw new Error('There is no renderer.');
  const documents = new DocumentMaker(folder, 'en', { build: null, origin: 'https://example.org' });
  const english = { renderer: opened, documents };
  responseCache = new ResponseCache({ now: () => new Date(now), maxAgeMs: 60_000 });
  const renderLimiter = { count: async () => waits, reset: async () => undefined };
  const log = createLog({ level: 'silent' });
  site = new Hono<Visitor>()
    .use(new EveryAnswer({ secure: false, version: '1' }).setHeaders, async (c, next) => {
      c.set('requestId', '1');
      c.set('log', log);
      c.set('client', '192.0.2.1');
      await next();
    })
    .route('/', pageRoutes({ languages: { get: async () => null }, english, responseCache, renderLimiter }))
    .get('*', (c) => c.text('shell'));
});
const textOf = async (path: string, headers: Record<string, string> = {}) =>
  (await site.request(path, { headers })).text();

test('the first visitor after a start gets a rendered home page, although the first render takes longer than a visitor waits', async () => {
  const cold = await mkdtemp(join(tmpdir(), 'headbadge-cold-'));
  const lines: string[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const slow = vi.fn(() => void vi.advanceTimersByTime(10_000));
    vi.stubGlobal('compile', slow);
    await writePageFolder(
      cold,
      `let isCompiled = false;
       export const apiPathsOf = () => [];
       export const isPublic = () => true;
       export const isNowhere = () => false;
       export const render = () => {
         if (!isCompiled) compile();
         isCompiled = true;
         return { title: 'Home', head: '', html: '<p>Bikes</p>', rules: '', wanted: [], used: [], screen: '', nowhere: false, movedTo: '' };
       };`,
    );
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const limits = { networkLimiter: () => ({ count: async () => 0, reset: async () => undefined }) };
    const config = readConfig({ DATA_DIR: cold, KEYS: 'uK3v9QpL2xT7mZ8cB4nR6wY1sD5fG0hJ' });
    const deps = { config, page: cold, limits: limits as unknown as Limits, responseCache, log };
    const pages = await strangersPages(new Hono<Visitor>(), deps);
    if (!pages) throw new Error('There is no renderer.');
    const started = new Hono<Visitor>()
      .use(new EveryAnswer({ secure: false, version: '1' }).setHeaders, async (c, next) => {
        c.set('requestId', '1');
        c.set('log', log);
        c.set('client', '192.0.2.1');
        await next();
      })
      .route('/', pages)
      .get('*', (c) => c.text('shell'));
    expect(await (await started.request('/')).text()).toContain('<p>Bikes</p>');
    expect(slow).toHaveBeenCalledTimes(1);
    expect(lines).toEqual([]);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    await rm(cold, { recursive: true, force: true });
  }
});

test('the old address of a page leads to the new one, also without script, and the browser asks again each time', async () => {
  const { status, headers } = await site.request('/old?keywords=steel&other=1');
  expect([status, headers.get('location')]).toEqual([301, '/new?keywords=steel']);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect((await site.request('/new')).status).toBe(200);
});

test('a page has its style inline, and names the sheet so that nothing fetches it', async () => {
  const [head = ''] = (await textOf('/')).split('</head>');
  expect(head).toContain('<style>p{margin:0}</style>');
  expect(head).not.toContain('<link rel="stylesheet"');
  expect(head).toContain(' data-sheets="/assets/index.css"');
});

test('a page waits for no other file before its first paint', async () => {
  const answer = await site.request('/');
  const [head = ''] = (await answer.text()).split('</head>');
  expect(head).toContain('<script>document.title;</script>');
  expect(head).not.toMatch(/<script src=/);
  const hash = createHash('sha256').update('document.title;').digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}';`);
});

test('a page is rendered once, until the next write or for a minute', async () => {
  expect(await textOf('/')).toContain('<title>One</title>');
  title = 'Two';
  expect(await textOf('/')).toContain('<title>One</title>');
  responseCache.clear();
  expect(await textOf('/')).toContain('<title>Two</title>');
  title = 'Three';
  now += 60_001;
  expect(await textOf('/')).toContain('<title>Three</title>');
  expect(asked).toBe(3);
});

test('a page rendered during a write is not cached', async () => {
  const slow = textOf('/');
  responseCache.clear();
  title = 'Newer';
  await slow;
  expect(await textOf('/')).toContain('<title>Newer</title>');
});

test('concurrent requests wait for one rendering', async () => {
  await Promise.all(Array.from({ length: 20 }, () => textOf('/')));
  expect(asked).toBe(1);
});

test.each([500, 503, 429])(
  'an answer of %s is not embedded: the page renders in the browser and asks again',
  async (wrong) => {
    status = wrong;
    expect(await textOf('/')).toBe('shell');
    status = 200;
    expect(await textOf('/')).toContain('<title>One</title>');
  },
);

test('the page of a deleted item has the matching status', async () => {
  status = 410;
  expect((await site.request('/')).status).toBe(410);
});

test('unrenderable pages, members, their pages, files and clients over the limit get the client-rendered page', async () => {
  expect(await textOf('/broken')).toBe('shell');
  expect(await textOf('/', { cookie: 'auth-check=1' })).toBe('shell');
  expect(await textOf('/user/bikes')).toBe('shell');
  expect(await textOf('/assets/a.js')).toBe('shell');
  waits = 60;
  expect(await textOf('/new')).toBe('shell');
});

test('an unknown URL has status 404 also where the page is client-rendered', async () => {
  const answerOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await site.request(path, { headers });
    return [answer.status, await answer.text(), answer.headers.get('content-type')];
  };
  const nowhere = [404, 'shell', 'text/plain; charset=UTF-8'];
  title = 'broken';
  expect(await answerOf('/nowhere')).toEqual(nowhere);
  expect(await answerOf('/nowhere', { cookie: 'auth-check=1' })).toEqual(nowhere);
  waits = 60;
  expect(await answerOf('/nowhere')).toEqual(nowhere);
  expect(await answerOf('/somewhere')).toEqual([200, 'shell', 'text/plain; charset=UTF-8']);
});

test('all unknown URLs share one page, rendered once, without its own URL', async () => {
  const pages = await Promise.all(['/nowhere/a', '/nowhere/b?keywords=x'].map((path) => textOf(path)));
  expect(pages[0]).toContain('<p>/page-not-found</p>');
  expect(pages[0]).toContain('"at":"/page-not-found"');
  expect([new Set(pages).size, asked]).toEqual([1, 1]);
  expect(await textOf('/nowhere/c', { cookie: 'auth-check=1' })).toBe('shell');
  expect(await textOf('/')).not.toContain('"at"');
});

test("the page's metadata is in its head, and cannot end its script", async () => {
  title = '</script><script>alert(1)</script>';
  const text = await textOf('/');
  expect(text.split('</head>')[0]).toContain('content="Its own."');
  expect(text.match(/<title>/g)).toHaveLength(1);
  expect(text).not.toContain('<script>alert');
});

test('at most 500 pages are cached', async () => {
  for (let n = 0; n < 501; n += 1) await textOf(`/${n}`);
  asked = 0;
  await textOf('/500');
  expect(asked).toBe(0);
  await textOf('/0');
  expect(asked).toBe(1);
});
