import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { backups, spaceFinding, stateFindings } from '#api/cli/doctor/backups.ts';
import type { Deployment, Finding } from '#api/cli/doctor/finding.ts';
import { metrics, reachFindings } from '#api/cli/doctor/metrics.ts';
import { openId } from '#api/cli/doctor/openid.ts';
import { countFinding, search, versionFinding } from '#api/cli/doctor/search.ts';
import { readSettings } from '#api/cli/doctor/settings.ts';
import { traces } from '#api/cli/doctor/traces.ts';
import type { SiteDatabase } from '#api/database.ts';
import { BackupStore } from '#api/features/backups/backups.store.ts';
import { OpenSearchClient } from '#api/features/search/open-search/client.ts';
import { PositionStore } from '#api/features/search/open-search/positions.store.ts';
import { OpenSearchWriter } from '#api/features/search/open-search/writer.ts';
import { Leases } from '#api/platform/leases.ts';
import { createLog } from '#api/platform/logs.ts';
import { readSearchUrl } from '#api/platform/settings/search-address.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { SourceBikes } from '#tests/kit/open-search/bikes.ts';
import { missingOpenSearch, OpenSearchNode } from '#tests/kit/open-search/node.ts';
import { TestProvider } from '#tests/kit/openid.ts';
import { TestCollector } from '#tests/kit/otlp.ts';
import { freePort } from '#tests/kit/ports.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';
import { nightly } from '#tests/run/tiers.ts';

type Env = Record<string, string>;

let folder: string;
let database: TestDatabase;
const servers: Server[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-doctor-services-'));
  database = await TestDatabase.open();
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
function deploymentOf(env: Env, withDatabase = false): Deployment {
  const { config, hasKeys, isForeign, findings } = readSettings({ DATA_DIR: folder, ...env });
  if (!config) throw new Error(JSON.stringify(findings));
  const opened = withDatabase ? ({ db: database.db } as SiteDatabase) : null;
  return { env, config, hasKeys, isForeign, database: opened, mailTo: undefined };
}
const bad = (findings: Finding[]) => findings.filter(({ state }) => state !== 'ok');
const said = (findings: Finding[]) => findings.map(({ state, found }) => `${state}: ${found}`);

describe('backups', () => {
  const row = { bytes: 1000, ms: 5, photos: null, consistent: true };
  const named = (at: Date) => ({ name: `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`, at, ...row });
  const check = (to: string, withDatabase = false) => backups.run(deploymentOf({ BACKUP_TO: to }, withDatabase));

  test('into a folder beside the data are tried, leave nothing there, and are warned of', async () => {
    const to = await mkdtemp(join(folder, 'not-here-'));
    const outside = await mkdtemp(join(tmpdir(), 'headbadge-doctor-backups-'));
    try {
      expect(said(await check(outside))).toEqual([
        `ok: A file was written, read, listed and deleted in ${outside}.`,
        `warning: ${outside} is on the same disk as DATA_DIR: one broken disk takes both.`,
      ]);
      expect(await readdir(outside)).toEqual([]);
      // A link hides from the settings that it leads into the data folder.
      await symlink(to, join(outside, 'link'));
      expect(said(await check(join(outside, 'link')))).toContain(
        `warning: ${outside}/link is within DATA_DIR: whoever loses the one loses the other.`,
      );
      await writeFile(join(outside, 'file'), '');
      expect(said(await check(join(outside, 'file')))).toEqual([`fault: ${outside}/file is no folder.`]);
      expect(said(await check(join(outside, 'missing')))).toEqual([`fault: There is no folder ${outside}/missing.`]);
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  test.skipIf(process.getuid?.() === 0)('into a folder of another account are a fault', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'headbadge-doctor-backups-'));
    await mkdir(join(outside, 'backups'), { mode: 0o500 });
    expect(said(await check(outside))[0]).toMatch(/^fault: Backups cannot be stored: EACCES/);
    await chmod(join(outside, 'backups'), 0o700);
    await rm(outside, { recursive: true });
  });

  test.each([
    ['PUT', 'write', 'Allow s3:PutObject on headbadge-photos/site/* to the key of BACKUP_TO.'],
    ['GET', 'read', 'Allow s3:GetObject on headbadge-photos/site/* to the key of BACKUP_TO.'],
    ['LIST', 'list', 'Allow s3:ListBucket on the bucket headbadge-photos to the key of BACKUP_TO.'],
    ['DELETE', 'delete', 'Allow s3:DeleteObject on headbadge-photos/site/* to the key of BACKUP_TO. Delete '],
  ])('into a bucket without the right to %s are a fault', async (method, what, fix) => {
    const s3 = await TestS3.open();
    expect(bad(await check(s3.url({ prefix: '/site' })))).toEqual([]);
    expect(s3.objects.size).toBe(0);
    s3.denied.add(method);
    const [finding] = bad(await check(s3.url({ prefix: '/site' })));
    expect(finding?.found).toBe(`The site cannot ${what} objects in the bucket headbadge-photos (403 AccessDenied).`);
    expect(finding?.fix).toContain(fix);
    await s3.close();
  });

  test('that anybody can read, or that have disappeared, are a fault', async () => {
    const s3 = await TestS3.open();
    s3.isPublic = true;
    expect(said(await check(s3.url()))).toEqual([
      'fault: Anybody can read the bucket headbadge-photos: a backup has all messages and addresses.',
    ]);
    s3.isPublic = false;
    const last = named(new Date());
    await new BackupStore(database.db).complete(last);
    expect(said(bad(await check(s3.url(), true)))).toEqual([
      `fault: The last backup, ${last.name}, is not in s3://headbadge-photos/. There is none.`,
    ]);
    s3.objects.set(`backups/${last.name}/backup.json`, { bytes: Buffer.from('{}'), headers: {} });
    expect(bad(await check(s3.url(), true))).toEqual([]);
    await new BackupStore(database.db).fail({ at: new Date(), message: 'The bucket is full.' });
    expect(said(bad(await check(s3.url(), true)))).toEqual([
      'fault: A backup failed 0 minutes ago: The bucket is full. The last complete one is 0 minutes old.',
    ]);
    await database.db.collection('backups').deleteMany({});
    await s3.close();
  });

  test('are judged by their schedule', () => {
    const now = new Date('2026-03-04T12:00:00Z');
    const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
    const state = { place: '/b', every: 86_400, keep: 7, runningSince: null, last: null, failure: null };
    const last = (hours: number) => ({ ...named(now), at: ago(hours) });
    expect(said(stateFindings(state, now))).toEqual(['warning: None has been made yet.']);
    expect(said(stateFindings({ ...state, last: last(20) }, now))).toEqual([
      'ok: The last backup is 20 hours old, and BACKUP_EVERY asks for one every 24 hours.',
    ]);
    expect(said(stateFindings({ ...state, last: last(72) }, now))).toEqual([
      'fault: The last backup is 3 days old, but BACKUP_EVERY asks for one every 24 hours.',
    ]);
    expect(said(stateFindings({ ...state, last: last(72), runningSince: ago(1) }, now))).toEqual([
      'ok: The last backup is 3 days old, and BACKUP_EVERY asks for one every 24 hours. One is being made for 60 minutes.',
    ]);
    expect(said(stateFindings({ ...state, failure: { at: ago(1), message: 'No room.' } }, now))).toEqual([
      'fault: A backup failed 60 minutes ago: No room. There is no complete one.',
    ]);
  });

  test('need room', () => {
    expect(spaceFinding('/b', '', 10e6, 1e6)).toEqual([]);
    expect(spaceFinding('/b', '', null, 1e6)).toEqual([]);
    expect(said([...spaceFinding('/b', '', 150e6, 100e6), ...spaceFinding('/b', '', 50e6, 100e6)])).toEqual([
      'warning: The disk of /b has 143 MB left, and the next backup takes about 95 MB.',
      'fault: The disk of /b has 47 MB left, and the next backup takes about 95 MB.',
    ]);
  });

  test('that nobody makes are a warning in production', async () => {
    expect(bad(await backups.run(deploymentOf({})))).toEqual([]);
    const https = { PUBLIC_ORIGIN: 'https://bikes.example', KEYS: 'uK3v9QpL2xT7mZ8cB4nR6wY1sD5fG0hJ' };
    expect(said(await backups.run(deploymentOf(https)))).toEqual([
      'warning: None are made by schedule, because BACKUP_TO is not set.',
    ]);
  });
});

describe('metrics', () => {
  const token = 'a-token-of-16-chars';
  const text = '# TYPE headbadge_build_info gauge\nheadbadge_build_info{version="1"} 1\n';
  /** A site with metrics, for those who bring `wanted`. */
  const serve = (wanted: string | null) =>
    listen(({ url, headers }, response) => {
      if (url === '/healthz') return void response.end('{"status":"ok","version":"1.0.0"}');
      const isAllowed = url === '/metrics' && (wanted === null || headers.authorization === `Bearer ${wanted}`);
      response.writeHead(isAllowed ? 200 : 404).end(isAllowed ? text : '');
    });
  const check = (env: Env) => metrics.run(deploymentOf(env));

  test('answer at a free port, and at that of a running site', async () => {
    const port = await freePort();
    const stopped = String(await freePort());
    expect(said(await check({ PORT: stopped, METRICS_PORT: String(port) }))).toEqual([
      `ok: Port ${port} is free for them.`,
    ]);
    const ours = await serve(token);
    const url = `http://127.0.0.1:${ours}/metrics`;
    expect(said(await check({ PORT: stopped, METRICS_PORT: String(ours), METRICS_TOKEN: token }))).toEqual([
      `ok: They are at ${url}, with METRICS_TOKEN only.`,
    ]);
    expect(said(await check({ PORT: String(ours), METRICS_TOKEN: token }))).toEqual([
      `ok: They are at ${url}, with METRICS_TOKEN only.`,
    ]);
    expect(said(await check({ PORT: String(ours), METRICS_TOKEN: `${token}-other` }))).toEqual([
      `fault: ${url} refuses METRICS_TOKEN (404).`,
    ]);
    expect(await check({ PORT: stopped })).toEqual([]);
  });

  test('that answer without the token, or not at all, are a fault', async () => {
    const open = await serve(null);
    const [port, free] = [String(await freePort()), await freePort()];
    expect(said(await check({ PORT: port, METRICS_PORT: String(open), METRICS_TOKEN: token }))).toEqual([
      `fault: http://127.0.0.1:${open}/metrics answers without METRICS_TOKEN, too.`,
    ]);
    expect(said(await check({ PORT: String(open), METRICS_PORT: String(free) }))).toEqual([
      `fault: The site runs, but http://127.0.0.1:${free}/metrics does not answer.`,
    ]);
  });

  test('where something else listens, or nothing can, are a fault', async () => {
    const [other, port] = [await listen((_, response) => void response.writeHead(418).end()), String(await freePort())];
    expect(said(await check({ PORT: port, METRICS_PORT: String(other) }))).toEqual([
      `fault: Something else listens at METRICS_PORT ${other} (418).`,
    ]);
    const nowhere = await check({
      PORT: port,
      METRICS_PORT: String(await freePort()),
      METRICS_HOST: '192.0.2.1',
      METRICS_TOKEN: token,
    });
    expect(said(nowhere)).toEqual([
      expect.stringMatching(/^fault: The site cannot listen at METRICS_HOST 192\.0\.2\.1/),
    ]);
    expect(said(await check({ PORT: '9464', METRICS_PORT: '9464' }))).toEqual([
      'fault: METRICS_PORT and PORT are both 9464: the site does not start.',
    ]);
  });

  test('that others can reach without a token are a warning, on the internet a fault', () => {
    const states = (host: string, here: string[]) => reachFindings(host, 9464, here).map(({ state }) => state);
    expect(states('127.0.0.1', ['93.184.216.34'])).toEqual([]);
    expect(states('0.0.0.0', [])).toEqual([]);
    expect(states('0.0.0.0', ['172.30.87.3'])).toEqual(['warning']);
    expect(states('::', ['172.30.87.3', '93.184.216.34'])).toEqual(['fault']);
    expect(states('10.0.0.1', [])).toEqual(['warning']);
    expect(states('93.184.216.34', [])).toEqual(['fault']);
  });
});

describe('traces', () => {
  const check = (url: string, env: Env = {}) => traces.run(deploymentOf({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env }));

  test('reach a collector that accepts them, with the headers of OpenTelemetry', async () => {
    const collector = await TestCollector.open();
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20word, x-other=2' };
    expect(said(await check(`${collector.url}/`, headers))).toEqual([
      `ok: The collector at ${collector.url}/v1/traces accepts traces.`,
    ]);
    expect(collector.headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      'content-length': '0',
      'x-key': 'a word',
      'x-other': '2',
    });
    expect(collector.spans).toEqual([]);
    await collector.close();
    expect(await traces.run(deploymentOf({}))).toEqual([]);
  });

  test.each([
    [401, 'fault', /^Set or correct OTEL_EXPORTER_OTLP_HEADERS/],
    [404, 'fault', /^Correct OTEL_EXPORTER_OTLP_ENDPOINT: the site adds/],
    [503, 'warning', /^It is too busy/],
  ])('that get %i say what to correct', async (status, state, fix) => {
    const port = await listen((_, response) => void response.writeHead(status).end());
    const [finding] = await check(`http://127.0.0.1:${port}`);
    expect(finding).toMatchObject({ state, found: expect.stringContaining(`(${status})`) });
    expect(finding?.fix).toMatch(fix);
  });

  test('that nobody collects are a fault', async () => {
    const [finding] = await check(`http://127.0.0.1:${await freePort()}`);
    expect(finding).toMatchObject({ state: 'fault', found: expect.stringContaining('ECONNREFUSED') });
    expect(finding?.fix).toContain('4318');
  });
});

describe('search', () => {
  const check = (url: string, withDatabase = false) => search.run(deploymentOf({ SEARCH_URL: url }, withDatabase));
  const answering = (answers: Record<string, [number, object]>) =>
    listen(({ url = '' }, response) => {
      const [status, body] = answers[url.split('?')[0] ?? ''] ?? [404, {}];
      response.writeHead(status).end(JSON.stringify(body));
    });
  const root: [number, object] = [200, { version: { number: '2.19.1', distribution: 'opensearch' } }];

  test('reports a server that refuses the login, is away, or is none', async () => {
    const port = await listen((_, response) => void response.writeHead(401).end('Unauthorized'));
    expect(await check(`http://rider:hidden-word@127.0.0.1:${port}/bikes`)).toEqual([
      {
        state: 'fault',
        found: 'OpenSearch refuses the login (401).',
        fix: expect.stringMatching(/^Correct USER:PASSWORD/),
      },
    ]);
    const [away] = await check(`http://127.0.0.1:${await freePort()}`);
    expect(away?.found).toMatch(/^OpenSearch at http:\/\/127\.0\.0\.1:\d+ does not answer: .*ECONNREFUSED/);
    const other = await answering({ '/': [200, { hello: 'world' }] });
    expect(said(await check(`http://127.0.0.1:${other}`))).toEqual([
      `fault: http://127.0.0.1:${other} answers, but not as OpenSearch does.`,
    ]);
    expect(await search.run(deploymentOf({}))).toEqual([]);
  });

  test.each([
    ['red', 'fault: A part of the search index is missing (red): the database answers searches.'],
    ['yellow', 'warning: The search index lacks its second copy (yellow).'],
  ])('reports an index that is %s', async (status, found) => {
    const done = { items: [{ delete: { _id: 'x', status: 404 } }] };
    const port = await answering({
      '/': root,
      '/_alias/bikes': [200, { 'bikes-1': {} }],
      '/_cluster/health/bikes': [200, { status }],
      '/bikes/_count': [200, { count: 3 }],
      '/bikes/_bulk': [200, done],
    });
    expect(said(bad(await check(`http://127.0.0.1:${port}/bikes`)))).toEqual([found]);
  });

  test('reports a wrong version and a wrong count', () => {
    expect(said([versionFinding('2.19.0', 'opensearch'), versionFinding('3.1.0', 'opensearch')])).toEqual([
      ...['ok: OpenSearch 2.19.0 answers.', 'ok: OpenSearch 3.1.0 answers.'],
    ]);
    expect(versionFinding('2.4.1', 'opensearch').state).toBe('warning');
    expect(versionFinding('8.11.0', '').found).toContain('Elasticsearch 8.11.0');
    expect(
      [countFinding(1000, 1015), countFinding(100_000, 101_000), countFinding(0, 50)].map((one) => one.state),
    ).toEqual(['ok', 'ok', 'fault']);
  });

  const missing = missingOpenSearch();
  const name = `in a real node${missing ? `: skipped, ${missing}` : ''}`;
  test.skipIf(missing)(name, { tags: nightly }, async () => {
    const node = await OpenSearchNode.start();
    try {
      const url = `${node.origin}/bikes`;
      expect(said(bad(await check(url)))).toEqual([
        'warning: There is no search index bikes yet: the database answers searches.',
      ]);
      const client = new OpenSearchClient(readSearchUrl(url) ?? expect.fail('no address'));
      const now = () => new Date();
      const writer = new OpenSearchWriter({
        client,
        source: new SourceBikes(),
        positions: new PositionStore(database.db, 'bikes'),
        leases: new Leases(database.db, now),
        now,
        log: createLog({ level: 'silent' }),
        onChange: () => undefined,
      });
      await writer.build();
      expect(said(await check(url, true))).toEqual([
        expect.stringMatching(/^ok: OpenSearch 2\.\d+\.\d+ answers\.$/),
        'ok: The search index has 0 bikes, and the database 0.',
        'ok: It takes writes.',
      ]);
      // As OpenSearch does by itself when its disk is full.
      await client.request('PUT', 'bikes/_settings', { 'index.blocks.write': true });
      expect(said(bad(await check(url, true)))).toEqual([
        expect.stringMatching(/^fault: The search index takes no writes: OpenSearch refuses a bike: cluster_block/),
      ]);
      await client.request('PUT', 'plain', {});
      expect(said(bad(await check(`${node.origin}/plain`)))).toEqual([
        'fault: plain is an index of its own, where the site needs an alias.',
      ]);
    } finally {
      await node.close();
    }
  });
});

test('accounts elsewhere: names a provider that does not answer, is none, or does not know our client', async () => {
  const provider = await TestProvider.start('http://localhost:8787');
  const run = async (...providers: object[]) =>
    said(await openId.run(deploymentOf({ OPENID_PROVIDERS: JSON.stringify(providers) })));
  const { setting } = provider;
  const other = {
    ...setting,
    id: 'other',
    name: 'Other',
    issuer: `http://127.0.0.1:${await listen((_, answer) => answer.end('{}'))}`,
  };
  const callback = 'http://localhost:8787/api/v1/account/openid/club/callback';
  try {
    expect(await run(setting, other)).toEqual([
      `ok: Our club answers, and knows our client. It must allow the redirect to ${callback}.`,
      expect.stringContaining(`fault: ${other.issuer} is no issuer of OpenID Connect:`),
    ]);
    expect(await run({ ...setting, clientSecret: 'wrong' })).toEqual(['fault: Our club refuses our client.']);
  } finally {
    await provider.close();
  }
  expect(await run(setting)).toEqual([
    expect.stringContaining(`fault: Our club at ${setting.issuer} does not answer:`),
  ]);
});
