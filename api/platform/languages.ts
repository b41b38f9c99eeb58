import { AsyncLocalStorage } from 'node:async_hooks';
import { type Catalog, readCatalog } from '#api/languages/catalog.ts';
import { pluralForms } from '#api/languages/grammar.ts';
import { ownLanguage, type SiteLanguage, siteLanguageTags } from '#contract/languages.ts';
import { setTranslator } from '#contract/texts.ts';

type Speech = {
  language: SiteLanguage;
  catalog: Catalog;
  plurals: Intl.PluralRules;
  numbers: Intl.NumberFormat;
};

const loaded = new Map<SiteLanguage, Promise<Speech>>();
const current = new AsyncLocalStorage<Speech>();

function load(language: SiteLanguage): Promise<Speech> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const speech = readCatalog(language).then((catalog) => ({
    language,
    catalog,
    plurals: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(language),
  }));
  loaded.set(language, speech);
  speech.catch(() => loaded.delete(language));
  return speech;
}

const englishNumbers = new Intl.NumberFormat(ownLanguage);
setTranslator(
  (key) => current.getStore()?.catalog.get(key),
  (count) => {
    const speech = current.getStore();
    if (!speech) return count === 1 ? 0 : 1;
    return pluralForms[speech.language].indexOf(speech.plurals.select(count));
  },
  (count) => (current.getStore()?.numbers ?? englishNumbers).format(count),
);

/** The language that texts are written in now: the one of the request or of the mail. */
export const currentLanguage = (): SiteLanguage => current.getStore()?.language ?? ownLanguage;

/** Does something whose texts are in a language: answers a request, or writes a mail. */
export async function withLanguage<T>(language: SiteLanguage, work: () => T | Promise<T>): Promise<T> {
  if (language === ownLanguage) return current.exit(work);
  return current.run(await load(language), work);
}

/** The site's language for a language tag (BCP 47) of a browser: `de` for `de-AT`, `pt-BR` for `pt`. */
function siteLanguageFor(tag: string, offered: readonly SiteLanguage[]): SiteLanguage | undefined {
  const wanted = tag.toLowerCase();
  const [start] = wanted.split('-');
  return (
    offered.find((language) => language.toLowerCase() === wanted) ??
    offered.find((language) => language.toLowerCase().split('-')[0] === start)
  );
}

/** Returns the site's language that suits an Accept-Language header best (RFC 9110, 12.5.4); English if none does. */
export function languageOf(accepted: string | undefined, offered = siteLanguageTags): SiteLanguage {
  const wanted = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { language: siteLanguageFor(tag, offered), quality: quality ? Number(quality.slice(2)) || 0 : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wanted.find(({ language }) => language !== undefined)?.language ?? ownLanguage;
}
