import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, packaged } from './kit/find-browser.ts';
import type { TestReport } from './run/report.ts';
import { nightly } from './run/tiers.ts';

const slowestShown = 25;
const say = (line: string) => process.stdout.write(`${line}\n`);
const root = join(import.meta.dirname, '..');

const memory = '/dev/shm';
const neededBytes = 6 * 2 ** 30;

/** Whether a folder has enough space for a run and allows executables, such as the packaged browser. */
function isFit(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < neededBytes) return false;
    const probe = mkdtempSync(join(place, 'hb-'));
    writeFileSync(join(probe, 'run'), '#!/bin/sh\n', { mode: 0o755 });
    const { status } = spawnSync(join(probe, 'run'));
    rmSync(probe, { recursive: true });
    return status === 0;
  } catch {
    return false;
  }
}

// The run writes only to this folder. Unless TMPDIR is set it is in memory, which saves a fifth of the processor time,
// as each database write waits for the disk. The name is short because a socket's path is limited to 104 bytes.
const folder = mkdtempSync(join(!process.env.TMPDIR && isFit(memory) ? memory : tmpdir(), 'hb-'));
process.env.TMPDIR = folder;
// A test starts the database as another user, who needs access.
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
let vitest: ChildProcess | null = null;
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = true;
    if (vitest) endAll(vitest);
    else process.exit(1);
  });
}

const browser = await findBrowser();
say(`Browser: ${browser.path}${browser.full ? '' : ' (without Background Sync: those tests are skipped by name)'}`);
for (const [name, what] of [
  ['TEST_MONGODB_URL', 'the application tests on another MongoDB server'],
  ['TEST_OPENSEARCH', 'the search tests on an OpenSearch node'],
  ['TEST_PHOTOS', 'the photo tests over a folder of real photographs'],
  ['MONGODB_SPEC_TESTS', "MongoDB's own driver tests on the embedded database"],
] as const) {
  if (!process.env[name]) say(`Skipped: ${what} (${name} is not set).`);
}

const isAll = process.argv.includes('--all');
const file = join(root, '.reports/tests.json');
rmSync(file, { force: true });
const command = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=./tests/run/report.ts',
  ...(isAll ? [] : [`--tags-filter=!${nightly}`]),
  ...process.argv.slice(2).filter((word) => word !== '--all'),
];
vitest = spawn(process.execPath, command, {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    CHROMIUM: browser.isPackaged ? packaged : browser.path,
    TEST_REPORT: file,
    ...(isAll && { TEST_TIER: 'all' }),
  },
  // A process group of its own, so that everything the tests have started ends with them.
  detached: true,
});
const [code] = await once(vitest, 'exit');
endAll(vitest);
const report: TestReport | null = await readFile(file, 'utf8').then(JSON.parse, () => null);
if (report) summarise(report);
process.exitCode = stopped ? 1 : (code ?? 1);

function endAll({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes have ended already.
  }
}

/** Prints the results. The last line is for machines: passed, failed and skipped tests. */
function summarise({ passed, failed, skipped, skippedNames, flaky, leftOut, files }: TestReport): void {
  for (const name of skippedNames) say(`Skipped: ${name}`);
  for (const name of flaky) say(`Passed at the second try only: ${name}`);
  if (leftOut) say(`Left out: ${leftOut} tests that "npm run test:all" runs.`);
  if (files.length > 1) say('The slowest files, in seconds (all of them are in .reports/tests.json):');
  for (const { file, seconds } of files.length > 1 ? files.slice(0, slowestShown) : [])
    say(`${seconds.toFixed(1).padStart(7)}  ${file}`);
  say(`${passed} passed, ${failed} failed, ${skipped} skipped`);
}
