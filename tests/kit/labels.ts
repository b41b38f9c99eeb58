import { readCatalog } from '#api/languages/catalog.ts';
import type { SiteLanguage } from '#contract/languages.ts';

export type Labels = (english: string, ...values: readonly (string | number)[]) => string;

/** Returns a function that finds what a text is called in a language, so that a better translation breaks no test. */
export async function labelsIn(language: SiteLanguage): Promise<Labels> {
  const catalog = await readCatalog(language);
  return (english, ...values) => {
    const label = catalog.get(english);
    if (label === undefined) throw new Error(`"${english}" is not translated to ${language}.`);
    return label.replace(/\{(\d)\}/g, (hole, at) => String(values[at] ?? hole));
  };
}
