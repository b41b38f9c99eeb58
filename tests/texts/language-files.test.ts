/** @module-tag nightly */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLanguage } from '#api/build/make-language.ts';
import { ensureBuilt } from '#api/cli/build.ts';
import { readCatalog } from '#api/languages/catalog.ts';
import { workerFileOf } from '#contract/language-choice.ts';
import { catalogLanguages, type SiteLanguage } from '#contract/languages.ts';

let folder: string;
beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(join(tmpdir(), 'headbadge-languages-'));
  await cp(join(import.meta.dirname, '../../dist'), folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

/** The files that a worker precaches. */
async function precachedBy(worker: string): Promise<string[]> {
  const text = await readFile(join(folder, worker), 'utf8');
  const urls = [...text.matchAll(/"?url"?:\s*[`"]([^`"]+)[`"]/g)].map(([, url = '']) => url);
  return [...new Set(urls)].filter((url) => url !== 'manifest.webmanifest');
}

const isFont = (file: string) => file.endsWith('.woff2');

/** The bytes on the wire of what a worker fetches or has in the cache of the network: the pack, and what is not in it. */
async function weightOf(files: readonly string[]): Promise<number> {
  const bytesOf = (file: string) => readFile(join(folder, file));
  const pack = files.find((file) => file.includes('/pack-')) ?? '';
  const packed = JSON.parse(String(await bytesOf(pack))) as Record<string, string>;
  const sizes = files
    .filter((file) => !isFont(file) && !(`/${file}` in packed))
    .map(async (file) => brotliCompressSync(await bytesOf(file)).length);
  return (await Promise.all(sizes)).reduce((all, one) => all + one, 0);
}

const languages = catalogLanguages.filter((language): language is Exclude<SiteLanguage, 'en'> => language !== 'en');

test.each(languages)(
  'the worker of %s precaches the fonts of its letters, and at most 15 kB more than the English one',
  async (language) => {
    await makeLanguage(folder, language, await readCatalog(language));
    const english = await precachedBy('worker.js');
    const files = await precachedBy(workerFileOf(language));
    expect(files.length).toBeGreaterThan(20);
    const further = files.filter((file) => isFont(file) && !english.includes(file));
    expect(further.length).toBe(language === 'pl' ? 2 : 0);
    expect((await weightOf(files)) - (await weightOf(english))).toBeLessThanOrEqual(15_000);
  },
);
