import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientAddress } from '#api/platform/http/client-address.ts';
import type { Visitor } from '#api/platform/http/kit.ts';
import { listen } from '#api/platform/listen.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { photoLimits } from '#contract/photos.ts';
import { ended, Nginx, nginx, pathOf, sample, startListening } from '#tests/kit/nginx.ts';
import { freePort } from '#tests/kit/ports.ts';
import { nightly } from '#tests/run/tiers.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'api/deploy');
const caddy = pathOf('caddy');
const compose = pathOf('docker-compose');
const analyze = pathOf('systemd-analyze');

/** The visitor comes from another address than the proxy. */
const visitor = '127.0.0.2';

let folder: string;
/** A request as the site receives it. */
let site: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-deploy-'));
  const { trustedProxies } = readConfig({ DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' });
  const app = new Hono<Visitor>().use(clientAddress(trustedProxies));
  app.onError((_, c) => c.text('', 400));
  app.get('/readyz', (c) => c.text('ok'));
  app.on(['GET', 'PUT', 'POST', 'DELETE'], ['/seen', '/api/v1/seen'], async (c) => {
    const { byteLength } = await c.req.arrayBuffer();
    return c.json({
      bytes: byteLength,
      client: c.get('client'),
      host: c.req.header('host'),
      proto: c.req.header('x-forwarded-proto'),
    });
  });
  site = await listen(app, '127.0.0.1', 0);
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(folder, 'key.pem'),
  ];
  const subject = ['-subj', '/CN=bikes.example.org', '-addext', 'subjectAltName=DNS:bikes.example.org'];
  await run('openssl', ['req', '-x509', ...key, ...subject, '-out', join(folder, 'cert.pem'), '-days', '2']);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function startNginx(port: number, sites = [site.port]): Promise<() => Promise<void>> {
  const certificate = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const server = await Nginx.start({ folder, port, sites, certificate });
  return () => server.stop();
}

async function startCaddy(port: number, sites = [site.port]): Promise<() => Promise<void>> {
  const config = await sample('Caddyfile', [
    ['127.0.0.1:8787', sites.map((one) => `127.0.0.1:${one}`).join(' ')],
    [
      '\nbikes.example.org {\n',
      `\nbikes.example.org:${port} {\n\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}\n`,
    ],
  ]);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${config}`);
  const options = ['run', '--config', file, '--adapter', 'caddyfile'];
  const child = await startListening(caddy ?? '', options, { port, home: folder });
  return () => ended(child);
}

/** Opens a connection as a browser does; the proxy chooses the protocol. */
function open(port: number): ClientHttp2Session {
  const url = 'https://bikes.example.org';
  const tls = {
    host: '127.0.0.1',
    port,
    localAddress: visitor,
    servername: 'bikes.example.org',
    rejectUnauthorized: false,
  };
  // Megabytes; with less, Node itself breaks off a request after a large one.
  const maxSessionMemory = 100;
  const createConnection = () => connectTls({ ...tls, ALPNProtocols: ['h2', 'http/1.1'] });
  return connect(url, { maxSessionMemory, createConnection });
}

async function ask(session: ClientHttp2Session, headers: Record<string, string>, body?: Buffer) {
  const stream = session.request({ ':path': '/seen', ...headers }, { endStream: body === undefined });
  const head = new Promise<{ status: number; retryAfter: string | undefined; location: string | undefined }>(
    (resolve, reject) => {
      stream
        .once('response', ({ ':status': status = 0, 'retry-after': retryAfter, location }) =>
          resolve({ status, retryAfter, location }),
        )
        .once('error', reject);
    },
  );
  if (body) stream.end(body);
  const answer = await head;
  // A refusal of the body may cut off its own text.
  return { ...answer, text: await text(stream).catch((error) => (answer.status === 413 ? '' : Promise.reject(error))) };
}

describe.each([
  { name: 'nginx', isHere: nginx !== null, start: startNginx },
  { name: 'Caddy', isHere: caddy !== null, start: startCaddy },
])('the sample for $name', ({ isHere, start }) => {
  test.skipIf(!isHere)(
    'speaks HTTP/2, names the visitor whatever they claim, and passes whole photos on',
    { tags: nightly },
    async () => {
      const port = await freePort();
      const stop = await start(port);
      const session = open(port);
      try {
        const { status, text: seen } = await ask(session, { 'x-forwarded-for': '203.0.113.9' });
        expect([status, JSON.parse(seen)]).toEqual([
          200,
          { bytes: 0, client: visitor, host: expect.stringMatching(/^bikes\.example\.org/), proto: 'https' },
        ]);
        const photo = Buffer.alloc(photoLimits.bytes);
        const sent = await ask(session, { ':method': 'PUT', 'content-length': `${photo.length}` }, photo);
        expect([sent.status, JSON.parse(sent.text).bytes]).toEqual([200, photo.length]);
        const large = Buffer.alloc(25 * 1024 * 1024);
        expect(await ask(session, { ':method': 'PUT', 'content-length': `${large.length}` }, large)).toMatchObject({
          status: 413,
        });
      } finally {
        session.close();
        await stop();
      }
    },
  );

  test.skipIf(!isHere)('answers 503 with Retry-After where no process listens', { tags: nightly }, async () => {
    const port = await freePort();
    const stop = await start(port, [await freePort(), await freePort()]);
    const session = open(port);
    try {
      const { status, retryAfter } = await ask(session, {});
      expect([status, retryAfter]).toEqual([503, '2']);
    } finally {
      session.close();
      await stop();
    }
  });
});

test.skipIf(!nginx)(
  'at an old address nginx sends pages on, and passes what a device sends and fetches',
  { tags: nightly },
  async () => {
    const port = await freePort();
    const stop = await startNginx(port);
    const session = open(port);
    const old = { ':authority': 'old.example.org' };
    try {
      const page = { ...old, accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ':path': '/bike/1-surly?from=feed' };
      expect(await ask(session, page)).toMatchObject({
        status: 301,
        location: 'https://bikes.example.org/bike/1-surly?from=feed',
      });
      const requests: Record<string, string>[] = [
        { ':path': '/seen', accept: '*/*' },
        { ':path': '/api/v1/seen', accept: 'text/html' },
        { ':path': '/api/v1/seen', ':method': 'POST', accept: 'application/json' },
      ];
      for (const request of requests)
        expect(await ask(session, { ...old, ...request })).toMatchObject({
          status: 200,
          text: expect.stringContaining('"host":"old.example.org"'),
        });
    } finally {
      session.close();
      await stop();
    }
  },
);

test.skipIf(!nginx)(
  'nginx tries another process unless a POST may have arrived, and then answers 503 with Retry-After',
  { tags: nightly },
  async () => {
    const received: string[] = [];
    /** A process that dies with each request. */
    const dying = createServer(({ method = '', socket }) => {
      received.push(method);
      socket.destroy();
    });
    dying.listen(0, '127.0.0.1');
    await once(dying, 'listening');
    const processes = [await freePort(), (dying.address() as AddressInfo).port, site.port];
    const answers: Record<string, (number | string)[]> = {};
    try {
      for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
        // A new nginx takes the processes in order. Later it leaves out those that failed for two to three seconds.
        const port = await freePort();
        const stop = await startNginx(port, processes);
        const session = open(port);
        try {
          for (let turn = 0; turn < 3; turn += 1) {
            const { status, retryAfter } = await ask(session, { ':method': method });
            answers[method] = [...(answers[method] ?? []), status, ...(retryAfter ? [retryAfter] : [])];
          }
        } finally {
          session.close();
          await stop();
        }
      }
    } finally {
      dying.close();
    }
    const found = [200, 200, 200];
    expect(answers).toEqual({ GET: found, PUT: found, DELETE: found, POST: [503, '2', 200, 200] });
    expect(received).toEqual(['GET', 'PUT', 'DELETE', 'POST']);
  },
);

test.skipIf(!compose)('the compose file is valid, and asks for its secrets', { tags: nightly }, async () => {
  const file = join(folder, 'compose.yaml');
  // Debian's version of the program does not know the name of a project.
  await writeFile(file, (await readFile(join(deploy, 'compose.yaml'), 'utf8')).replace(/^name: .*\n/m, ''));
  const config = (env: Record<string, string>) =>
    run(compose ?? '', ['--file', file, '--profile', 'metrics', 'config', '--services'], {
      env: { PATH: process.env.PATH ?? '', ...env },
    });
  const { stdout } = await config({ KEYS: 'a secret', S3_SECRET: 'another1' });
  expect(stdout.trim().split('\n').sort()).toEqual(['mail', 'mongodb', 'prometheus', 'site', 'storage']);
  await expect(config({ S3_SECRET: 'another1' })).rejects.toThrow(/Set KEYS/);
});

test.skipIf(!analyze)('the systemd unit is valid', { tags: nightly }, async () => {
  const unit = await readFile(join(deploy, 'headbadge.service'), 'utf8');
  const file = join(folder, 'headbadge.service');
  await writeFile(file, unit.replace('/opt/headbadge/node_modules/.bin/node', process.execPath));
  const { stderr } = await run(analyze ?? '', ['verify', '--man=no', file]);
  expect(stderr).toBe('');
});

test('the samples set only settings that exist, and the image contains what it runs', async () => {
  const read = (name: string) => readFile(join(root, name), 'utf8');
  const settings = await read('api/README.md');
  const environment = /environment:\n([\s\S]*?)\n {4}\w/.exec(await read('api/deploy/compose.yaml'))?.[1] ?? '';
  const names = [...environment.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(names).toHaveLength(9);
  for (const name of names) expect(settings, name).toMatch(new RegExp(`\`[^|]*\\b${name}\\b`));
  const dockerfile = await read('Dockerfile');
  expect(dockerfile.match(/^FROM .*/gm)).toEqual(['FROM debian:trixie-slim AS build', 'FROM debian:trixie-slim']);
  expect(dockerfile).toMatch(/^USER 10001$/m);
  expect(existsSync(join(root, 'api/cli/serve.ts'))).toBe(true);
});
