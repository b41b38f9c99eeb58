import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog } from '#api/languages/catalog.ts';
import { languagePathOf, type SiteLanguage } from '#contract/languages.ts';

/** The build of a language, as the server finds it. */
export type LanguageBuild = {
  /** Identifies the English build and the catalog that it was made from. */
  madeFrom: string;
  /** Stands in the names of its scripts before `.js`, and names the folder of its renderer. */
  suffix: string;
  /** The scripts that have a copy of their own, as paths below `dist`; others are the same in all languages. */
  scripts: string[];
};

/** The file, in the folder of a language, that describes its build. */
export const description = '.language.json';
const builder = ['finish-texts.ts', 'make-language.ts', 'web-manifest.ts'].map((file) =>
  join(import.meta.dirname, file),
);

const hashOf = (texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('base64url').slice(0, 8);
};

/** The name of a script in a language. */
export const nameIn = ({ scripts, suffix }: Pick<LanguageBuild, 'scripts' | 'suffix'>, file: string): string =>
  scripts.includes(file) ? file.replace(/\.js$/, `.${suffix}.js`) : file;

/** Returns what the build of a language would be made from now. */
export async function sourceOfLanguage(
  dist: string,
  language: SiteLanguage,
  catalog: Catalog,
): Promise<Pick<LanguageBuild, 'madeFrom' | 'suffix'>> {
  const english = await readFile(join(dist, '.built-from'), 'utf8').catch(() => '');
  const code = await Promise.all(builder.map((file) => readFile(file, 'utf8')));
  const texts = hashOf([JSON.stringify([...catalog]), ...code]);
  return { madeFrom: hashOf([english, texts]), suffix: `${language.toLowerCase()}-${texts}` };
}

/** Returns the build of a language; null if it is missing or out of date. */
export async function languageBuild(
  dist: string,
  language: SiteLanguage,
  catalog: Catalog,
): Promise<LanguageBuild | null> {
  const text = await readFile(join(dist, languagePathOf(language), description), 'utf8').catch(() => null);
  if (text === null) return null;
  const build = JSON.parse(text) as LanguageBuild;
  const { madeFrom } = await sourceOfLanguage(dist, language, catalog);
  return build.madeFrom === madeFrom ? build : null;
}
