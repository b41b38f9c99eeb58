import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMongo } from '#api/platform/mongo.ts';
import { forgotPassword } from '#contract/accounts.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { pathOf } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { TestApp } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { TestCollector } from '#tests/kit/otlp.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

/** Runs an app with traces on, closes it and returns what its collector received. */
async function traced(
  work: (app: TestApp) => Promise<void>,
  env: Record<string, string> = {},
): Promise<Pick<TestCollector, 'spans' | 'received' | 'headers'>> {
  const collector = await TestCollector.open();
  const mongo = await openMongo(database.url, { dbName: database.db.databaseName, isObserved: true });
  try {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, ...env };
    const app = await TestApp.open(settings, { database, still: true, through: () => mongo.db });
    await work(app).finally(() => app.close());
    return collector;
  } finally {
    await mongo.close();
    await collector.close();
  }
}

const get = async (app: TestApp, path: string, headers: Record<string, string> = {}): Promise<number> => {
  const response = await app.request(path, { headers });
  await response.arrayBuffer();
  return response.status;
};

test('each request is a trace with its route and status, and its database commands below it', async () => {
  const bikeId = newId();
  const { spans, received } = await traced(async (app) => {
    expect(await get(app, pathOf(getBike, { bikeId }))).toBe(404);
    expect(await get(app, pathOf(listRecentBikes, {}, { limit: 7 }))).toBe(200);
    expect(await get(app, pathOf(listRecentBikes, {}, { limit: 7 }))).toBe(200);
  });
  const route = '/api/v1/bikes/:bikeId';
  const [missing] = spans.filter(({ name }) => name === `GET ${route}`);
  expect(missing).toMatchObject({
    parentId: '',
    hasFailed: false,
    attributes: { 'http.request.method': 'GET', 'http.route': route, 'http.response.status_code': 404 },
    resource: { 'service.name': 'headbadge', 'service.version': expect.stringMatching(/^\d/) },
  });
  const below = spans.filter(({ parentId }) => parentId === missing?.id);
  expect(below.map(({ name }) => name)).toContain('find bikes');
  expect(below.find(({ name }) => name === 'find bikes')).toMatchObject({
    traceId: missing?.traceId,
    attributes: { 'db.system.name': 'mongodb', 'db.operation.name': 'find', 'db.collection.name': 'bikes' },
  });
  for (const span of below) expect(span.ms).toBeLessThanOrEqual((missing?.ms ?? 0) + 2);
  const lists = spans.filter(({ name }) => name === 'GET /api/v1/bikes/recent');
  const commandsOf = lists.map(({ id }) => spans.filter(({ parentId }) => parentId === id).length);
  expect(commandsOf.toSorted()).toEqual([0, 1]);
  // The path names a bike, the query could name a person.
  expect(received).not.toContain(bikeId);
  expect(received).not.toContain('limit');
});

test('a trace contains the bucket and the mail server, and nothing of the member', async () => {
  const s3 = await TestS3.open();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, callback) => void stream.resume().on('end', () => callback()),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const [photoId, bikeId] = [newId(), newId()];
  const { spans, received } = await traced(
    async (app) => {
      // Mails of this app are not files, so the member confirms by another app's.
      const other = await TestApp.open({}, { database, still: true });
      const { browser } = await other.member('traced_ana').finally(() => other.close());
      const ana = browser.with(app);
      expect((await ana.sendPhoto(await cameraPhoto({ width: 700, height: 500 }), { id: photoId })).status).toBe(200);
      expect((await ana.call(putBike, { params: { bikeId }, body: bikeWith([photoId]) })).status).toBe(200);
      expect((await ana.call(likeBike, { params: { bikeId } })).status).toBe(403);
      const asked = await ana.call(forgotPassword, { body: { email: 'traced_ana@example.org' } });
      expect(asked.status).toBe(200);
      await app.idle();
    },
    { STORAGE_URL: s3.url(), MAIL_URL: `smtp://127.0.0.1:${port}` },
  );
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await s3.close();
  const upload = spans.find(({ name }) => name === 'PUT /api/v1/photos/:photoId');
  const puts = spans.filter(({ name, parentId }) => name === 'S3 PUT' && parentId === upload?.id);
  expect(puts.length).toBeGreaterThan(1);
  expect(puts[0]?.attributes).toEqual({ 'http.request.method': 'PUT', 'http.response.status_code': 200 });
  // The job of a request has a trace of its own, which names the request.
  const job = spans.find(({ name }) => name === 'job reset mail');
  const request = spans.find(({ id }) => job?.links.includes(id));
  expect(request?.attributes['http.route']).toMatch(/reset|forgot/);
  expect([job?.parentId, job?.traceId === request?.traceId]).toEqual(['', false]);
  const sent = spans.find(({ name }) => name === 'SMTP send');
  expect(sent?.traceId).toBe(job?.traceId);
  for (const secret of ['traced_ana', 'example.org', photoId, bikeId, s3.id, s3.secret])
    expect(received, secret).not.toContain(secret);
});

const traceId = 'af7651916cd43dd8448eb211c80319c7';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

test("a trusted proxy's trace goes on; nobody else's does", async () => {
  const ask = async (app: TestApp) => {
    expect(await get(app, pathOf(listPopularBikes, {}), { traceparent })).toBe(200);
    expect(await get(app, '/healthz', { traceparent: `${traceparent}-and more` })).toBe(200);
  };
  const trusted = await traced(ask, { TRUSTED_PROXIES: '127.0.0.1' });
  const [list] = trusted.spans.filter(({ name }) => name === 'GET /api/v1/bikes/popular');
  expect(list).toMatchObject({ traceId, parentId: 'b7ad6b7169203331' });
  expect(trusted.spans.find(({ name }) => name === 'GET /healthz')?.parentId).toBe('');
  const strangers = await traced(ask, { TRUSTED_PROXIES: '10.0.0.0/8' });
  expect(strangers.spans.length).toBeGreaterThan(1);
  expect(strangers.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

test('only a share of the requests is traced, if the setting says so; a proxy may choose them', async () => {
  const ask = async (app: TestApp) => {
    for (let i = 0; i < 20; i++) await get(app, '/healthz');
    await get(app, '/healthz', { traceparent });
  };
  const env = { OTEL_TRACES_SAMPLER_ARG: '0', TRUSTED_PROXIES: '127.0.0.1' };
  expect((await traced(ask, env)).spans.map((span) => span.traceId)).toEqual([traceId]);
});

test('a collector that hangs delays the end of the site by two seconds at most', async () => {
  const silent = createServer(() => undefined);
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const app = await TestApp.open({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }, { database });
  expect(await get(app, '/healthz')).toBe(200);
  const start = performance.now();
  await app.close();
  expect(performance.now() - start).toBeLessThan(4_000);
  silent.close();
});
