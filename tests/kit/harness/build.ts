import { createHash } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

// As in vite.config.ts: the tests run what the page runs.
const alias = [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }];

/** Builds a page that shows the offline core on `window.headbadge`, and the real worker; returns the folder. */
export async function buildHarness(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'headbadge-harness-'));
  const quiet = { configFile: false, logLevel: 'error', resolve: { alias } } as const;
  await build({ ...quiet, root: import.meta.dirname, build: { outDir, emptyOutDir: true, minify: false } });
  const hash = createHash('sha256')
    .update(await readFile(join(outDir, 'index.html')))
    .digest('base64');
  const pageFiles = JSON.stringify([{ url: '/index.html', revision: '1', integrity: `sha256-${hash}` }]);
  const entry = join(import.meta.dirname, '../../../sw/worker.ts');
  await build({
    ...quiet,
    define: { 'self.__WB_MANIFEST': pageFiles, 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'worker', fileName: () => 'worker.js' },
    },
  });
  return outDir;
}
