import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { installedBrowser, packaged } from './kit/find-browser.ts';

type Counts = { passed: number; failed: number; skipped: number };

/** The words in the name of each test that a cut-down Chromium cannot run, and where those are. */
const needsFull = ['tests/e2e', '-t', 'by Background Sync'];
let fine = true;

/** Runs tests with a browser and shows what they say, but for the last line: that is returned as counts. */
async function run(browser: string, ...args: string[]): Promise<Counts> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], {
    env: { ...process.env, CHROMIUM: browser },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
  let last = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (last + chunk).split(/(?<=\n)/);
    last = lines.at(-1) ?? '';
    process.stdout.write(lines.slice(0, -1).join(''));
  });
  const [code] = await once(child, 'close');
  const counts = /^(\d+) passed, (\d+) failed, (\d+) skipped\n$/.exec(last)?.slice(1).map(Number);
  if (!counts) process.stdout.write(last);
  fine &&= code === 0 && counts !== undefined;
  const [passed = 0, failed = 1, skipped = 0] = counts ?? [];
  return { passed, failed, skipped };
}

const all = await run(packaged);
const full = await installedBrowser();
const more = full ? await run(full, '--project', 'browser', ...needsFull) : { passed: 0, failed: 0 };
const [passed, failed] = [all.passed + more.passed, all.failed + more.failed];
process.stdout.write(`${passed} passed, ${failed} failed, ${all.skipped - more.passed - more.failed} skipped\n`);
process.exitCode = fine && failed === 0 ? 0 : 1;
