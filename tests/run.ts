import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from '#api/cli/build.ts';
import { findBrowser } from './kit/find-browser.ts';

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

const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: browser.path },
  },
);
vitest.on('exit', (code) => process.exit(code ?? 1));
