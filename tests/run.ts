import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#api/cli/build.ts';
import { findBrowser } from './kit/find-browser.ts';

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[];
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const root = join(import.meta.dirname, '..');

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

const folder = await mkdtemp(join(tmpdir(), 'headbadge-tests-'));
const file = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM: browser.path } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal));
const [code] = await once(vitest, 'exit');
const report: Report | null = await readFile(file, 'utf8').then(JSON.parse, () => null);
await rm(folder, { recursive: true, force: true });
if (report) summarise(report);
process.exitCode = code ?? 1;

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
