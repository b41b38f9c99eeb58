/** @module-tag nightly */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const longTimeout = 120_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a case the way `npm test` runs the tests; `said` returns its output so far. */
function run(name: string): { child: ChildProcess; said: () => string } {
  const { VITEST: _, NODE_ENV: __, NODE_OPTIONS: ___, ...rest } = process.env;
  const env = { ...rest, TMPDIR: folder, CHROMIUM: process.execPath };
  const args = ['run.ts', '--config', 'tests/run/config.ts', `tests/run/${name}.case.ts`];
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  return { child, said: () => said };
}

test(
  'a run with failing tests leaves nothing behind, says so in its last line and exits with 1',
  async () => {
    const { child, said } = run('failing');
    const [code] = await once(child, 'close');
    expect(said()).toMatch(/\n0 passed, 1 failed, 0 skipped\n$/);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  },
  longTimeout,
);

test(
  'a stopped run leaves no files and no processes',
  async () => {
    const { child, said } = run('endless');
    await expect.poll(said, { timeout: longTimeout }).toMatch(/port \d+/);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    await expect(fetch(`http://localhost:${/port (\d+)/.exec(said())?.[1]}/healthz`)).rejects.toThrow('fetch failed');
  },
  longTimeout,
);
