import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#api/cli/build.ts';
import { findBrowser, packaged } from './kit/find-browser.ts';

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[];
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const root = join(import.meta.dirname, '..');

// Nothing of the run is outside of this folder. Its name is short: a socket's path may have 104 bytes.
const folder = mkdtempSync(join(tmpdir(), 'hb-'));
process.env.TMPDIR = folder;
// A test starts the database as another user, who has to get there.
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

say((await ensureBuilt()) ? 'Built the page.' : 'The page is built already.');
const browser = await findBrowser();
say(`Browser: ${browser.path}${browser.full ? '' : ' (without Background Sync: those tests are skipped by name)'}`);
for (const [name, what] of [
  ['TEST_MONGODB_URL', 'the application tests on another MongoDB server'],
  ['TEST_PHOTOS', 'the photo tests over a folder of real photographs'],
  ['MONGODB_SPEC_TESTS', "MongoDB's own driver tests on the embedded database"],
] as const) {
  if (!process.env[name]) say(`Skipped: ${what} (${name} is not set).`);
}

const file = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...process.argv.slice(2)];
vitest = spawn(process.execPath, command, {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, CHROMIUM: browser.isPackaged ? packaged : browser.path },
  // A group of its own, so that whatever the tests started ends with them.
  detached: true,
});
const [code] = await once(vitest, 'exit');
endAll(vitest);
const report: Report | null = await readFile(file, 'utf8').then(JSON.parse, () => null);
if (report) summarise(report);
process.exitCode = stopped ? 1 : (code ?? 1);

function endAll({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // Everything has ended by itself.
  }
}

/** The last line is for machines: how many tests passed, failed and were skipped. */
function summarise({ testResults, ...tests }: Report): void {
  for (const { status, fullName } of testResults.flatMap((one) => one.assertionResults)) {
    if (status === 'pending' || status === 'skipped') say(`Skipped: ${fullName}`);
  }
  const broken = testResults.filter(
    (one) => one.status === 'failed' && !one.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failed = tests.numFailedTests + broken.length;
  say(`${tests.numPassedTests} passed, ${failed} failed, ${tests.numPendingTests} skipped`);
}
