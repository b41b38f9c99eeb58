import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pruneAssets, retireAssets } from '#api/build/old-assets.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
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

function vite(...more: string[]): Promise<void> {
  const command = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...more];
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

/** `npm run build` builds the page in its smallest form; with `--analyze` it also lists what each script consists of. */
async function build(): Promise<void> {
  await rm(stamp, { force: true });
  process.env.COMPRESSION = 'best';
  if (process.argv.includes('--analyze')) process.env.ANALYZE = 'yes';
  await ensureBuilt();
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
  const replacedAt = new Date();
  await retireAssets(dist, replacedAt);
  // An older server-side renderer does not match the new page.
  await rm(join(dist, '.ssr'), { recursive: true, force: true });
  await vite();
  await vite('--ssr', 'src/server.tsx');
  await pruneAssets(dist, replacedAt);
  await writeFile(stamp, hash);
  return true;
}

if (import.meta.main) await build();
