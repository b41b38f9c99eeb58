import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildOnce } from './build-once.ts';

const root = join(import.meta.dirname, '../..');
const sources = [
  '.npmrc',
  'api',
  'index.html',
  'package.json',
  'package-lock.json',
  'public',
  'src',
  'sw',
  'vite.config.ts',
];

/** Builds the page of a later version: other scripts, another page and another worker. Returns its folder. */
export async function laterBuild(): Promise<string> {
  const built = await buildOnce('later-build', async (folder) => {
    for (const name of sources) await cp(join(root, name), join(folder, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, text] of [
      ['src/lib/idle.ts', '\nObject.assign(globalThis, { isLaterBuild: true });\n'],
      ['index.html', '\n<!-- later -->\n'],
    ] as const) {
      await writeFile(join(folder, name), (await readFile(join(folder, name), 'utf8')) + text);
    }
    const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...env } = process.env;
    await promisify(execFile)(process.execPath, ['api/cli/build.ts'], { cwd: folder, env });
  });
  return join(built, 'dist');
}
