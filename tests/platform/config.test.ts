import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#api/platform/config.ts';

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
    storage: undefined,
    demo: true,
    services: { social: [], errors: null, visits: null },
    mailbox: true,
  });
});

test('the keys are made once and are for this account only', async () => {
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

test('all faults are told at once', () => {
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
    DEMO: '1',
  };
  for (const name of Object.keys(wrong)) expect(() => read(wrong)).toThrow(new RegExp(`- ${name} `));
});

test('a challenge is work for a quarter of a second of a phone, unless it is told how much', () => {
  expect(read({}).challenge).toEqual({ kind: 'work', tries: 100_000 });
  expect(read({ CHALLENGE: 'work:7' }).challenge).toEqual({ kind: 'work', tries: 7 });
});

const vendorSecret = '0x4AAA-secret_of_a_vendor';
test.each(['turnstile', 'hcaptcha'])('a challenge can be a check by %s, whose secret no print tells', (kind) => {
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
])('%s is refused with a sentence that tells no secret', (CHALLENGE, more) => {
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

test('keys that are lent for a while come with their session', () => {
  const { storage } = read({ STORAGE_URL: 's3://photos', ...amazon, AWS_SESSION_TOKEN: 'lent' });
  expect(storage?.keys.reveal()).toMatchObject({ sessionToken: 'lent' });
});

test.each([
  ['s3://KEY:a/b@photos?region=x1', 'write / as %2F'],
  ['s3://KEY:12/b@photos?region=x1', 'name a bucket'],
  ['https://s3.example/photos', 'like s3://'],
  [`s3://${inUrl}ab?region=x1`, 'name a bucket'],
  [`s3://${inUrl}photos:9000?region=x1`, 'name a bucket'],
  [`s3://${inUrl}photos/a%20b?region=x1`, 'in the path'],
  [`s3://${inUrl}photos//a?region=x1`, 'in the path'],
  [`s3://${inUrl}photos`, 'needs a region'],
  ['s3://photos?region=x1', 'needs KEY:SECRET@'],
  ['s3://KEY@photos?region=x1', 'needs KEY:SECRET@'],
  [`s3://${inUrl}photos?endpoint=s3.example`, 'needs an endpoint'],
  [`s3://${inUrl}photos?endpoint=https://me:you@s3.example`, 'needs an endpoint'],
  [`s3://${inUrl}photos?region=x1&tls=off`, 'nothing else'],
  [`s3://${inUrl}photos?region=x1&style=new`, 'style=path'],
])('%s is refused with a sentence that tells no secret', (STORAGE_URL, sentence) => {
  let said = '';
  try {
    read({ STORAGE_URL });
  } catch (error) {
    said = `${inspect(error)}`;
  }
  expect(said).toContain(sentence);
  for (const hidden of [secret, encodeURIComponent(secret), 'a/b@', '12/b']) expect(said).not.toContain(hidden);
});

test('the secret of a storage is in no print of the settings', () => {
  const config = read({ STORAGE_URL: `s3://${inUrl}photos?region=x1` });
  const lines: string[] = [];
  pino({}, { write: (line: string) => lines.push(line) }).info({ config });
  for (const print of [inspect(config, { depth: 9, showHidden: true }), JSON.stringify(config), lines.join('')]) {
    expect(print).toContain('photos');
    for (const hidden of [secret, encodeURIComponent(secret)]) expect(print).not.toContain(hidden);
  }
});
