import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    demo: true,
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
});

test('all faults are told at once', () => {
  const wrong = {
    PORT: '99999',
    PUBLIC_ORIGIN: 'headbadge.example',
    MONGODB_URL: 'postgres://x',
    MAIL_URL: 'x',
    DEMO: '1',
  };
  for (const name of Object.keys(wrong)) expect(() => read(wrong)).toThrow(new RegExp(`- ${name} `));
});

test('weak secrets are refused in production only', () => {
  const weak = { KEYS: 'secret' };
  expect(read(weak).keys).toEqual(['secret']);
  expect(() => read({ ...weak, PUBLIC_ORIGIN: 'https://headbadge.example' })).toThrow('KEYS must be random');
  expect(() => read({ KEYS: 'a'.repeat(40), PUBLIC_ORIGIN: 'https://headbadge.example' })).toThrow('KEYS');
});
