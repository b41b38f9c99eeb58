/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { DevServer, SourceCopy } from '#tests/kit/dev-server.ts';
import { childrenOf, lives } from '#tests/kit/processes.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';

let sources: SourceCopy;
let site: Site;
let device: Device;
/** A page of the built site, with its service worker. */
let builtPage: Page;
let dev: DevServer;

const startDev = () =>
  new DevServer(sources.devScript, {
    PORT: String(site.port),
    DATA_DIR: site.folder,
    DEMO: 'off',
    MONGODB_URL: site.mongodbUrl ?? '',
  });
const serverOf = async ({ pid }: DevServer) => (await childrenOf(pid, 'serve-dev.ts'))[0] ?? 0;
const health = () =>
  fetch(`${site.origin}/healthz`)
    .then((answer) => answer.json())
    .catch(() => null);

beforeAll(async () => {
  [sources, site] = await Promise.all([SourceCopy.make(), Site.start({ demo: true })]);
  device = await Device.open(site.origin, { worker: true });
  builtPage = await device.page();
  await builtPage.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await site.stop();
  dev = startDev();
  await dev.started();
});
afterAll(async () => {
  await device.close();
  await dev?.end('SIGKILL');
  await site.close();
  await sources.remove();
});

test('replaces the page that the service worker of a built site serves at the same address', async () => {
  // A browser checks for a new worker by itself shortly after each load.
  await builtPage.evaluate(() => navigator.serviceWorker.ready.then((registration) => void registration.update()));
  await builtPage.locator('script[src^="/src/main.tsx"]').waitFor({ state: 'attached' });
  const countWorkers = () => builtPage.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await until(async () => expect(await countWorkers()).toBe(0));
});

test('shows bikes without an error, and updates a changed component without a reload', async () => {
  const errors: string[] = [];
  const visitor = await Device.open(site.origin);
  onTestFinished(() => visitor.close());
  visitor.context.on('weberror', (error) => errors.push(error.error().message));
  visitor.context.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  const page = await visitor.page();
  const popular = await page.getByRole('region', { name: 'Popular' }).elementHandle();
  const picture = page.getByRole('region', { name: 'Popular' }).locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await sources.change('src/screens/home-screen.tsx', 'title="Popular"', 'title="Most liked"');
  await page.getByRole('region', { name: 'Most liked' }).waitFor();
  expect(await popular?.evaluate((element) => element.isConnected)).toBe(true);
  expect(errors).toEqual([]);
});

test('serves the sources of the page, not those of the API server', async () => {
  const statusOf = async (path: string) => (await fetch(site.origin + path)).status;
  expect(await statusOf('/api/contract/bikes.ts')).toBe(200);
  expect(await statusOf('/api/app.ts')).toBe(403);
});

test('restarts the API server when its code changes', async () => {
  const before = await serverOf(dev);
  await sources.change('api/platform/http/health.ts', "status: 'ok'", "status: 'changed'");
  await expect.poll(health).toMatchObject({ status: 'changed' });
  expect(lives(before)).toBe(false);
  expect(await childrenOf(dev.pid, 'serve-dev.ts')).toHaveLength(1);
});

test('waits for the next change when the API server cannot start', async () => {
  await sources.change('api/platform/http/health.ts', "'changed'", "'changed");
  await expect.poll(async () => (await fetch(`${site.origin}/healthz`)).status).toBe(503);
  expect(dev.output).toContain('The server has stopped. It starts again when a file in api/ changes.');
  await sources.change('api/platform/http/health.ts', "'changed", "'repaired'");
  await expect.poll(health).toMatchObject({ status: 'repaired' });
});

test('reports a port in use in one sentence', async () => {
  const second = startDev();
  expect(await second.ended()).toBe(1);
  expect(second.output).toBe(
    `127.0.0.1:${site.port} is in use. Stop the other program or set PORT to another number.\n`,
  );
});

test('leaves no API server behind when it is killed', async () => {
  expect(lives(await serverOf(dev))).toBe(true);
  await dev.end('SIGKILL');
});

test.each([
  ['SIGINT', 0],
  ['SIGTERM', 143],
] as const)('stops its API server on %s, so that the next start finds port and database free', async (signal, code) => {
  dev = startDev();
  await dev.started();
  const server = await serverOf(dev);
  expect(await dev.end(signal)).toBe(code);
  expect(lives(server)).toBe(false);
});
