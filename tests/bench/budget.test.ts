import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '#api/cli/build.ts';

const dist = join(import.meta.dirname, '../../dist');
const bytesOf = (path: string) => readFile(join(dist, path));
const textOf = (path: string) => readFile(join(dist, path), 'utf8');
const sum = (sizes: number[]) => sizes.reduce((all, one) => all + one, 0);

beforeAll(async () => {
  await ensureBuilt();
}, 120_000);

/** The scripts that a script loads before it runs. */
async function importsOf(script: string): Promise<string[]> {
  const text = await textOf(script);
  return [...text.matchAll(/(?:\bfrom|(?<![\w$.])import)\s*[`'"]\.\/([\w.-]+\.js)[`'"]/g)].map(
    ([, name]) => `assets/${name}`,
  );
}

/** Every script that home loads: those its page names, and all that those import. */
async function homeScripts(): Promise<string[]> {
  const page = await textOf('index.html');
  const found = new Set([...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path));
  for (const script of found) for (const next of await importsOf(script)) found.add(next);
  return [...found];
}

/** What the worker fetches when it is installed. */
async function precached(): Promise<string[]> {
  const urls = [...(await textOf('worker.js')).matchAll(/"?url"?:\s*[`"]([^`"]+)[`"]/g)].map(([, url = '']) => url);
  return [...new Set(urls)];
}

test('home loads at most 150 kB of script', async () => {
  const scripts = await homeScripts();
  expect(scripts.length).toBeGreaterThan(2);
  const sizes = await Promise.all(scripts.map(async (path) => brotliCompressSync(await bytesOf(path)).length));
  expect(sum(sizes)).toBeLessThanOrEqual(150_000);
});

test('home waits for no menus and dialogs', async () => {
  expect((await readdir(join(dist, 'assets'))).some((name) => /^radix-.*\.js$/.test(name))).toBe(true);
  expect((await homeScripts()).filter((path) => path.includes('radix'))).toEqual([]);
});

test('the worker keeps at most 1.2 MB, unpacked', async () => {
  const paths = await precached();
  expect(paths).toEqual(expect.arrayContaining(['index.html', ...(await homeScripts())]));
  expect(sum(await Promise.all(paths.map(async (path) => (await bytesOf(path)).length)))).toBeLessThanOrEqual(
    1_200_000,
  );
});

test('the fonts of English text weigh at most 32 kB', async () => {
  const fonts = (await precached()).filter((path) => /-latin-(?!ext).*\.woff2$/.test(path));
  expect(fonts.length).toBe(2);
  expect(sum(await Promise.all(fonts.map(async (path) => (await bytesOf(path)).length)))).toBeLessThanOrEqual(32_000);
});
