/** @module-tag nightly */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './kit/ports.ts';

const minutes = 60_000;
const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clone-'));
  // A contributor has none of the packages and none of this run's settings.
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  env = { PATH: path.join(delimiter), HOME: process.env.HOME, TMPDIR: folder, CHROMIUM: process.env.CHROMIUM };
  await run('git', ['clone', '--quiet', root, join(folder, 'main')]);
}, minutes);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const npm = (...args: string[]) => run('npm', args, { cwd: join(folder, 'main'), env, maxBuffer: 2 ** 26 });

test('npm ci installs, and npm run check passes', { timeout: 10 * minutes }, async () => {
  await npm('ci');
  await npm('run', 'check');
});

test('npm test runs a single file within 20 seconds', { timeout: 5 * minutes }, async () => {
  const start = performance.now();
  const { stdout } = await npm('test', '--', 'tests/contract/units.test.ts');
  expect(stdout).toMatch(/\n\d+ passed, 0 failed, 0 skipped\n$/);
  expect(performance.now() - start).toBeLessThan(20_000);
});

test('npm run dev serves the page and ends when stopped', { timeout: 5 * minutes }, async () => {
  const port = await freePort();
  const child: ChildProcess = spawn('npm', ['run', 'dev'], {
    cwd: join(folder, 'main'),
    env: { ...env, PORT: String(port), DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    await expect.poll(() => said).toContain(`http://localhost:${port}`);
    const page = await fetch(`http://localhost:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/src/main.tsx')]);
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await once(child, 'exit');
  }
});
