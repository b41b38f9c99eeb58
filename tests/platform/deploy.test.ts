import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#api/platform/config.ts';
import { clientAddress } from '#api/platform/http/client-address.ts';
import type { Visitor } from '#api/platform/http/kit.ts';
import { listen } from '#api/platform/listen.ts';
import { photoLimits } from '#contract/photos.ts';
import { freePort } from '#tests/kit/ports.ts';
import { until } from '#tests/kit/until.ts';
import { nightly } from '#tests/run/tiers.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'api/deploy');
/** Returns the program's path; null if it is not installed. */
const pathOf = (name: string): string | null =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync) ?? null;

const nginx = pathOf('nginx');
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
  app.all('/seen', async (c) => {
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

/** The sample with this machine's ports and certificate in place of the real ones. */
async function sample(name: string, changes: [string, string][]): Promise<string> {
  let config = await readFile(join(deploy, name), 'utf8');
  for (const [from, to] of changes) {
    expect(config, from).toContain(from);
    config = config.replaceAll(from, to);
  }
  return config;
}

async function startNginx(port: number): Promise<() => Promise<void>> {
  const config = await sample('nginx.conf', [
    ['127.0.0.1:8787', `127.0.0.1:${site.port}`],
    ['    listen 80;\n    listen [::]:80;', `    listen 127.0.0.1:${await freePort()};`],
    ['    listen 443 ssl http2;\n    listen [::]:443 ssl http2;', `    listen 127.0.0.1:${port} ssl http2;`],
    ['/etc/letsencrypt/live/bikes.example.org/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/letsencrypt/live/bikes.example.org/privkey.pem', join(folder, 'key.pem')],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  const paths = `pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};`;
  // Started by root, its workers could not write to this folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(file, `${user} ${paths} events {} http { access_log off; ${temporary.join(' ')}\n${config}\n}`);
  return started(nginx ?? '', ['-p', folder, '-c', file, '-g', 'daemon off;'], port);
}

async function startCaddy(port: number): Promise<() => Promise<void>> {
  const config = await sample('Caddyfile', [
    ['127.0.0.1:8787', `127.0.0.1:${site.port}`],
    [
      '\nbikes.example.org {\n',
      `\nbikes.example.org:${port} {\n\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}\n`,
    ],
  ]);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${config}`);
  return started(caddy ?? '', ['run', '--config', file, '--adapter', 'caddyfile'], port);
}

async function started(program: string, options: string[], port: number): Promise<() => Promise<void>> {
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  await until(async () => {
    if (child.exitCode !== null) throw new Error(said);
    const socket = connectSocket(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
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
  return connect(url, { createConnection: () => connectTls({ ...tls, ALPNProtocols: ['h2', 'http/1.1'] }) });
}

async function ask(session: ClientHttp2Session, headers: Record<string, string>, body?: Buffer) {
  const stream = session.request({ ':path': '/seen', ...headers }, { endStream: body === undefined });
  const status = new Promise<number>((resolve, reject) => {
    stream.once('response', (answer) => resolve(answer[':status'] ?? 0)).once('error', reject);
  });
  if (body) stream.end(body);
  return { status: await status, text: await text(stream) };
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
        const refused = await ask(session, { ':method': 'PUT', 'content-length': `${large.length}` }, large).catch(
          () => null,
        );
        expect(refused?.status ?? 413).not.toBe(200);
      } finally {
        session.close();
        await stop();
      }
    },
  );
});

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
  expect(names).toHaveLength(8);
  for (const name of names) expect(settings, name).toMatch(new RegExp(`\`[^|]*\\b${name}\\b`));
  const dockerfile = await read('Dockerfile');
  expect(dockerfile.match(/^FROM .*/gm)).toEqual(['FROM debian:trixie-slim AS build', 'FROM debian:trixie-slim']);
  expect(dockerfile).toMatch(/^USER 10001$/m);
  expect(existsSync(join(root, 'api/cli/serve.ts'))).toBe(true);
});
