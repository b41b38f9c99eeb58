import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'vite';
import { buildOnce } from './build-once.ts';

// As in vite.config.ts, so that the tests run the same code as the page.
export const alias = [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }];

const compiled = new Map<string, Promise<Script>>();

async function compile(name: string, entry: string): Promise<Script> {
  const folder = await buildOnce(name, async (outDir) => {
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      resolve: { alias },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir,
        emptyOutDir: false,
        minify: false,
        lib: { entry, formats: ['iife'], name: 'ours', fileName: () => 'script.js' },
      },
    });
  });
  const filename = join(folder, 'script.js');
  return new Script(`${await readFile(filename, 'utf8')};ours`, { filename });
}

/** Builds a module into one script, once in a test run. Running the script returns the module's exports. */
export function scriptOf(name: string, entry: string): Promise<Script> {
  const known = compiled.get(name) ?? compile(name, entry);
  compiled.set(name, known);
  return known;
}
