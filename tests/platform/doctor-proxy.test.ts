import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as askSite, createServer } from 'node:http';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '#api/cli/doctor/ask.ts';
import type { Finding } from '#api/cli/doctor/finding.ts';
import { readSettings } from '#api/cli/doctor/settings.ts';
import { site } from '#api/cli/doctor/site.ts';
import { clientAddress } from '#api/platform/http/client-address.ts';
import { EveryAnswer } from '#api/platform/http/every-answer.ts';
import { healthRoutes } from '#api/platform/http/health.ts';
import { errorAnswer, type Visitor } from '#api/platform/http/kit.ts';
import { keyHolder, seenRequestPath, seenRequestRoutes } from '#api/platform/http/seen-request.ts';
import { type Listening, listen } from '#api/platform/listen.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { version as checkout } from '#api/version.ts';
import { photoLimits } from '#contract/photos.ts';
import { freePort } from '#tests/kit/ports.ts';
import { until } from '#tests/kit/until.ts';
import { nightly } from '#tests/run/tiers.ts';

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);
const KEYS = 'uK3v9QpL2xT7mZ8cB4nR6wY1sD5fG0hJ';
/** The address from which the proxy asks the site. The doctor asks the proxy from 127.0.0.1. */
const proxy = '127.0.0.3';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-doctor-proxy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Answers = { version?: string; isReady?: boolean; trusted?: string; date?: Date };

/** The site's routes that the doctor asks, on a port of their own. */
async function startSite({ version = checkout, isReady = true, trusted = proxy, date }: Answers): Promise<Listening> {
  const { trustedProxies } = readConfig({ DATA_DIR: folder, KEYS, TRUSTED_PROXIES: trusted });
  const app = new Hono<Visitor>().use(
    clientAddress(trustedProxies),
    new EveryAnswer({ secure: true, version }).setHeaders,
  );
  app.use(async (c, next) => {
    await next();
    if (date) c.header('date', date.toUTCString());
  });
  app.onError(errorAnswer);
  app.route('/', healthRoutes({ version, ready: async () => isReady }));
  app.route('/', seenRequestRoutes({ keys: [KEYS], trusted: trustedProxies, version }));
  return listen(app, '127.0.0.1', 0);
}

async function examine(env: Record<string, string>): Promise<Finding[]> {
  const { config, hasKeys, isForeign } = readSettings({ DATA_DIR: folder, KEYS, ...env });
  if (!config) throw new Error('These settings are wrong.');
  return site.run({ env, config, hasKeys, isForeign, database: null, mailTo: undefined });
}
const bad = (findings: Finding[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ state, found }) => [state, found]);

test('another version, a site that is not ready and a wrong clock are found', async () => {
  const running = await startSite({ version: '0.0.9', isReady: false, date: new Date(Date.now() - 100_000) });
  const port = String(running.port);
  const findings = await examine({ PORT: port, PUBLIC_ORIGIN: `http://127.0.0.1:${port}` });
  expect(bad(findings)).toEqual([
    ['fault', expect.stringMatching(/^It says that it is not ready/)],
    ['warning', `Version 0.0.9 is running, but this checkout is ${checkout}.`],
    ['fault', expect.stringMatching(/^This machine's clock is (?:99|100|101) seconds ahead of that of the site\.$/)],
  ]);
  await running.close();
});

test('a site tells what arrives only to somebody who knows its keys, for an hour, and reads no more than a photo', async () => {
  const running = await startSite({});
  const url = `http://127.0.0.1:${running.port}${seenRequestPath}`;
  const status = async (Authorization: string, bytes = 0) =>
    (await ask(url, { method: bytes ? 'PUT' : 'GET', headers: { Authorization }, bytes })).status;
  const now = Date.now();
  expect(await status('')).toBe(404);
  expect(await status(keyHolder(`${KEYS}x`, new Date()))).toBe(404);
  expect(await status(keyHolder(KEYS, new Date(now - 2 * 3_600_000)))).toBe(404);
  expect(await status(keyHolder(KEYS, new Date(now - 2 * 3_600_000)).replace(/\d+/, String(now)))).toBe(404);
  expect(await status(keyHolder(KEYS, new Date()))).toBe(200);
  expect(await status(keyHolder(KEYS, new Date()), photoLimits.bytes + 1)).toBe(413);
  for (let n = 1; n < 10; n++) expect(await status(keyHolder(KEYS, new Date()), 1)).toBe(200);
  expect(await status(keyHolder(KEYS, new Date()), 1)).toBe(429);
  await running.close();
});

test('an origin that another site answers, or that has no name, is found', async () => {
  const [ours, other] = [await startSite({}), await listen(new Hono(), '127.0.0.1', 0)];
  const PORT = String(ours.port);
  expect(bad(await examine({ PORT, PUBLIC_ORIGIN: `http://127.0.0.1:${other.port}` }))).toEqual([
    ['fault', expect.stringMatching(/answers, but not as this site does \(404 for \/healthz\)\.$/)],
  ]);
  expect(bad(await examine({ PORT, PUBLIC_ORIGIN: 'http://nobody.invalid' }))).toEqual([
    ['fault', expect.stringMatching(/^http:\/\/nobody\.invalid does not answer: .*ENOTFOUND|EAI_AGAIN/)],
  ]);
  await ours.close();
  await other.close();
});

/** A proxy that adds no header about the visitor. @param server what it calls itself */
async function startPlainProxy(target: number, port: number, host: string, server?: string) {
  const proxying = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const asked = { host: '127.0.0.1', port: target, localAddress: proxy, method, path: url, headers };
    const passed = askSite(asked, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(server && { server }) });
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  proxying.listen(port, host);
  await once(proxying, 'listening');
  return { port: (proxying.address() as AddressInfo).port, close: () => void proxying.close() };
}

test.each([
  ['on another port', false],
  ['on the same port of another address, by its name', true],
])('a proxy on http that adds no visitor is told to, and not to be removed: %s', async (_, isOnSamePort) => {
  const running = await startSite({});
  const host = isOnSamePort ? '127.0.0.2' : '127.0.0.1';
  const plain = await startPlainProxy(
    running.port,
    isOnSamePort ? running.port : 0,
    host,
    isOnSamePort ? 'x' : undefined,
  );
  try {
    const findings = await examine({ PORT: String(running.port), PUBLIC_ORIGIN: `http://${host}:${plain.port}` });
    const [believed] = findings.filter(({ found }) => found.startsWith('A forged X-Forwarded-For is believed'));
    expect(believed).toMatchObject({ state: 'fault', fix: expect.stringMatching(/^Let the proxy add the visitor/) });
  } finally {
    plain.close();
    await running.close();
  }
});

type Proxying = {
  /** Name of the certificate, and whether the doctor knows its issuer. */
  host: string;
  days: number;
  isKnown: boolean;
  listen: string;
  settings: string[];
};
const right: Proxying = {
  host: 'localhost',
  days: 80,
  isKnown: true,
  listen: 'ssl http2',
  settings: [
    'client_max_body_size 24m',
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for',
    'proxy_set_header X-Forwarded-Proto $scheme',
  ],
};

/** Runs nginx before a site. @returns the origin, and what stops it */
async function startNginx(port: number, { host, days, isKnown, listen, settings }: Proxying) {
  const here = await mkdtemp(join(folder, 'nginx-'));
  const [key, certificate] = [join(here, 'key.pem'), join(here, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    ...kind,
    ...subject,
    '-out',
    certificate,
    '-days',
    String(days),
  ]);
  setDefaultCACertificates([...rootCertificates, ...(isKnown ? [await readFile(certificate, 'utf8')] : [])]);
  const own = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${here}/${name};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const file = join(here, 'nginx.conf');
  await writeFile(
    file,
    `${user} pid ${here}/nginx.pid; error_log ${here}/error.log; events {} http { access_log off; ${temporary.join(' ')}
    server { listen 127.0.0.1:${own} ${listen}; ssl_certificate ${certificate}; ssl_certificate_key ${key};
      location / { proxy_pass http://127.0.0.1:${port}; proxy_bind ${proxy}; ${settings.map((one) => `${one};`).join(' ')} } } }`,
  );
  const child = spawn(nginx ?? '', ['-p', here, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await until(async () => {
    const socket = connectSocket(own, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    setDefaultCACertificates([...rootCertificates]);
  };
  return { origin: `${listen.includes('ssl') ? 'https' : 'http'}://localhost:${own}`, stop };
}

describe.skipIf(!nginx)('behind nginx', { tags: nightly }, () => {
  async function behind(change: Partial<Proxying>, answers: Answers = {}, isDown = false): Promise<Finding[]> {
    const running = await startSite(answers);
    if (isDown) await running.close();
    const { origin, stop } = await startNginx(running.port, { ...right, ...change });
    try {
      return await examine({ PORT: String(running.port), PUBLIC_ORIGIN: origin });
    } finally {
      await stop();
      if (!isDown) await running.close();
    }
  }

  test('that is set up as the sample, nothing is wrong', async () => {
    const findings = await behind({});
    expect(bad(findings)).toEqual([]);
    expect(findings.map(({ found }) => found)).toEqual(
      expect.arrayContaining([
        'The certificate is valid for 79 more days.',
        'The proxy speaks HTTP/2.',
        'Browsers are told to use https only (HSTS).',
        `The proxy at ${proxy} names the visitor (127.0.0.1), and a forged X-Forwarded-For is not believed.`,
        'An upload of 20 MB arrives, as large as a photo may be.',
      ]),
    );
  });

  test('with everything as nginx has it by default, each fault is found', async () => {
    const wrong = { host: 'other.example', isKnown: false, listen: 'ssl', days: 5 };
    const settings = ['proxy_hide_header Strict-Transport-Security', 'proxy_set_header X-Forwarded-Proto http'];
    expect(bad(await behind({ ...wrong, settings }))).toEqual([
      ['fault', expect.stringMatching(/^Browsers do not accept the certificate \(/)],
      ['warning', expect.stringMatching(/^The proxy speaks no HTTP\/2/)],
      ['warning', expect.stringMatching(/^Answers lack HSTS/)],
      ['fault', expect.stringMatching(/^A forged X-Forwarded-For is believed/)],
      ['warning', expect.stringMatching(/^X-Forwarded-Proto arrives as "http"/)],
      ['fault', expect.stringMatching(/^An upload of 20 MB does not arrive \((?:413|.*EPIPE|.*ECONNRESET)/)],
    ]);
  });

  test('on http and with nothing but proxy_pass, it is seen, and told what to add', async () => {
    const findings = await behind({ listen: '', settings: [] });
    expect(bad(findings)).toEqual([
      ['fault', expect.stringMatching(/^A forged X-Forwarded-For is believed/)],
      ['fault', expect.stringMatching(/^An upload of 20 MB does not arrive/)],
    ]);
    expect(JSON.stringify(findings)).toContain("Let the proxy add the visitor's address.");
    expect(JSON.stringify(findings)).not.toContain('no proxy');
  });

  test('whose certificate ends soon, or names another host, it is found', async () => {
    expect(bad(await behind({ days: 5 }))).toEqual([['warning', 'The certificate ends in 4 days.']]);
    expect(bad(await behind({ host: 'other.example' }))).toEqual([
      [
        'fault',
        expect.stringMatching(/^Browsers do not accept the certificate \(ERR_TLS_CERT_ALTNAME_INVALID|altnames/),
      ],
    ]);
  });

  test('that is not trusted, or names no visitor, it is found', async () => {
    expect(bad(await behind({}, { trusted: '10.0.0.1' }))).toEqual([
      ['fault', `The site takes the proxy at ${proxy} for every visitor: all share its rate limits.`],
    ]);
    const settings = [...right.settings.slice(0, 1), 'proxy_set_header X-Forwarded-For ""'];
    expect(bad(await behind({ settings }))).toEqual([
      ['fault', `The proxy at ${proxy} names no visitor: all of them share its address and its rate limits.`],
    ]);
  });

  test('that does not reach the site, it is found, and its certificate is checked', async () => {
    const findings = await behind({ days: 5 }, {}, true);
    expect(bad(findings)).toEqual([
      ['fault', expect.stringMatching(/^The proxy at https:\/\/localhost:\d+ does not reach the site \(502\)\.$/)],
      ['warning', 'The certificate ends in 4 days.'],
    ]);
  });
});
