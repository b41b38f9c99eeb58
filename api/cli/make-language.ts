import { makeLanguage } from '#api/build/make-language.ts';
import { readCatalog } from '#api/languages/catalog.ts';
import { isSiteLanguage } from '#contract/languages.ts';

const [dist = '', ...languages] = process.argv.slice(2);
for (const language of languages) {
  if (!isSiteLanguage(language)) throw new Error(`The site has no language ${language}.`);
  await makeLanguage(dist, language, await readCatalog(language));
}
