import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorAnswer, notFoundAnswer, type Visitor } from '#api/platform/http/kit.ts';
import { staticRoutes } from '#api/platform/http/static.ts';
import { listen } from '#api/platform/listen.ts';

const secret = 'for the build only';
const own = ['.built-from', '.vite/manifest.json', 'assets/.note', 'assets/app-1.js.map', 'assets/app-1.js.gz'];

let dist: string;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'headbadge-static-'));
  for (const folder of ['assets', '.vite']) mkdirSync(join(dist, folder));
  for (const name of own) writeFileSync(join(dist, name), secret);
  writeFileSync(join(dist, 'assets/app-1.js.br'), secret);
  writeFileSync(join(dist, 'assets/app-1.js'), 'the script');
  writeFileSync(join(dist, 'index.html'), 'the page');
  const site = new Hono<Visitor>().route(
    '/',
    staticRoutes(dist, { fileOf: async () => null, isOwn: () => false, newerWorker: async () => null }),
  );
  site.onError(errorAnswer);
  site.notFound(notFoundAnswer);
  server = await listen(site as unknown as Hono, '127.0.0.1', 0);
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true });
});

/** Sends the path unchanged, as `fetch` would normalize it. */
const get = (path: string, headers = {}): Promise<{ status: number | undefined; body: string }> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path, headers }, async (answer) =>
      resolve({ status: answer.statusCode, body: await text(answer) }),
    )
      .once('error', reject)
      .end();
  });

test('private build files are not served, whatever the spelling of their path', async () => {
  const spelt = own.flatMap((name) => [
    `/${name}`,
    `//${name}`,
    `/./${name}`,
    `/assets/../${name}`,
    `/assets/%2e%2e/${name}`,
    `/${name.replaceAll('.', '%2e')}`,
    `/${name.replaceAll('.', '%2E')}?x`,
    `/${name.replaceAll('.', '%252e')}`,
    `/assets\\..\\${name.replaceAll('/', '\\')}`,
    `/${name.replaceAll('/', '%2f')}`,
    `/${name.replaceAll('/', '%5c')}`,
    `/${name}/`,
    `/${name}%00`,
    `/${name}%`,
  ]);
  for (const path of [...spelt, '/assets/app-1.js.br', '/assets/app-1.js.BR']) {
    const { status, body } = await get(path);
    expect(body, path).not.toContain(secret);
    expect([status, body], path).not.toEqual([200, '']);
  }
  for (const name of own) expect((await get(`/${name}`)).status, name).toBe(404);
  for (const path of ['/%2ebuilt-from', '/%2Ebuilt-from', '/assets/%2enote'])
    expect((await get(path)).status, path).toBe(404);
});

test('visitors get the files, compressed if supported, and the page at every URL of one', async () => {
  expect(await get('/assets/app-1.js')).toEqual({ status: 200, body: 'the script' });
  expect((await get('/assets/app-1.js', { 'accept-encoding': 'br' })).body).toBe(secret);
  for (const path of ['/', '/index.html', '/bikes/2021-trek-1.5-x', '/search?keywords=.x'])
    expect(await get(path), path).toEqual({ status: 200, body: 'the page' });
  expect((await get('/assets/none.js')).status).toBe(404);
});
