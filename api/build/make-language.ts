import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Catalog } from '#api/languages/catalog.ts';
import { directionOf } from '#api/languages/grammar.ts';
import { withLanguage } from '#api/platform/languages.ts';
import { manifestFileOf, workerFileOf } from '#contract/language-choice.ts';
import { languagePathOf, ownLanguage, type SiteLanguage } from '#contract/languages.ts';
import { finishTexts } from './finish-texts.ts';
import { description, type LanguageBuild, nameIn, sourceOfLanguage } from './language-build.ts';
import { languageNav, languageNavLabel } from './language-links.ts';
import { type PrecacheList, precacheList } from './pack.ts';
import { compress } from './precompress.ts';
import { markedFolder } from './texts.ts';
import { webManifest } from './web-manifest.ts';

/** Writes a file as a whole: another process may be making the same language. */
async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, path);
}

async function scriptsIn(folder: string): Promise<Map<string, string>> {
  const files = (await Array.fromAsync(glob('**/*.js', { cwd: folder }))).sort();
  const texts = files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);
const names = /[\w.-]+-[\w-]{8}\.js(?=["'`])/g;

/** The `unicode-range` of the fonts whose names end in `latin-ext`, see `src/ui/base.css`. */
const furtherLetters = /[\u0100-\u0151\u0154-\u0177\u0179-\u024f]/;
const needsFurtherFonts = (catalog: Catalog): boolean =>
  [...catalog.values()].some((text) => furtherLetters.test(text));

/** Returns the scripts that differ between languages: they have texts, or import one that has. */
function differing(scripts: ReadonlyMap<string, string>, english: ReadonlyMap<string, string>): Set<string> {
  const found = new Set([...scripts].filter(([file, code]) => code !== english.get(file)).map(([file]) => file));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    const differ = new Set([...found].map(nameOf));
    for (const [file, code] of scripts) {
      if ((code.match(names) ?? []).some((name) => differ.has(name))) found.add(file);
    }
  }
  return found;
}

/**
 * Makes the page, the manifest, the scripts, the worker and the server-side renderer of a language from the English
 * build, in the folder of the build.
 */
export async function makeLanguage(dist: string, language: SiteLanguage, catalog: Catalog): Promise<LanguageBuild> {
  const { madeFrom, suffix } = await sourceOfLanguage(dist, language, catalog);
  const marked = await scriptsIn(join(dist, markedFolder));
  const worker = marked.get('worker.js') ?? '';
  marked.delete('worker.js');
  const scripts = new Map([...marked].map(([file, code]) => [file, finishTexts(code, language, catalog, file)]));
  const build: LanguageBuild = { madeFrom, suffix, scripts: [...differing(scripts, await scriptsIn(dist))] };
  const own = new Map(build.scripts.map((file) => [nameOf(file), nameOf(nameIn(build, file))]));
  const renamed = (code: string): string => code.replace(names, (name) => own.get(name) ?? name);

  const files = build.scripts.map((file): [string, string] => [nameIn(build, file), renamed(scripts.get(file) ?? '')]);
  const navLabel = catalog.get(languageNavLabel) ?? languageNavLabel;
  const manifestFile = manifestFileOf(language);
  const page = renamed(await readFile(join(dist, 'index.html'), 'utf8'))
    .replace(languageNav(ownLanguage, languageNavLabel), languageNav(language, navLabel))
    .replace(`href="/${manifestFileOf(ownLanguage)}"`, `href="/${manifestFile}"`);
  const folder = languagePathOf(language).slice(1);
  const pageFile = `${folder}/index.html`;
  files.push([manifestFile, JSON.stringify(await withLanguage(language, () => webManifest(language)))]);
  files.push([pageFile, page.replace('<html lang="en"', `<html lang="${language}" dir="${directionOf(language)}"`)]);
  await Promise.all(files.map(([file, text]) => write(join(dist, file), text)));

  const list = JSON.parse(await readFile(join(dist, markedFolder, 'precache.json'), 'utf8')) as PrecacheList;
  const inLanguage = (url: string): string => (url === 'index.html' ? pageFile : nameIn(build, url));
  const revisionOf = (url: string, revision: string | null) =>
    url === 'index.html'
      ? createHash('md5')
          .update(files.at(-1)?.[1] ?? '')
          .digest('hex')
      : revision;
  const fonts = needsFurtherFonts(catalog) ? list.furtherFonts : [];
  const manifest = await precacheList(dist, {
    entries: [
      ...list.entries.map(({ url, revision }) => ({ url: inLanguage(url), revision: revisionOf(url, revision) })),
      ...fonts.map((url) => ({ url, revision: null })),
    ],
    packed: list.packed.map(inLanguage),
  });
  const workerFile = workerFileOf(language);
  const finishedWorker = finishTexts(worker, language, catalog, workerFile);
  await write(
    join(dist, workerFile),
    finishedWorker.replace('self.__WB_MANIFEST', () => JSON.stringify(manifest)),
  );

  const renderer = await scriptsIn(join(dist, '.ssr', markedFolder));
  const rendererFiles = [...renderer].map(([file, code]) =>
    write(join(dist, '.ssr', suffix, file), finishTexts(code, language, catalog, file)),
  );
  await Promise.all(rendererFiles);
  const packFile = manifest.find(({ isPack }) => isPack)?.url ?? '';
  const made = [...files.map(([file]) => file), packFile, workerFile];
  await Promise.all(made.map((file) => compress(join(dist, file))));
  await write(join(dist, folder, description), JSON.stringify(build));
  return build;
}
