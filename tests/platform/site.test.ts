import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCommunity } from '#api/demo/community.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { look } from '#tests/kit/photos.ts';
import { freePort } from '#tests/kit/ports.ts';
import { testServer } from '#tests/kit/server.ts';
import { Site } from '#tests/kit/site.ts';
import { nightly } from '#tests/run/tiers.ts';

const cli = (name: string) => join(import.meta.dirname, '../../api/cli', name);
const run = promisify(execFile);

const sampleBikes = demoCommunity(new Date()).bikes.length;
let site: Site;
beforeAll(async () => {
  site = await Site.start({ isAlone: true, demo: 'new' });
});
afterAll(() => site.close());

const get = async (path: string) => (await fetch(`${site.origin}/api/v1${path}`)).json();
const failing = async (env: Record<string, string>) => {
  const started = run(process.execPath, [cli('serve.ts')], { env: { ...process.env, ...env } });
  return started.then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  );
};

test('a first start shows a populated site and logs it', async () => {
  const { data } = await get('/bikes/recent?limit=24');
  expect(data.items).toHaveLength(24);
  if (!testServer) expect(site.log).toContain(`${sampleBikes} sample bikes`);
  const { data: popular } = await get('/bikes/popular?limit=1');
  expect(popular.items[0].counts.likes).toBeGreaterThan(10);
  const { data: winners } = await get('/bikes/winners?limit=1');
  expect(winners.items[0].brief.story).not.toBe('');
  const picture = await fetch(site.origin + photoPath(data.items[20].cover.id, 320));
  expect(await look(Buffer.from(await picture.arrayBuffer()))).toMatchObject({ width: 320, metadata: false });
});

test('sample members cannot log in', async () => {
  const { data } = await get('/bikes/recent?limit=1');
  const answer = await fetch(`${site.origin}/api/v1/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.origin },
    body: JSON.stringify({ identifier: data.items[0].owner.username, password: 'winding mountain roads' }),
  });
  expect(await answer.json()).toMatchObject({ successful: false, error: { code: 'LoginFailed' } });
});

test.skipIf(testServer)('a second process on the same data gets an error in one sentence', async () => {
  const port = String(await freePort());
  expect(await failing({ DATA_DIR: site.folder, PORT: port, DEMO: 'off' })).toMatch(
    /^Another process has the database open/,
  );
});

test('a second process on the same port gets an error in one sentence', async () => {
  const elsewhere = { DATA_DIR: join(site.folder, 'other'), DEMO: 'off' };
  expect(await failing({ ...elsewhere, PORT: String(site.port) })).toMatch(/is in use\. Stop the other program/);
});

test('invalid settings end a start with sentences, without a stack and without a password', {
  tags: nightly,
}, async () => {
  const file = join(import.meta.dirname, 'site.test.ts');
  const wrong = { DATA_DIR: file, MAIL_URL: 'smtp://ann:hid#den@mail.example', LOG_LEVEL: 'loud', HOST: 'a.invalid' };
  const said = await failing(wrong);
  for (const name of ['DATA_DIR', 'MAIL_URL', 'LOG_LEVEL']) expect(said).toContain(`- ${name} `);
  const nowhere = await failing({ ...wrong, DATA_DIR: join(site.folder, 'nowhere'), MAIL_URL: '', LOG_LEVEL: '' });
  expect(nowhere).toContain('Cannot listen on a.invalid:');
  for (const text of [said, nowhere]) expect(text).not.toMatch(/^ {4}at |hid|den@/m);
});

test('all errors in the settings are named at once', async () => {
  const said = await failing({ PORT: 'abc', PUBLIC_ORIGIN: 'nowhere', DEMO: 'maybe' });
  for (const name of ['PORT', 'PUBLIC_ORIGIN', 'DEMO']) expect(said).toContain(name);
});

test.skipIf(process.platform !== 'linux')('a site limits its memory, unless its operator set a limit', async () => {
  const begunWith = async () => (await readFile(`/proc/${site.pid}/cmdline`, 'utf8')).split('\0');
  expect(await begunWith()).toContain('--max-semi-space-size=16');
  await site.stop();
  await site.start({ NODE_OPTIONS: '--max-semi-space-size=32' });
  expect(await begunWith()).not.toContain('--max-semi-space-size=16');
});

test.skipIf(process.platform !== 'linux')(
  "a stopped site keeps its data; Node's compile cache is beside it, for this account alone and where nobody else may write",
  async () => {
    const before = await get('/bikes/recent?limit=5');
    const compiled = join(site.folder, 'compiled');
    const begin = async (rights: number) => {
      await site.stop();
      await chmod(site.folder, rights);
      await site.start({ NODE_COMPILE_CACHE: '' });
      return (await readFile(`/proc/${site.pid}/environ`, 'utf8')).split('\0');
    };
    expect(await begin(0o777)).not.toContain(`NODE_COMPILE_CACHE=${compiled}`);
    expect(await begin(0o700)).toContain(`NODE_COMPILE_CACHE=${compiled}`);
    await site.stop();
    const cached = await readdir(compiled, { recursive: true });
    expect(cached.length).toBeGreaterThan(500);
    for (const name of ['.', ...cached]) expect((await stat(join(compiled, name))).mode & 0o077).toBe(0);
    // A first start has no data folder yet.
    const fresh = join(site.folder, 'fresh');
    await failing({ DATA_DIR: fresh, PORT: 'abc', NODE_COMPILE_CACHE: '' });
    expect((await readdir(join(fresh, 'compiled'), { recursive: true })).length).toBeGreaterThan(500);
    await site.start();
    expect(await get('/bikes/recent?limit=5')).toEqual(before);
  },
);

test('a command removes the sample community while the site runs, for good', async () => {
  const env = { ...process.env, DATA_DIR: site.folder, ...(site.mongodbUrl && { MONGODB_URL: site.mongodbUrl }) };
  const { stdout } = await run(process.execPath, [cli('remove-demo.ts')], { env });
  expect(stdout).toContain(`Removed ${sampleBikes} sample bikes`);
  expect((await get('/bikes/recent')).data.items).toEqual([]);
  await site.stop();
  await site.start();
  expect((await get('/bikes/recent')).data.items).toEqual([]);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
});
