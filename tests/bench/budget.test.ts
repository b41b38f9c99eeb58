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

/** The static imports of a script. */
async function importsOf(script: string): Promise<string[]> {
  const text = await textOf(script);
  return [...text.matchAll(/(?:\bfrom|(?<![\w$.])import)\s*[`'"]\.\/([\w.-]+\.js)[`'"]/g)].map(
    ([, name]) => `assets/${name}`,
  );
}

/** Every script that home loads: those named by its page, with their imports. */
async function homeScripts(): Promise<string[]> {
  const page = await textOf('index.html');
  const found = new Set([...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path));
  for (const script of found) for (const next of await importsOf(script)) found.add(next);
  return [...found];
}

/** The scripts that a screen loads besides home's. */
async function furtherScripts(screen: string): Promise<string[]> {
  const home = await homeScripts();
  const manifest = JSON.parse(await textOf('.vite/manifest.json')) as Record<string, { file: string }>;
  const found = new Set([manifest[`src/screens/${screen}.tsx`]?.file ?? '']);
  for (const script of found) for (const next of await importsOf(script)) if (!home.includes(next)) found.add(next);
  return [...found];
}

/** The files of this build that the worker's manifest names. */
async function named(): Promise<string[]> {
  const urls = [...(await textOf('worker.js')).matchAll(/"?url"?:\s*[`"]([^`"]+)[`"]/g)].map(([, url = '']) => url);
  return [...new Set(urls)];
}

const isPack = (path: string) => /^assets\/pack-[\w-]{8}\.json$/.test(path);

/** The files that an installing worker caches. It leaves out the web app manifest, which has no hash. */
const precached = async () => (await named()).filter((path) => !isPack(path) && path !== 'manifest.webmanifest');

test('home loads at most 148.6 kB of script', async () => {
  const scripts = await homeScripts();
  expect(scripts.length).toBeGreaterThan(2);
  const sizes = await Promise.all(scripts.map(async (path) => brotliCompressSync(await bytesOf(path)).length));
  expect(sum(sizes)).toBeLessThanOrEqual(148_600);
});

test('home does not load menus and dialogs before it renders', async () => {
  expect((await readdir(join(dist, 'assets'))).some((name) => /^radix-.*\.js$/.test(name))).toBe(true);
  expect((await homeScripts()).filter((path) => path.includes('radix'))).toEqual([]);
});

test("a bike's page loads at most 15 further scripts", async () => {
  const scripts = await furtherScripts('bike-screen');
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.length).toBeLessThanOrEqual(15);
});

test('home loads no schemas', async () => {
  const withSchemas: string[] = [];
  for (const path of await precached()) {
    if (path.endsWith('.js') && (await textOf(path)).includes('valibot')) withSchemas.push(path);
  }
  expect(withSchemas).not.toEqual([]);
  expect((await homeScripts()).filter((path) => withSchemas.includes(path))).toEqual([]);
});

test('the worker precaches at most 1.445 MB, uncompressed', async () => {
  const paths = await precached();
  expect(paths).toEqual(expect.arrayContaining(['index.html', ...(await homeScripts())]));
  expect(sum(await Promise.all(paths.map(async (path) => (await bytesOf(path)).length)))).toBeLessThanOrEqual(
    1_445_000,
  );
});

test('no script that the worker caches needs one that it does not', async () => {
  const paths = await precached();
  const scripts = paths.filter((path) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(50);
  for (const script of scripts)
    expect(
      (await importsOf(script)).filter((path) => !paths.includes(path)),
      script,
    ).toEqual([]);
});

test('an installing worker gets all other files in one request of at most 243 kB', async () => {
  const [path = '', ...others] = (await named()).filter(isPack);
  expect(others).toEqual([]);
  const pack = JSON.parse(await textOf(path)) as Record<string, string>;
  const texts = (await precached()).filter((one) => /^assets\/.*\.(?:js|css)$/.test(one));
  const byAll = texts.filter((one) => !(`/${one}` in pack));
  const loaded = byAll.filter((one) => one.endsWith('.js') && !one.startsWith('assets/background-'));
  expect(loaded.toSorted()).toEqual((await homeScripts()).filter((one) => byAll.includes(one)).toSorted());
  expect(byAll.filter((one) => one.startsWith('assets/background-'))).toHaveLength(1);
  expect(byAll.length).toBeLessThan(8);
  for (const [file, text] of Object.entries(pack)) expect(text, file).toBe(await textOf(file.slice(1)));
  expect(brotliCompressSync(await bytesOf(path)).length).toBeLessThanOrEqual(243_000);
});

test('what every page starts once it is shown is one file of at most 7.1 kB', async () => {
  const files = (await named()).filter((path) => /^assets\/(?:background|afterwards)-.*\.js$/.test(path));
  expect(files.length).toBe(1);
  expect(brotliCompressSync(await bytesOf(files[0] ?? '')).length).toBeLessThanOrEqual(7_100);
});

test('the fonts of English text weigh at most 32 kB', async () => {
  const fonts = (await precached()).filter((path) => /-latin-(?!ext).*\.woff2$/.test(path));
  expect(fonts.length).toBe(2);
  expect(sum(await Promise.all(fonts.map(async (path) => (await bytesOf(path)).length)))).toBeLessThanOrEqual(32_000);
});

test('pages are rendered by the production build of React', async () => {
  const files = await readdir(join(dist, '.ssr'), { recursive: true });
  const scripts = files.filter((file) => file.endsWith('.js'));
  expect(scripts).toContain('server.js');
  for (const script of scripts) {
    const text = await textOf(join('.ssr', script));
    expect(text, script).not.toContain('jsxDEVImpl');
    expect(text, script).not.toContain('process.env.NODE_ENV');
  }
});

test('style sheets work in the oldest supported browsers', async () => {
  const sheets = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(5);
  for (const sheet of sheets) expect(await textOf(join('assets', sheet)), sheet).not.toContain('light-dark(');
});
