import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { buildOnce } from '../build-once.ts';
import { alias } from '../script.ts';

/** Small files that the worker precaches, and the file that packs them. */
export const packedFiles: Record<string, string> = Object.fromEntries(
  ['a.js', 'b.js', 'c.js', 'd.css', 'e.css'].map((name) => [`/${name}`, `/* ${name}: “Größe” */`]),
);
export const packFile = '/pack.json';
export const pageRevision = '1';

/** Folder of the built harness page, which exposes the offline code on `window.headbadge`, and of the real worker. */
export const harnessFolder = (): Promise<string> => buildOnce('harness', buildHarness);

async function buildHarness(outDir: string): Promise<void> {
  const quiet = { configFile: false, logLevel: 'error', resolve: { alias } } as const;
  await build({ ...quiet, root: import.meta.dirname, build: { outDir, emptyOutDir: false, minify: false } });
  const listed = async (url: string, more: { text?: string; revision?: string; isPack?: true } = {}) => {
    const { text, ...rest } = more;
    if (text) await writeFile(join(outDir, url), text);
    const hash = createHash('sha256')
      .update(await readFile(join(outDir, url)))
      .digest('base64');
    return { url, revision: null, integrity: `sha256-${hash}`, ...rest };
  };
  const pageFiles = JSON.stringify([
    await listed('/index.html', { revision: pageRevision }),
    ...(await Promise.all(Object.entries(packedFiles).map(([url, text]) => listed(url, { text })))),
    await listed(packFile, { text: JSON.stringify(packedFiles), isPack: true }),
  ]);
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
}
