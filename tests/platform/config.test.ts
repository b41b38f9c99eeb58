import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#api/platform/settings/config.ts';
import { withoutSecrets } from '#api/platform/settings/secrets.ts';
import { withoutUser } from '#api/platform/settings/setting-urls.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });
const strong = 'uK3v9QpL2xT7mZ8cB4nR6wY1sD5fG0hJ';

test('an empty environment is a development site on this machine', () => {
  expect(read({ PORT: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    publicOrigin: 'http://localhost:8787',
    secure: false,
    production: false,
    mailUrl: 'file:',
    mailTls: 'required',
    storage: undefined,
    demo: true,
    services: { social: [], errors: null, visits: null },
    mailbox: true,
  });
});

test('the keys are generated once and readable by this account only', async () => {
  const [first, second] = [read({}).keys, read({}).keys];
  expect(first).toEqual(second);
  expect(first[0]?.length).toBeGreaterThan(60);
  expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o600);
});

test('https makes it production, without the mailbox', () => {
  const config = read({ PUBLIC_ORIGIN: 'https://headbadge.example/', KEYS: `${strong}, ${strong}2` });
  expect(config).toMatchObject({
    publicOrigin: 'https://headbadge.example',
    secure: true,
    production: true,
    mailbox: false,
    keys: [strong, `${strong}2`],
  });
  expect(read({ HOST: '0.0.0.0' }).mailbox).toBe(false);
  expect(read({ TRUSTED_PROXIES: '127.0.0.1' }).mailbox).toBe(false);
  expect(read({ PUBLIC_ORIGIN: 'http://bikes.example' }).mailbox).toBe(false);
});

test.each([
  ['https://Example.org', 'https://example.org'],
  ['https://example.org:443/', 'https://example.org'],
  ['http://example.org:80', 'http://example.org'],
  ['https://example.org:8443', 'https://example.org:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('the origin %s is accepted, in the form that browsers use', (PUBLIC_ORIGIN, origin) => {
  expect(read({ PUBLIC_ORIGIN, KEYS: strong }).publicOrigin).toBe(origin);
});

test.each([
  'https://example.org/bikes',
  'https://example.org/bikes/',
  'https://example.org/?a',
  'https://example.org/#a',
  'https://me:hidden@example.org',
  'ftp://example.org',
  'example.org',
])('the origin %s is refused instead of being cut', (PUBLIC_ORIGIN) => {
  const reading = () => read({ PUBLIC_ORIGIN, KEYS: strong });
  expect(reading).toThrow('- PUBLIC_ORIGIN must be http:// or https:// with a host, a port if needed, and nothing');
  expect(reading).not.toThrow('hidden');
});

const namesIn = (PRINTED: string): string[] => PRINTED.split(/[^a-z]+/).filter((word) => word.startsWith('hid'));
test.each([
  ['MAIL_URL', 'smtp://ann:hid#den@mail.example'],
  ['MAIL_URL', 'smtp://ann:hid/den@mail.example:587'],
  ['MAIL_URL', 'smtp://ann:hid?den@mail.example'],
  ['MAIL_URL', 'smtp://ann#hid@mail.example'],
  ['MAIL_URL', 'smtp://ann:hid%den@mail.example'],
  ['MAIL_URL', 'smtp://hidden:hidden'],
  ['MAIL_URL', 'smtp:hidden'],
  ['MONGODB_URL', 'mongodb://ann:hid/den@db.example/site'],
  ['MONGODB_URL', 'mongodb://ann:hid#den@db.example/site'],
  ['MONGODB_URL', 'mongodb://ann:hid@den@db.example/site'],
  ['MONGODB_URL', 'mongodb://ann:hid:den@db.example/site'],
  ['MONGODB_URL', 'mongodb://ann:hid%den@db.example/site'],
  ['MONGODB_URL', 'mongodb://ann:hidden'],
  ['STORAGE_URL', 's3://KEY:hid/den@photos?region=x1'],
  ['STORAGE_URL', 's3://KEY:hid#den@photos?region=x1'],
  ['STORAGE_URL', 's3://KEY:hidden@photos?region=x1&hidden=1'],
  ['STORAGE_URL', 's3://KEY:hidden@photos?endpoint=https://me:hidden@s3.example'],
  ['SEARCH_URL', 'https://ann:hid#den@search.example/bikes'],
  ['SEARCH_URL', 'https://ann:hid/den@search.example/bikes'],
  ['SEARCH_URL', 'https://ann:hid%den@search.example/bikes'],
  ['SEARCH_URL', 'https://ann:hidden@search.example/a/b'],
  ['SEARCH_URL', 'hidden'],
  ['ERROR_REPORTS', 'rollbar:hid den'],
  ['CHALLENGE', 'turnstile:key:hid den'],
  ['CHALLENGE_VERIFY_URL', 'hidden'],
  ['ANALYTICS_URL', 'ftp://me:hidden@stats.example'],
  ['KEYS', 'hidden,,hidden'],
  ['TRUSTED_PROXIES', 'hidden'],
])('%s=%s is refused in a sentence that reveals no password', (name, value) => {
  let said = '';
  try {
    read({ [name]: value });
  } catch (error) {
    said = inspect(error, { depth: 9, showHidden: true });
  }
  expect(said).toContain(`- ${name} `);
  expect(namesIn(said)).toEqual([]);
});

test.each([
  'mongodb://localhost',
  'mongodb://127.0.0.1:27017/site?replicaSet=rs0',
  'mongodb://ann:p%2Fw@a.example:1,b.example:2,[::1]:3/site?authSource=admin',
  'mongodb://%2Ftmp%2Fa%20folder%2Fdb.sock',
  'mongodb+srv://ann:pw@cluster.example/?retryWrites=true',
])('%s is the address of a database', (MONGODB_URL) => {
  expect(read({ MONGODB_URL }).mongodbUrl).toBe(MONGODB_URL);
});

test.each(['smtp://mail.example', 'smtps://ann%40x.example:p%2Fw%23@mail.example:465/?pool=true', 'smtp://[::1]:25'])(
  '%s is the address of a mail server',
  (MAIL_URL) => {
    expect(read({ MAIL_URL }).mailUrl).toBe(MAIL_URL);
  },
);

test("a driver's error about an address is shown without user and password", () => {
  const url = 'mongodb://ann:p%2Fw@db.example/site';
  expect(withoutUser('No ann:p%2Fw, p%2Fw or p/w at db.example', url)).toBe(
    'No [hidden], [hidden] or [hidden] at db.example',
  );
  expect(withoutUser('db.example is closed', 'mongodb://db.example')).toBe('db.example is closed');
});

test('an invalid data folder is refused in a sentence, also where keys would be created in it', () => {
  const file = join(import.meta.dirname, 'config.test.ts');
  for (const DATA_DIR of [file, join(file, 'below'), `/${'x'.repeat(300)}`]) {
    expect(() => read({ DATA_DIR })).toThrow(/- DATA_DIR (must be a folder|cannot be used)/);
  }
});

test('a misspelled variable is reported, without its value', () => {
  const { misspelled } = read({
    PUBLIC_ORGIN: 'secret',
    MONGO_URL: 'secret',
    public_origin: 'secret',
    TRUSTED_PROXY: 'secret',
    LOGLEVEL: 'secret',
    KEY: 'secret',
    ...{
      HOME: '/',
      HOSTNAME: 'a',
      MAIL: 'b',
      PATH: 'c',
      PWD: 'd',
      EDITOR: 'e',
      _: 'h',
      NODE_ENV: 'f',
      PORT: '1',
      TEST_TIER: 'g',
    },
  });
  const meant = misspelled.map((line) =>
    /^(\S+) is not a setting, so it is ignored\. Did you mean (\S+)\?$/.exec(line),
  );
  expect(meant.map((one) => one?.slice(1))).toEqual([
    ['PUBLIC_ORGIN', 'PUBLIC_ORIGIN'],
    ['MONGO_URL', 'MONGODB_URL'],
    ['public_origin', 'PUBLIC_ORIGIN'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['KEY', 'KEYS'],
  ]);
});

test('metrics and traces are off; metrics are on this machine only, unless set otherwise', () => {
  expect(read({})).toMatchObject({ metrics: null, traces: null });
  expect(read({ METRICS_HOST: '0.0.0.0', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toMatchObject({
    metrics: null,
    traces: null,
  });
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464, token: undefined });
  expect(read({ METRICS_TOKEN: strong }).metrics).toMatchObject({ port: undefined, token: strong });
  const url = 'https://collector.example/otlp';
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: url }).traces).toEqual({ url, share: 1 });
  const some = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: '.05' };
  expect(read(some).traces?.share).toBe(0.05);
});

test('all errors are reported at once', () => {
  const wrong = {
    PORT: '99999',
    PUBLIC_ORIGIN: 'headbadge.example',
    MONGODB_URL: 'postgres://x',
    MAIL_URL: 'x',
    OPERATOR_EMAIL: 'ann@example.org, bob@example.org',
    STORAGE_URL: 'x',
    TRUSTED_PROXIES: 'x',
    CHALLENGE: 'work:0',
    SOCIAL_LINKS: 'https://mastodon.example/@us',
    ERROR_REPORTS: 'sentry:1',
    ERROR_REPORTS_URL: 'ftp://errors.example',
    ANALYTICS: 'plausible:',
    ANALYTICS_URL: 'x',
    OPENID_PROVIDERS: 'club',
    METRICS_PORT: '0',
    METRICS_HOST: 'http://x',
    METRICS_TOKEN: 'too short',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    OTEL_TRACES_SAMPLER_ARG: '2',
    LOG_LEVEL: 'loud',
    DEMO: '1',
  };
  for (const name of Object.keys(wrong)) expect(() => read(wrong)).toThrow(new RegExp(`- ${name} `));
});

test('a challenge takes a phone a quarter of a second, unless set otherwise', () => {
  expect(read({}).challenge).toEqual({ kind: 'work', tries: 100_000 });
  expect(read({ CHALLENGE: 'work:7' }).challenge).toEqual({ kind: 'work', tries: 7 });
});

const club = {
  ...{ id: 'club', name: 'Our club', issuer: 'https://id.club.example/realm' },
  ...{ clientId: 'bikes', clientSecret: 'secret of the club' },
};
test('accounts of several sites can log in, and the secrets are never printed', () => {
  const local = { ...club, id: 'local', name: 'Local', issuer: 'http://127.0.0.1:9000' };
  const config = read({ OPENID_PROVIDERS: JSON.stringify([club, local]) });
  expect(config.openIdProviders.map(({ id }) => id)).toEqual(['club', 'local']);
  expect(config.openIdProviders[0]?.revealSecret()).toBe(club.clientSecret);
  for (const print of [inspect(config, { depth: 9, showHidden: true }), JSON.stringify(config)]) {
    expect(print).toContain(club.issuer);
    expect(print).not.toContain(club.clientSecret);
  }
  const said = withoutSecrets(`It is "${club.clientSecret}".`, { OPENID_PROVIDERS: JSON.stringify([club]) });
  expect(said).toBe('It is "[hidden]".');
});
test.each<[object | string, string]>([
  [{}, 'must be a list in JSON'],
  [[{ ...club, issuer: 'http://id.club.example' }], 'number 1 needs an issuer that begins with https://'],
  [[{ ...club, issuer: 'https://id.club.example/?x' }], 'number 1 needs an issuer'],
  [[club, { ...club, id: 'A B' }], 'number 2 needs an id'],
  [[{ ...club, clientSecret: undefined }], 'number 1 needs a clientSecret'],
  [['club'], 'number 1 needs to be an object'],
  [[club, { ...club, name: 'Other', issuer: 'https://other.example' }], 'two have the same id'],
])('OPENID_PROVIDERS %j is refused', (providers, sentence) => {
  expect(() => read({ OPENID_PROVIDERS: JSON.stringify(providers) })).toThrow(sentence);
});

const vendorSecret = '0x4AAA-secret_of_a_vendor';
test.each(['turnstile', 'hcaptcha'])('%s can replace the challenge, and its secret is never printed', (kind) => {
  const config = read({ CHALLENGE: `${kind}:0x4AAA:${vendorSecret}`, CHALLENGE_VERIFY_URL: 'https://proxy.example/' });
  expect(config.challenge).toMatchObject({ kind, siteKey: '0x4AAA', verifyUrl: 'https://proxy.example/' });
  expect('reveal' in config.challenge && config.challenge.reveal()).toBe(vendorSecret);
  for (const print of [inspect(config, { depth: 9, showHidden: true }), JSON.stringify(config)]) {
    expect(print).toContain('0x4AAA');
    expect(print).not.toContain(vendorSecret);
  }
});

test.each([
  ['hcaptcha:key', {}],
  ['turnstile:key:a secret', {}],
  ['recaptcha:key:secret', {}],
  ['turnstile:key:secret', { CHALLENGE_VERIFY_URL: 'proxy.example' }],
])('%s is refused with a sentence that reveals no secret', (CHALLENGE, more) => {
  expect(() => read({ CHALLENGE, ...more })).toThrow(/- CHALLENGE(_VERIFY_URL)? must/);
  expect(() => read({ CHALLENGE, ...more })).not.toThrow('a secret');
});

test('weak secrets are refused in production only', () => {
  const weak = { KEYS: 'secret' };
  expect(read(weak).keys).toEqual(['secret']);
  expect(() => read({ ...weak, PUBLIC_ORIGIN: 'https://headbadge.example' })).toThrow('KEYS must be random');
  expect(() => read({ KEYS: 'a'.repeat(40), PUBLIC_ORIGIN: 'https://headbadge.example' })).toThrow('KEYS');
});

const secret = 'wJalr/XUtn+FEMI@K7';
const inUrl = `KEY:${encodeURIComponent(secret)}@`;
const amazon = { AWS_ACCESS_KEY_ID: 'KEY', AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: 'eu-central-1' };

test.each([
  ['s3://photos', amazon, 'https://photos.s3.eu-central-1.amazonaws.com', ''],
  ['s3://my.photos/bikes/', amazon, 'https://s3.eu-central-1.amazonaws.com/my.photos', 'bikes/'],
  [`s3://${inUrl}photos/a/b?region=us-west-2`, {}, 'https://photos.s3.us-west-2.amazonaws.com', 'a/b/'],
  [`s3://${inUrl}photos?endpoint=http://127.0.0.1:9000`, {}, 'http://127.0.0.1:9000/photos', ''],
  [`s3://${inUrl}photos?endpoint=https://p.example/storage/v1/s3/`, {}, 'https://p.example/storage/v1/s3/photos', ''],
  [`s3://${inUrl}photos?endpoint=https://s3.example&style=host`, {}, 'https://photos.s3.example', ''],
])('%s is a bucket', (STORAGE_URL, env, url, prefix) => {
  const { storage } = read({ STORAGE_URL, ...env });
  expect(storage).toMatchObject({ url, prefix });
  expect(storage?.keys.reveal()).toEqual({ accessKeyId: 'KEY', secretAccessKey: secret });
});

test('keys from files may end with a line break, and are refused with one inside, without being printed', () => {
  const lent = { STORAGE_URL: 's3://photos', ...amazon, AWS_SECRET_ACCESS_KEY: `${secret}\n` };
  expect(read(lent).storage?.keys.reveal()).toMatchObject({ secretAccessKey: secret });
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) {
    const broken = () => read({ ...lent, [name]: 'hid\nden' });
    expect(broken).toThrow('must be ASCII');
    expect(broken).not.toThrow('hid');
  }
});

test('temporary keys come with their session token', () => {
  const { storage } = read({ STORAGE_URL: 's3://photos', ...amazon, AWS_SESSION_TOKEN: 'lent' });
  expect(storage?.keys.reveal()).toMatchObject({ sessionToken: 'lent' });
});

test.each([
  ['s3://KEY:a/b@photos?region=x1', 'write / as %2F'],
  ['s3://KEY:12/b@photos?region=x1', 'name a bucket'],
  ['https://s3.example/photos', 'like s3://'],
  [`s3://${inUrl}ab?region=x1`, 'name a bucket'],
  [`s3://${inUrl}photos:9000?region=x1`, 'name a bucket'],
  [`s3://${inUrl}photos/a%20b?region=x1`, 'The path after the bucket'],
  [`s3://${inUrl}photos//a?region=x1`, 'The path after the bucket'],
  [`s3://${inUrl}photos`, 'needs a region'],
  ['s3://photos?region=x1', 'needs KEY:SECRET@'],
  ['s3://KEY@photos?region=x1', 'needs KEY:SECRET@'],
  [`s3://${inUrl}photos?endpoint=s3.example`, 'needs an endpoint'],
  [`s3://${inUrl}photos?endpoint=https://me:you@s3.example`, 'needs an endpoint'],
  [`s3://${inUrl}photos?region=x1&tls=off`, 'accepts only'],
  [`s3://${inUrl}photos?region=x1&style=new`, 'must be path or host'],
])('%s is refused with a sentence that reveals no secret', (STORAGE_URL, sentence) => {
  let said = '';
  try {
    read({ STORAGE_URL });
  } catch (error) {
    said = `${inspect(error)}`;
  }
  expect(said).toContain(sentence);
  for (const hidden of [secret, encodeURIComponent(secret), 'a/b@', '12/b']) expect(said).not.toContain(hidden);
});

test("the storage's secret is never printed", () => {
  const config = read({ STORAGE_URL: `s3://${inUrl}photos?region=x1` });
  const lines: string[] = [];
  pino({}, { write: (line: string) => lines.push(line) }).info({ config });
  for (const print of [inspect(config, { depth: 9, showHidden: true }), JSON.stringify(config), lines.join('')]) {
    expect(print).toContain('photos');
    for (const hidden of [secret, encodeURIComponent(secret)]) expect(print).not.toContain(hidden);
  }
});

test.skipIf(process.platform !== 'linux')('a data folder that cannot be created is named at once', async () => {
  const entry = join(import.meta.dirname, '../../api/cli/serve.ts');
  for (const KEYS of ['', 'a secret']) {
    const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...env } = process.env;
    const started = promisify(execFile)(process.execPath, [entry], {
      env: { ...env, DATA_DIR: '/proc/x', KEYS, DEMO: 'off' },
      // Before, it never ended.
      timeout: 60_000,
    });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DATA_DIR cannot be used'),
    });
  }
});
