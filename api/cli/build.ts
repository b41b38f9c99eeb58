import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestFileOf, workerFileOf } from '#contract/language-choice.ts';
import { languagePathOf, ownLanguage, siteLanguageTags } from '#contract/languages.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const assets = join(dist, 'assets');
const stamp = join(dist, '.built-from');
const inputs = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'api/contract/**/*',
  'api/build/**/*',
  'public/**/*',
  'src/**/*',
  'sw/**/*',
];
async function hashOfInputs(): Promise<string> {
  const paths = (await Array.fromAsync(glob(inputs, { cwd: root }))).sort();
  const hash = createHash('sha256');
  for (const path of paths) {
    if ((await stat(join(root, path))).isFile()) hash.update(path).update(await readFile(join(root, path)));
  }
  return hash.digest('hex');
}

/** Runs a script in a process of its own. @param command the script's file and its arguments */
function run(...command: string[]): Promise<void> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', process.env.ANALYZE ? 'inherit' : 'ignore', 'inherit'],
    // Always a production build, even when a test runner starts it.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error('The page could not be built.'))));
  });
}

const vite = (...more: string[]) =>
  run(join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...more);
const otherLanguages = siteLanguageTags.filter((tag) => tag !== ownLanguage);

/** When each asset was written, by its name. */
async function readAssetTimes(): Promise<Map<string, number>> {
  const names = await readdir(assets).catch((): string[] => []);
  const times = names.map(async (name) => [name, (await stat(join(assets, name))).mtimeMs] as const);
  return new Map(await Promise.all(times));
}

/**
 * `npm run build` builds the page in its smallest form and in all languages; with `--analyze` it also lists what each
 * script consists of. A start builds it in English, and another language when it is first asked for.
 */
async function build(): Promise<void> {
  await rm(stamp, { force: true });
  process.env.COMPRESSION = 'best';
  if (process.argv.includes('--analyze')) process.env.ANALYZE = 'yes';
  await ensureBuilt();
  await run(join(import.meta.dirname, 'make-language.ts'), dist, ...otherLanguages);
}

/**
 * Builds the page if the build is missing or older than its inputs, compressed quickly unless `COMPRESSION` is `best`.
 * Returns whether it was built.
 */
export async function ensureBuilt(): Promise<boolean> {
  const hash = await hashOfInputs();
  const built = existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
  if (built === hash) return false;
  await rm(stamp, { force: true });
  const before = await readAssetTimes();
  // An older server-side renderer does not match the new page, and older scripts need no other languages.
  for (const part of ['.ssr', '.marked']) await rm(join(dist, part), { recursive: true, force: true });
  for (const language of otherLanguages) {
    await rm(join(dist, languagePathOf(language)), { recursive: true, force: true });
    for (const file of [workerFileOf(language), manifestFileOf(language)]) await rm(join(dist, file), { force: true });
  }
  await vite();
  await vite('--ssr', 'src/server.tsx');
  // Open pages of an earlier build get its files from the database.
  for (const [name, time] of await readAssetTimes()) if (before.get(name) === time) await rm(join(assets, name));
  await writeFile(stamp, hash);
  return true;
}

if (import.meta.main) await build();
