import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { po } from 'gettext-parser';
import { makeLanguage } from '#api/build/make-language.ts';
import { ensureBuilt } from '#api/cli/build.ts';
import { catalogFile, keyOfEntry, readPo } from '#api/languages/catalog.ts';
import { pluralForms } from '#api/languages/grammar.ts';
import { buildOnce } from '#tests/kit/build-once.ts';

/** The language whose place it takes: one that is written from right to left. */
export const pseudoLanguage = 'ar';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'áƀćđéƒǵħíĵķłḿńóṕɋŕśţúṽẃẋýźÁƁĆĐÉƑǴĦÍĴĶŁḾŃÓṔɊŔŚŢÚṼẂẊÝŹ';
const toAccented = new Map([...letters].map((letter, at) => [letter, [...accented][at] ?? letter]));

/** Returns a text with an accent on each letter, and a third longer. */
function pseudo(text: string): string {
  const parts = text.split(/(\{\d+\}|<\/?\d+\/?>)/);
  const words = parts.map((part, at) => (at % 2 ? part : part.replace(/[a-z]/gi, (one) => toAccented.get(one) ?? one)));
  const missing = Math.ceil(text.replace(/\{\d+\}|<[^>]*>/g, '').length / 3);
  return `${words.join('')} ${'ẋẋẋẋẋ '
    .repeat(Math.ceil(missing / 6))
    .slice(0, missing)
    .trim()}`.trim();
}

/** Whether a text of the page is of the pseudo-language. */
export const isPseudo = (text: string): boolean => [...text].some((one) => accented.includes(one));

/** Returns a copy of the production build that has the language, and the folder of its catalog. */
export async function buildPseudoLanguage(): Promise<{ page: string; catalogs: string }> {
  const page = await buildOnce('pseudo-language', async (folder) => {
    const table = await readPo(join(catalogFile(pseudoLanguage), '../texts.pot'));
    const catalog = new Map<string, string>();
    for (const entry of Object.values(table.translations).flatMap((entries) => Object.values(entries))) {
      if (!entry.msgid) continue;
      const { msgid, msgid_plural: plural } = entry;
      const forms = plural === undefined ? [msgid] : pluralForms[pseudoLanguage].map(() => plural);
      entry.msgstr = forms.map(pseudo);
      catalog.set(keyOfEntry(entry), entry.msgstr.join('|'));
    }
    await ensureBuilt();
    await cp(join(import.meta.dirname, '../../dist'), folder, { recursive: true });
    await writeFile(join(folder, `${pseudoLanguage}.po`), po.compile(table));
    await makeLanguage(folder, pseudoLanguage, catalog);
  });
  return { page, catalogs: page };
}
