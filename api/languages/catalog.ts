import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GetTextTranslations, po } from 'gettext-parser';
import type { SiteLanguage } from '#contract/languages.ts';

/** Translations by key; the forms of a plural are joined by `|`. */
export type Catalog = ReadonlyMap<string, string>;

let folder = import.meta.dirname;
/** Sets where this process reads translations: tests have languages of their own. */
export function readCatalogsFrom(path: string): void {
  folder = path;
}

/** The file of a language's translations. */
export const catalogFile = (language: SiteLanguage): string => join(folder, `${language}.po`);

/** Reads a file of translations (gnu.org/software/gettext/manual, PO files). */
export const readPo = async (file: string): Promise<GetTextTranslations> => po.parse(await readFile(file, 'utf8'));

/** The key of a text: its English after its context; the two English forms of a plural are joined by `|`. */
export const keyOfEntry = ({ msgctxt, msgid, msgid_plural }: Entry): string =>
  `${msgctxt ? `${msgctxt}\u0004` : ''}${msgid}${msgid_plural ? `|${msgid_plural}` : ''}`;
type Entry = { msgctxt?: string | undefined; msgid: string; msgid_plural?: string | undefined };

/** Returns a language's translations, without those that are missing or have to be looked at again. */
export async function readCatalog(language: SiteLanguage): Promise<Catalog> {
  const catalog = new Map<string, string>();
  const file = catalogFile(language);
  if (!existsSync(file)) return catalog;
  for (const entries of Object.values((await readPo(file)).translations)) {
    for (const entry of Object.values(entries)) {
      const isFuzzy = entry.comments?.flag?.includes('fuzzy') ?? false;
      if (entry.msgid && !isFuzzy && entry.msgstr.every(Boolean))
        catalog.set(keyOfEntry(entry), entry.msgstr.join('|'));
    }
  }
  return catalog;
}
