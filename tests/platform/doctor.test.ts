import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clockFinding } from '#api/cli/doctor/clock.ts';
import { openExisting, topologyFinding, versionFinding } from '#api/cli/doctor/database.ts';
import type { Deployment, Finding } from '#api/cli/doctor/finding.ts';
import { forged, forwardingFindings } from '#api/cli/doctor/forwarding.ts';
import { keys } from '#api/cli/doctor/keys.ts';
import { diskFinding, memoryFinding } from '#api/cli/doctor/machine.ts';
import { mail } from '#api/cli/doctor/mail.ts';
import { photos } from '#api/cli/doctor/photos.ts';
import { readSettings } from '#api/cli/doctor/settings.ts';
import type { SeenRequest } from '#api/platform/http/seen-request.ts';
import { withoutSecrets } from '#api/platform/settings/secrets.ts';
import { freePort } from '#tests/kit/ports.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';
import { Site } from '#tests/kit/site.ts';
import { nightly } from '#tests/run/tiers.ts';

const entry = join(import.meta.dirname, '../../api/cli/doctor.ts');
const strong = 'uK3v9QpL2xT7mZ8cB4nR6wY1sD5fG0hJ';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-doctor-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Env = Record<string, string>;
type Named = Omit<Finding, 'fix'> & { check: string; mend?: string };

/** Runs the real command, as an operator does. */
const doctor = (env: Env, ...args: string[]): Promise<{ code: number; out: string; said: string }> =>
  new Promise((resolve) => {
    const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...inherited } = process.env;
    const child = execFile(process.execPath, [entry, ...args], { env: { ...inherited, ...env } }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });
async function findingsOf(env: Env): Promise<{ code: number; findings: Named[]; out: string }> {
  const { code, out, said } = await doctor(env, '--json');
  expect(said).toBe('');
  return { code, findings: JSON.parse(out).findings, out };
}

/** A deployment without a database, for one check of it. */
const deploymentOf = (env: Env, mailTo?: string): Deployment => {
  const { config, hasKeys, isForeign, findings } = readSettings({ DATA_DIR: folder, ...env });
  if (!config) throw new Error(JSON.stringify(findings));
  return { env, config, hasKeys, isForeign, database: null, mailTo };
};
const states = (findings: Finding[]) => findings.map(({ state }) => state);
const bad = <F extends Finding>(findings: F[]): F[] => findings.filter(({ state }) => state !== 'ok');

describe('settings', () => {
  const https = { PUBLIC_ORIGIN: 'https://bikes.example', KEYS: strong };
  const whole = {
    ...https,
    TRUSTED_PROXIES: '127.0.0.1',
    MAIL_URL: 'smtp://mail.example',
    OPERATOR_EMAIL: 'op@bikes.example',
  };
  test('that agree are one line', () => {
    const { findings } = readSettings({ DATA_DIR: folder, ...whole });
    expect(findings).toEqual([
      { state: 'ok', found: 'Set: PUBLIC_ORIGIN, DATA_DIR, MAIL_URL, OPERATOR_EMAIL, KEYS, TRUSTED_PROXIES.' },
    ]);
  });

  test.each<[string, Env, Finding['state'], RegExp]>([
    ['an unknown name', { ...whole, STORAGE_URI: 's3://' }, 'warning', /^STORAGE_URI is not a setting.*STORAGE_URL\?$/],
    ['a wrong value', { PORT: 'x' }, 'fault', /^PORT must be/],
    ['http on the internet', { PUBLIC_ORIGIN: 'http://bikes.example' }, 'fault', /^PUBLIC_ORIGIN is http/],
    ['an address without a name', { ...whole, PUBLIC_ORIGIN: 'https://192.0.2.7' }, 'warning', /^Passkeys do not work/],
    ['an open port without an origin', { HOST: '0.0.0.0' }, 'warning', /^HOST lets other machines connect/],
    ['https without a trusted proxy', { ...whole, TRUSTED_PROXIES: '' }, 'fault', /TRUSTED_PROXIES is not set/],
    ['https without mails', { ...whole, MAIL_URL: '' }, 'fault', /^MAIL_URL is not set/],
    ['https without an operator', { ...whole, OPERATOR_EMAIL: '' }, 'warning', /operator@bikes\.example/],
    ['a server without KEYS', { MONGODB_URL: 'mongodb://db', STORAGE_URL: 's3://a:b@abc?region=x' }, 'warning', /KEYS/],
    ['a server with a folder of photos', { MONGODB_URL: 'mongodb://db', KEYS: strong }, 'warning', /data folder/],
    ['an address of an unused service', { ANALYTICS_URL: 'https://stats.example' }, 'warning', /^ANALYTICS_URL has no/],
    ['a check of tokens without a vendor', { CHALLENGE_VERIFY_URL: 'https://a.example' }, 'warning', /no vendor/],
  ])('that do not: %s', (_, env, state, found) => {
    const { findings } = readSettings({ DATA_DIR: folder, ...env });
    expect(findings).toEqual([{ state, found: expect.stringMatching(found), fix: expect.stringMatching(/\.$/) }]);
  });

  test('are read without creating the data folder or keys', async () => {
    const { hasKeys } = readSettings({ DATA_DIR: join(folder, 'missing') });
    expect(hasKeys).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });
});

test('no secret of the environment is printed, however it is written', () => {
  const env = {
    KEYS: 'first-secret, second-secret',
    MONGODB_URL: 'mongodb://ann:db%2Fword@db.example/site',
    STORAGE_URL: 's3://KEY:wJalr%2FXUtn@photos',
    MAIL_URL: 'smtp://me:mail-word@mail.example',
    CHALLENGE: 'turnstile:site-key:vendor-word',
    ERROR_REPORTS: 'rollbar:report-word',
    AWS_SECRET_ACCESS_KEY: 'aws/word',
    METRICS_TOKEN: 'scrape-word',
  };
  const text = `first-secret second-secret db/word db%2Fword wJalr/XUtn mail-word vendor-word report-word aws/word scrape-word`;
  expect(withoutSecrets(text, env)).toBe(Array(10).fill('[hidden]').join(' '));
  expect(withoutSecrets('mail.example site-key', env)).toBe('mail.example site-key');
});

describe('keys', () => {
  test('that others can read, or guess, are found', async () => {
    const dataDir = await mkdtemp(join(folder, 'keys-'));
    await writeFile(join(dataDir, 'keys'), `${strong}\n`, { mode: 0o600 });
    expect(await keys.run(deploymentOf({ DATA_DIR: dataDir }))).toEqual([
      { state: 'ok', found: 'One key; not compared with the database.' },
    ]);
    await chmod(join(dataDir, 'keys'), 0o644);
    expect(await keys.run(deploymentOf({ DATA_DIR: dataDir }))).toEqual([
      { state: 'fault', found: `Other accounts can read ${dataDir}/keys.`, fix: `Run "chmod 600 ${dataDir}/keys".` },
    ]);
    expect(states(await keys.run(deploymentOf({ KEYS: `${strong},password` })))).toEqual(['warning']);
  });
});

test.skipIf(process.getuid?.() !== 0)("another account's data folder is left alone", async () => {
  const dataDir = await mkdtemp(join(folder, 'foreign-'));
  await writeFile(join(dataDir, 'data.db'), '');
  await chown(dataDir, 12_345, 12_345);
  const deployment = deploymentOf({ DATA_DIR: dataDir });
  expect(readSettings({ DATA_DIR: dataDir }).findings).toContainEqual({
    state: 'warning',
    found: `${dataDir} belongs to the account 12345, not to this one: its files are not tried.`,
    fix: expect.stringContaining("sudo -u '#12345' npm run doctor"),
  });
  expect(await openExisting(deployment.config, deployment.isForeign)).toEqual({ database: null, findings: [] });
  expect(await photos.run(deployment)).toEqual([]);
  expect(await readdir(dataDir)).toEqual(['data.db']);
});

describe('photos in a bucket', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await TestS3.open();
  });
  afterEach(() => {
    expect([...s3.objects.keys()]).toEqual([]);
    s3.denied.clear();
    s3.isPublic = false;
  });
  afterAll(() => s3.close());
  const check = (url: string) => photos.run(deploymentOf({ STORAGE_URL: url }));

  test('with every right leave nothing behind', async () => {
    expect(await check(s3.url({ prefix: '/site' }))).toEqual([
      { state: 'ok', found: 'An object was written, read, listed and deleted in the bucket headbadge-photos.' },
    ]);
    expect(s3.requests.some((request) => request.startsWith('DELETE headbadge-photos/site/doctor/'))).toBe(true);
  });

  test.each([
    ['PUT', 'write', 'Allow s3:PutObject on headbadge-photos/site/* to the key of STORAGE_URL.'],
    ['GET', 'read', 'Allow s3:GetObject on headbadge-photos/site/* to the key of STORAGE_URL.'],
    ['LIST', 'list', 'Allow s3:ListBucket on the bucket headbadge-photos to the key of STORAGE_URL.'],
  ])('without the right to %s are a fault', async (method, what, fix) => {
    s3.denied.add(method);
    const findings = await check(s3.url({ prefix: '/site' }));
    expect(findings).toEqual([{ state: 'fault', found: expect.stringContaining(what), fix }]);
    expect(findings[0]?.found).toContain('403 AccessDenied');
  });

  test('without the right to delete are a fault, which names what is left', async () => {
    s3.denied.add('DELETE');
    const [finding] = await check(s3.url());
    const [left = ''] = s3.objects.keys();
    s3.objects.clear();
    expect(finding).toMatchObject({ state: 'fault', found: expect.stringContaining('cannot delete') });
    expect(finding?.fix).toBe(
      `Allow s3:DeleteObject on headbadge-photos/* to the key of STORAGE_URL. Delete ${left} yourself.`,
    );
  });

  test('that anybody can read are a fault', async () => {
    s3.isPublic = true;
    expect(await check(s3.url())).toEqual([
      { state: 'fault', found: expect.stringMatching(/^Anybody can read/), fix: expect.stringMatching(/^Block/) },
    ]);
  });

  test('with a wrong secret, bucket, region or endpoint are a fault, which names what to correct', async () => {
    const nobody = `s3://KEY:hidden-secret@photos?endpoint=http://127.0.0.1:${await freePort()}`;
    const urls = [s3.url({ secret: 'wrong-secret' }), s3.url({ bucket: 'others' }), s3.url({ region: 'b' }), nobody];
    const findings = (await Promise.all(urls.map(check))).flat();
    expect(states(findings)).toEqual(['fault', 'fault', 'fault', 'fault']);
    expect(findings.map(({ fix }) => fix)).toEqual([
      'Correct KEY:SECRET in STORAGE_URL. Write / as %2F and + as %2B in the secret.',
      'Create the bucket others, or correct its name in STORAGE_URL.',
      'Correct the region in STORAGE_URL, now b.',
      'Correct the endpoint in STORAGE_URL, start the storage, or let the firewall pass it.',
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/wrong-secret|hidden-secret/);
  });
});

describe('photos in the data folder', () => {
  test('are tried, and leave nothing behind', async () => {
    const dataDir = join(folder, 'whole');
    await mkdir(join(dataDir, 'photos'), { recursive: true });
    const [finding] = await photos.run(deploymentOf({ DATA_DIR: dataDir }));
    expect(finding?.state).toBe('ok');
    expect(await readdir(join(dataDir, 'photos'))).toEqual(['unfinished']);
    expect(await readdir(join(dataDir, 'photos/unfinished'))).toEqual([]);
  });

  test('cannot be stored where a file is in the way', async () => {
    const dataDir = join(folder, 'blocked');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'photos'), '');
    const findings = await photos.run(deploymentOf({ DATA_DIR: dataDir }));
    expect(findings).toEqual([
      { state: 'fault', found: expect.stringMatching(/^Photos cannot be stored: /), fix: expect.any(String) },
    ]);
  });
});

describe('the mail server', () => {
  const servers: SMTPServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const received: string[] = [];
  async function listen(options: SMTPServerOptions, host = '127.0.0.1'): Promise<number> {
    const server = new SMTPServer({
      onAuth: ({ password }, _, done) =>
        password === 'right-password' ? done(null, { user: 'ann' }) : done(new Error('No.')),
      onRcptTo: ({ address }, _, done) => (address.endsWith('@refused.example') ? done(new Error('No.')) : done()),
      onData(stream, { envelope }, done) {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        stream.resume().on('end', () => done());
      },
      ...options,
    });
    server.on('error', () => undefined);
    servers.push(server);
    server.listen(0, host);
    await once(server.server, 'listening');
    return (server.server.address() as AddressInfo).port;
  }
  const plain = { authOptional: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const check = (url: string, mailTo?: string, env: Env = {}) =>
    mail.run(deploymentOf({ MAIL_URL: url, ...env }, mailTo));

  test('that works, with and without a login, is sent nothing', async () => {
    const port = await listen(plain);
    expect(await check(`smtp://127.0.0.1:${port}`)).toEqual([
      { state: 'ok', found: 'The mail server: connected, without a login, in clear text on a network of your own.' },
    ]);
    expect(await check(`smtp://ann:right-password@127.0.0.1:${port}`)).toEqual([
      { state: 'ok', found: 'The mail server: connected and logged in, in clear text on a network of your own.' },
    ]);
    expect(received).toEqual([]);
  });

  test('that offers TLS is used over TLS, also with a certificate that the address accepts', async () => {
    const port = await listen({ authOptional: true });
    expect(await check(`smtp://127.0.0.1:${port}/?tls.rejectUnauthorized=false`)).toEqual([
      { state: 'ok', found: 'The mail server: connected, without a login, over TLS.' },
    ]);
  });

  test('that offers no TLS over a network is a fault, and with MAIL_TLS=optional if it gets a password', async (context) => {
    // A name that is not known to be this machine's.
    const host = hostname();
    if (!(await lookup(host).catch(() => null))) return context.skip();
    const port = await listen(plain, '0.0.0.0');
    for (const user of ['', 'ann:right-password@'])
      expect(await check(`smtp://${user}${host}:${port}`)).toEqual([
        {
          state: 'fault',
          found: expect.stringContaining('STARTTLS'),
          fix: expect.stringMatching(/^Let the mail server offer STARTTLS/),
        },
      ]);
    const optional = { MAIL_TLS: 'optional' };
    expect(await check(`smtp://ann:right-password@${host}:${port}`, undefined, optional)).toEqual([
      { state: 'fault', found: expect.stringMatching(/^The mail server offers no TLS/), fix: expect.any(String) },
    ]);
    expect(states(await check(`smtp://${host}:${port}`, undefined, optional))).toEqual(['warning']);
  });

  test('gets a mail only if that is wished', async () => {
    const port = await listen(plain);
    expect(states(await check(`smtp://127.0.0.1:${port}`, 'op@bikes.example'))).toEqual(['ok', 'ok']);
    expect(received).toEqual(['op@bikes.example']);
    const refused = await check(`smtp://127.0.0.1:${port}`, 'op@refused.example');
    expect(refused[1]).toMatchObject({ state: 'fault', fix: expect.stringContaining('no-reply@localhost') });
  });

  test('that refuses the password, has an unknown certificate, or is not where it should be is a fault', async () => {
    const [open, secure, nobody] = [await listen(plain), await listen({ authOptional: true }), await freePort()];
    const found = async (url: string) => (await check(url))[0];
    expect(await found(`smtp://ann:wrong-password@127.0.0.1:${open}`)).toMatchObject({
      state: 'fault',
      fix: expect.stringMatching(/^Correct the user and the password/),
    });
    expect(await found(`smtp://127.0.0.1:${secure}`)).toMatchObject({
      state: 'fault',
      fix: expect.stringMatching(/^Give the mail server a certificate/),
    });
    expect(await found(`smtps://127.0.0.1:${open}`)).toMatchObject({
      state: 'fault',
      fix: expect.stringMatching(/^Write smtp:\/\//),
    });
    expect(await found(`smtp://127.0.0.1:${nobody}`)).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await found('smtp://nobody.invalid')).toMatchObject({
      state: 'fault',
      fix: 'Correct the host in MAIL_URL.',
    });
  });
});

describe('what the proxy passes on', () => {
  const seen = (more: Partial<SeenRequest>): SeenRequest => ({
    version: '1',
    client: '198.51.100.7',
    peer: '10.0.0.1',
    isPeerTrusted: true,
    forwardedFor: `${forged}, 198.51.100.7`,
    forwardedProto: 'https',
    bytes: 0,
    ...more,
  });
  test.each<[string, Partial<SeenRequest>, boolean, Finding['state'], RegExp]>([
    ['the visitor', {}, true, 'ok', /names the visitor \(198\.51\.100\.7\)/],
    ['the visitor only', { forwardedFor: '198.51.100.7' }, true, 'ok', /names the visitor/],
    ['a forged address', { client: forged, forwardedFor: forged }, true, 'fault', /forged .* is believed/],
    [
      'the visitor, who is trusted',
      { client: forged, forwardedFor: `${forged}, 10.0.0.9` },
      true,
      'ok',
      /trusted itself/,
    ],
    [
      'the visitor, whose network is trusted',
      { client: forged, forwardedFor: `${forged}, 8.8.8.8` },
      true,
      'warning',
      /covers 8/,
    ],
    ['the visitor, untrusted', { client: '10.0.0.1', isPeerTrusted: false }, true, 'fault', /takes the proxy at 10/],
    [
      'nothing, untrusted',
      { client: '10.0.0.1', isPeerTrusted: false, forwardedFor: null },
      true,
      'fault',
      /takes the/,
    ],
    ['nothing', { client: '10.0.0.1', forwardedFor: null }, true, 'fault', /names no visitor/],
    [
      'a proxy before it',
      { client: '10.0.0.2', forwardedFor: '198.51.100.7, 10.0.0.2' },
      true,
      'warning',
      /takes 10\.0\.0\.2/,
    ],
    [
      'everything, as there is none',
      { client: '127.0.0.1', isPeerTrusted: false, forwardedFor: forged },
      false,
      'ok',
      /no proxy/,
    ],
    [
      'a forged address by a proxy that adds nothing, on http',
      { client: forged, forwardedFor: forged },
      true,
      'fault',
      /is believed/,
    ],
    ['all, trusted though there is none', { client: forged, forwardedFor: forged }, false, 'fault', /is believed/],
  ])('is %s', (_, more, behindProxy, state, found) => {
    const [finding] = forwardingFindings(seen(more), behindProxy);
    expect(finding).toMatchObject({ state, found: expect.stringMatching(found) });
  });

  test('is http though visitors use https', () => {
    expect(bad(forwardingFindings(seen({ forwardedProto: 'http' }), true))).toEqual([
      { state: 'warning', found: expect.stringContaining('"http"'), fix: expect.stringContaining('$scheme') },
    ]);
  });
});

test('a full disk, few inodes, little memory, old servers and wrong clocks are found', () => {
  const disk = { blocks: 10_000_000, bsize: 4096, bavail: 5_000_000, files: 1_000_000, ffree: 900_000 };
  expect(diskFinding('/d', disk)).toEqual({ state: 'ok', found: '19.1 GB are free in /d.' });
  expect(diskFinding('/d', { ...disk, bavail: 100 })).toMatchObject({ state: 'fault' });
  expect(diskFinding('/d', { ...disk, bavail: 100_000 })).toMatchObject({ state: 'warning' });
  expect(diskFinding('/d', { ...disk, ffree: 100 })).toMatchObject({ state: 'warning' });
  expect(diskFinding('/d', { ...disk, blocks: 0 })).toMatchObject({ state: 'ok' });
  expect(memoryFinding(2048, 1024)).toEqual({ state: 'ok', found: '1.0 GB of 2.0 GB are free.' });
  expect(states([memoryFinding(256, 200), memoryFinding(1000, 900), memoryFinding(4000, 100)])).toEqual([
    ...['fault', 'warning', 'warning'],
  ]);
  expect(states([versionFinding('8.0.4'), versionFinding('6.0.1'), versionFinding('4.4.0')])).toEqual([
    ...['ok', 'warning', 'warning'],
  ]);
  expect(topologyFinding({ setName: 'rs0', hosts: ['a', 'b', 'c'] })).toEqual({
    state: 'ok',
    found: 'It is the replica set rs0 with 3 members.',
  });
  expect(states([topologyFinding({ msg: 'isdbgrid' }), topologyFinding({})])).toEqual(['ok', 'warning']);
  expect(clockFinding('the database', 60_000)).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('60 seconds behind'),
  });
  expect(clockFinding('the site', -10_000)).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('10 seconds ahead'),
  });
  expect(clockFinding('the site', 900)).toMatchObject({ state: 'ok' });
});

describe('the command', () => {
  let site: Site;
  let env: Env;
  beforeAll(async () => {
    site = await Site.start({ env: { MONGODB_URL: '', KEYS: strong } });
    env = { DATA_DIR: site.folder, PORT: String(site.port), PUBLIC_ORIGIN: site.origin, KEYS: strong };
  });
  afterAll(() => site?.close());

  test('finds nothing wrong beside a running site, and leaves nothing behind', async () => {
    const before = (await readdir(site.folder, { recursive: true })).sort();
    const { code, findings, out } = await findingsOf(env);
    const outside = bad(findings).filter(({ check }) => !['Disk', 'Memory'].includes(check));
    expect([code, outside]).toEqual([0, []]);
    const checked = [...new Set(findings.map(({ check }) => check))];
    expect(checked).toEqual([
      ...['Settings', 'Database', 'Keys', 'Indexes', 'Photos', 'Backups', 'Mail', 'Site', 'Disk', 'Memory'],
      'Joining',
    ]);
    expect(findings.map(({ found }) => found)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^The running site's database answers within \d+ ms\.$/),
        expect.stringMatching(/^All \d{2,} are there\.$/),
        "They are this database's.",
        'It is ready: its database answers, and its disk has room.',
        'There is no proxy, and a forged X-Forwarded-For is not believed.',
        'An upload of 20 MB arrives, as large as a photo may be.',
      ]),
    );
    expect(out).not.toContain(strong);
    expect((await readdir(site.folder, { recursive: true })).sort()).toEqual(before);
    expect(await (await site.db()).collection('notes').countDocuments({ _id: /^doctor/ as never })).toBe(0);
    // The page that tells what arrived is for the owner of the keys only.
    expect((await fetch(`${site.origin}/healthz/request`)).status).toBe(404);
    const expired = { Authorization: `Doctor ${Date.now()}.${'A'.repeat(43)}` };
    expect((await fetch(`${site.origin}/healthz/request`, { headers: expired })).status).toBe(404);
  });

  test('names a lost index, changed options, wrong keys and photos, in sentences with what to do', async () => {
    const db = await site.db();
    const [, first] = await db.collection('bikes').indexes();
    await db.collection('bikes').dropIndex(first?.name ?? '');
    const mails = db.collection('mails');
    await mails.dropIndex('expiresAt_1');
    await mails.createIndex({ expiresAt: 1 });
    await writeFile(join(site.folder, 'photos/site'), 'another');
    const other = `${strong.slice(1)}x`;
    const { code, out, said } = await doctor({ ...env, KEYS: other });
    expect([code, said]).toEqual([1, '']);
    for (const sentence of [
      /fault {3}KEYS must hold the key that this database was last used with/,
      /fault {3}The collection bikes lacks its index \{/,
      /-> Restart the site: each start creates what is missing\./,
      /fault {3}The index \{"expiresAt":1\} of the collection mails has other options/,
      /-> Run db\.mails\.dropIndex\("expiresAt_1"\) in mongosh and restart the site\./,
      /fault {3}The photos of this database are not in/,
      /warning The site does not tell what its proxy passes on/,
      /\n4 faults, \d warnings?\.\n$/,
    ])
      expect(out).toMatch(sentence);
    for (const key of [strong, other]) expect(out).not.toContain(key);
  });

  test('works while the site is stopped, and says that it is', { tags: nightly }, async () => {
    await site.stop();
    const { findings } = await findingsOf(env);
    const found = findings.map((finding) => finding.found);
    expect(found).toContainEqual(expect.stringMatching(/^The embedded database answers/));
    expect(found).toContainEqual(expect.stringMatching(/^The site is not running at /));
  });

  test('names a database that does not answer, without its password', { tags: nightly }, async () => {
    const MONGODB_URL = `mongodb://ann:hidden%2Fword@127.0.0.1:${await freePort()}/site`;
    const { code, findings, out } = await findingsOf({ ...env, MONGODB_URL });
    expect(code).toBe(1);
    expect(findings).toContainEqual({
      check: 'Database',
      state: 'fault',
      found: expect.stringMatching(/^The database at MONGODB_URL does not answer: .*ECONNREFUSED/),
      mend: expect.stringMatching(/^Start it, or correct MONGODB_URL/),
    });
    expect(out).not.toMatch(/hidden/);
  });

  test('refuses what it does not know, with exit code 2', { tags: nightly }, async () => {
    for (const args of [['--wrong'], ['--mail', 'nobody']]) {
      const { code, out, said } = await doctor(env, ...args);
      expect([code, out]).toEqual([2, '']);
      expect(said).toContain('npm run doctor -- [--json] [--mail ADDRESS]');
    }
    expect((await doctor(env, '--help')).out).toContain('Changes nothing');
  });
});
