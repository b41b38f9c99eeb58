import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { openMongo } from '#api/platform/mongo.ts';
import type { Gauge } from '#api/platform/telemetry/gauge.ts';
import { Metrics } from '#api/platform/telemetry/metrics.ts';
import { login, restoreAccount } from '#contract/accounts.ts';
import { getBike } from '#contract/bike-whole.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { apiBase, pathOf } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { loginWithPasskey, restoreWithPasskey } from '#contract/passkeys.ts';
import { proveIdentity } from '#contract/proof.ts';
import { changePassword } from '#contract/sessions.ts';
import { TestApp } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { freePort } from '#tests/kit/ports.ts';
import { Site } from '#tests/kit/site.ts';

const token = 'a-token_of.16+/~chars==';
const authorized = { headers: { Authorization: `Bearer ${token}` } };

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

/** Values by series, such as `headbadge_mails{state="waiting"}`. */
const seriesIn = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
/** Names of all metrics, as queries use them. */
const namesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
const scrape = async (app: TestApp) => (await app.request('/metrics', authorized)).text();

async function opened(work: (app: TestApp) => Promise<void>, env: Record<string, string> = {}): Promise<void> {
  const mongo = await openMongo(database.url, { dbName: database.db.databaseName, isObserved: true });
  const app = await TestApp.open({ METRICS_TOKEN: token, ...env }, { database, still: true, through: () => mongo.db });
  try {
    await work(app);
  } finally {
    await app.close();
    await mongo.close();
  }
}

describe('who gets metrics', () => {
  test('nobody, unless a setting asks for them', async () => {
    const app = await TestApp.open({}, { database, still: true });
    expect((await app.request('/metrics')).status).toBe(404);
    expect((await app.request('/metrics', authorized)).status).toBe(404);
    await app.close();
  });

  test('whoever brings the token; to everybody else there is nothing', async () => {
    await opened(async (app) => {
      const response = await app.request('/metrics', authorized);
      expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
        'no-store',
      ]);
      const others = [
        '',
        token,
        'Bearer ',
        `bearer ${token}`,
        `Bearer ${token}=`,
        `Bearer ${token.slice(0, -1)}`,
        `Basic ${btoa(`x:${token}`)}`,
      ];
      for (const authorization of others) {
        const refused = await app.request('/metrics', { headers: { Authorization: authorization } });
        expect([authorization, refused.status, (await refused.json()).error.code]).toEqual([
          authorization,
          404,
          'not_found',
        ]);
      }
      expect((await app.request(`/metrics?token=${token}`)).status).toBe(404);
      const post = await app.request('/metrics', { method: 'POST', ...authorized });
      expect(post.status).not.toBe(200);
    });
  });

  test('with a port of their own, nobody at the site’s port', async () => {
    await opened(async (app) => expect((await app.request('/metrics', authorized)).status).toBe(404), {
      METRICS_PORT: '9464',
    });
  });
});

describe('metrics tell', () => {
  test('requests by route and status, commands and the cache, and nothing that a visitor typed', async () => {
    await opened(async (app) => {
      const bikeId = newId();
      await app.request(pathOf(getBike, { bikeId }));
      const list = pathOf(listRecentBikes, {}, { limit: 5 });
      for (let i = 0; i < 4; i++) expect((await app.request(list)).status).toBe(200);
      await app.request('/typed-by-a-visitor', { headers: { 'User-Agent': 'typed-agent' } });
      await app.request('/', { method: 'PROPFIND' });
      const { browser } = await app.member('metrics_ana');
      await browser.sendPhoto(await cameraPhoto({ width: 700, height: 500 }));
      const text = await scrape(app);
      const series = seriesIn(text);
      const route = '/api/v1/bikes/recent';
      expect(series.get(`headbadge_http_requests_total{method="GET",route="${route}",status="200"}`)).toBe(4);
      expect(series.get(`headbadge_http_request_duration_seconds_count{method="GET",route="${route}"}`)).toBe(4);
      const missing = 'method="GET",route="/api/v1/bikes/:bikeId",status="404"';
      expect(series.get(`headbadge_http_requests_total{${missing}}`)).toBe(1);
      expect(text).toContain('method="other"');
      expect(series.get('headbadge_response_cache_requests_total{outcome="hit"}')).toBe(3);
      expect(series.get('headbadge_response_cache_requests_total{outcome="miss"}')).toBeGreaterThan(0);
      expect(series.get('headbadge_response_cache_bytes')).toBeGreaterThan(0);
      expect(series.get('headbadge_database_command_duration_seconds_count{command="find"}')).toBeGreaterThan(0);
      expect(series.get('headbadge_database_command_duration_seconds_sum{command="find"}')).toBeGreaterThan(0);
      expect(series.get('headbadge_database_command_failures_total{command="find"}')).toBe(0);
      for (const typed of [bikeId, 'typed', 'PROPFIND', 'metrics_ana', 'example.org', 'limit', '127.0.0.1'])
        expect(text, typed).not.toContain(typed);
      const patterns = new Set(app.routes.map(({ path }) => path.replaceAll('\\', '\\\\')));
      const told = [...text.matchAll(/route="([^"]*)"/g)].map(([, one = '']) => one);
      expect([...new Set(told)].filter((one) => !patterns.has(one))).toEqual([]);
    });
  });

  test('how much there is, and how long the queues are', async () => {
    await opened(async (app) => {
      const past = new Date(0);
      await database.db.collection<{ _id: string }>('mails').insertMany([
        { _id: 'one', state: 'waiting', nextAt: new Date(8.64e15) },
        { _id: 'two', state: 'given up', nextAt: past },
      ] as never[]);
      await database.db.collection('favorites').insertOne({ change: { bikeId: newId(), op: newId(), by: 1 } });
      await database.db.collection('pushDevices').insertOne({ endpoint: 'x', dueAt: new Date() });
      await database.db.collection('users').insertOne({ status: 'Deleted', until: past, foldedName: 'gone' });
      await database.db.collection('bikes').insertOne({ status: 'Deleted', statusChangedAt: past, owner: { id: 'x' } });
      const series = seriesIn(await scrape(app));
      const of = (name: string) => series.get(`headbadge_${name}`);
      expect([of('mails{state="waiting"}'), of('mails{state="given_up"}')]).toEqual([1, 1]);
      expect(of('changes_uncounted{kind="favorites"}')).toBe(1);
      expect(of('changes_uncounted{kind="likes"}')).toBe(0);
      expect([of('pushes_waiting'), of('members_to_erase'), of('bikes_to_erase')]).toEqual([1, 1, 1]);
      // The member and the photo of the test before.
      expect([of('members'), of('sessions'), of('photos'), of('photos_waiting')]).toEqual([1, 1, 1, 0]);
      expect(of('scrape_failures_total')).toBe(0);
    });
    await Promise.all(
      ['mails', 'favorites', 'pushDevices', 'users', 'bikes'].map((one) => database.db.collection(one).deleteMany({})),
    );
  });

  test('when jobs ran, how long, and how many failed', async () => {
    const metrics = new Metrics({ gauges: [], version: '1' });
    const jobs = new Jobs(createLog({ level: 'silent' }));
    jobs.soon('fine', () => setTimeout(20));
    jobs.soon('broken', () => Promise.reject(new Error('x')));
    await jobs.stop();
    const series = seriesIn(await metrics.text());
    metrics.close();
    expect(series.get('headbadge_job_failures_total{name="fine"}')).toBe(0);
    expect(series.get('headbadge_job_failures_total{name="broken"}')).toBe(1);
    expect(series.get('headbadge_job_duration_seconds_sum{name="fine"}')).toBeGreaterThan(0.015);
    const last = series.get('headbadge_job_last_run_timestamp_seconds{name="broken"}') ?? 0;
    expect(Math.abs(last - Date.now() / 1000)).toBeLessThan(5);
  });

  test('everything else when some numbers cannot be had, within three seconds', async () => {
    let reads = 0;
    const gauges: Gauge[] = [
      { name: 'away', help: 'x', read: () => Promise.reject(new Error('The database is away.')) },
      { name: 'broken', help: 'x', label: 'kind', read: () => Promise.reject(new Error('x')) },
      { name: 'hanging', help: 'x', read: () => new Promise(() => undefined) },
      { name: 'fine', help: 'x', read: () => ++reads },
      { name: 'sums_total', help: 'x', label: 'kind', isCounter: true, read: () => ({ a: 3, b: 4 }) },
    ];
    const metrics = new Metrics({ gauges, version: '1.2.3' });
    const start = performance.now();
    const texts = await Promise.all([metrics.text(), metrics.text()]);
    expect(performance.now() - start).toBeLessThan(3_000);
    const series = seriesIn(await metrics.text());
    metrics.close();
    const told = [...series.keys()].filter((name) => /away|broken|hanging|fine|sums/.test(name));
    expect(told.sort()).toEqual(['headbadge_fine', 'headbadge_sums_total{kind="a"}', 'headbadge_sums_total{kind="b"}']);
    expect(series.get('headbadge_sums_total{kind="b"}')).toBe(4);
    expect(series.get('headbadge_scrape_failures_total')).toBeGreaterThanOrEqual(3);
    expect(series.get('headbadge_build_info{version="1.2.3"}')).toBe(1);
    // Scrapes at the same time share one read.
    expect([reads, texts.length]).toEqual([1, 2]);
  });
});

const deploy = join(import.meta.dirname, '../../api/deploy');
/** Names of metrics in a query: what is followed by a selector, a range or the end, and is no function or label. */
const metricsIn = (query: string): string[] =>
  [...query.replace(/\{[^}]*\}/g, '').matchAll(/\b(?:headbadge|process|nodejs)_\w+/g)].map(([name]) => name);

test('a site serves metrics at their own port, with everything that the dashboard and the alerts ask for', async () => {
  const port = await freePort();
  const site = await Site.start({ isAlone: true, env: { METRICS_PORT: String(port) } });
  try {
    expect((await fetch(`${site.origin}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await response.text();
    const names = namesIn(text);
    const series = seriesIn(text);
    expect(series.get('headbadge_database_command_duration_seconds_count{command="createIndexes"}')).toBeGreaterThan(9);
    expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(50e6);
    expect(names).toContain('nodejs_eventloop_lag_p99_seconds');
    const dashboard = JSON.parse(await readFile(join(deploy, 'grafana-dashboard.json'), 'utf8'));
    const queries: string[] = dashboard.panels.flatMap((panel: { targets?: { expr: string }[] }) =>
      (panel.targets ?? []).map(({ expr }) => expr),
    );
    expect(queries.length).toBeGreaterThan(15);
    const alerts = await readFile(join(deploy, 'prometheus-alerts.yml'), 'utf8');
    const conditions = [...alerts.matchAll(/expr: (?:>-\s*)?(.*)/g)].map(([, expr = '']) => expr);
    expect(conditions).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0);
    expect(conditions.map((expr) => metricsIn(expr).filter((name) => names.has(name)).length > 0)).not.toContain(false);
    expect(conditions.flatMap(metricsIn).filter((name) => !names.has(name))).toEqual([]);
    const routes = new RegExp(`^(?:${/route=~"([^"]+)"/.exec(alerts)?.[1]})$`);
    for (const { path } of [login, restoreAccount, loginWithPasskey, restoreWithPasskey, proveIdentity, changePassword])
      expect(apiBase + path).toMatch(routes);
    for (const query of queries) expect(metricsIn(query), query).not.toEqual([]);
    expect(queries.flatMap(metricsIn).filter((name) => !names.has(name))).toEqual([]);
    // A metric of ours that no panel shows would be forgotten.
    const shown = new Set(queries.flatMap(metricsIn).map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    const ours = [...names]
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
      .filter((name) => /^headbadge_/.test(name));
    expect([...new Set(ours)].filter((name) => !shown.has(name))).toEqual([]);
  } finally {
    await site.close();
  }
});
