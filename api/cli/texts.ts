import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GetTextTranslation, type GetTextTranslations, po } from 'gettext-parser';
import { type CollectedText, collectTexts } from '#api/build/collect-texts.ts';
import { catalogFile, keyOfEntry, readPo } from '#api/languages/catalog.ts';
import { problemsOf } from '#api/languages/check-translation.ts';
import { pluralForms } from '#api/languages/grammar.ts';
import { catalogLanguages, ownLanguage, type SiteLanguage, siteLanguages } from '#contract/languages.ts';

const template = join(import.meta.dirname, '../languages/texts.pot');
/** The part of its words that a changed sentence shares with the earlier one, so that its translation is a draft. */
const similar = 0.6;

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}+/gu));
function similarity(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return (2 * shared) / (one.size + other.size || 1);
}

/** Returns the catalog's entry of a text, without a translation. */
function entryOf({ key, kind, files, values, notes }: CollectedText): GetTextTranslation {
  const [context, text] = key.includes('\u0004') ? (key.split('\u0004') as [string, string]) : [undefined, key];
  const [msgid = '', plural] = kind === 'plural' ? text.split('|') : [text];
  const inserted = values.map((value, at) => `${kind === 'jsx' ? at : `{${at}}`}: ${value.replace(/\s+/g, ' ')}`);
  const extracted = [...notes, ...inserted].join('\n');
  return {
    ...(context !== undefined && { msgctxt: context }),
    msgid,
    ...(plural !== undefined && { msgid_plural: plural }),
    msgstr: [''],
    comments: { reference: files.join('\n'), ...(extracted && { extracted }) },
  };
}

/** Puts the translations of a language into the entries of today's texts. */
function merge(entries: readonly GetTextTranslation[], language: SiteLanguage, known: GetTextTranslations | null) {
  const forms = pluralForms[language].length;
  const old = new Map(
    Object.values(known?.translations ?? {}).flatMap((byId) =>
      Object.values(byId).flatMap((entry) => (entry.msgid ? [[keyOfEntry(entry), entry] as const] : [])),
    ),
  );
  const keys = new Set(entries.map(keyOfEntry));
  const gone = [...old.values()].filter((entry) => !keys.has(keyOfEntry(entry)) && entry.msgstr.some(Boolean));
  return entries.map((entry): GetTextTranslation => {
    const before = old.get(keyOfEntry(entry));
    const empty = Array.from({ length: entry.msgid_plural === undefined ? 1 : forms }, () => '');
    if (before) {
      const { flag, translator, previous } = before.comments ?? {};
      const own = { ...(flag && { flag }), ...(translator && { translator }), ...(previous && { previous }) };
      const comments = { ...entry.comments, ...own };
      return { ...entry, msgstr: before.msgstr, comments };
    }
    const [nearest] = gone
      .filter((one) => (one.msgid_plural === undefined) === (entry.msgid_plural === undefined))
      .map((one) => [similarity(one.msgid, entry.msgid), one] as const)
      .sort(([a], [b]) => b - a);
    if (!nearest || nearest[0] < similar) return { ...entry, msgstr: empty };
    const previous = `msgid "${nearest[1].msgid.replaceAll('"', '\\"')}"`;
    return { ...entry, msgstr: nearest[1].msgstr, comments: { ...entry.comments, flag: 'fuzzy', previous } };
  });
}

/** The plural rule of a language for other programs; the site itself asks Intl. */
function pluralRule(language: SiteLanguage): string {
  const forms = pluralForms[language];
  const rules: Partial<Record<SiteLanguage, string>> = {
    fr: '(n > 1)',
    'pt-BR': '(n > 1)',
    ja: '0',
    pl: '(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)',
    ar: '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)',
  };
  return `nplurals=${forms.length}; plural=${rules[language] ?? '(n != 1)'};`;
}

function fileOf(entries: readonly GetTextTranslation[], headers: Record<string, string>): string {
  const translations: GetTextTranslations['translations'] = { '': {} };
  for (const entry of entries) {
    const context = entry.msgctxt ?? '';
    translations[context] ??= {};
    translations[context][entry.msgid] = entry;
  }
  const all = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit', ...headers };
  const header = {
    msgid: '',
    msgstr: [
      Object.entries(all)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    ],
  };
  const table = { charset: 'utf-8', headers: all, translations };
  table.translations[''] = { '': header, ...translations[''] };
  return `${po.compile(table, { foldLength: 0 }).toString().trimEnd()}\n`;
}

/** Returns the faults of a language's entries, a line for each. */
function complaintsOf(entries: readonly GetTextTranslation[], language: SiteLanguage): string[] {
  return entries.flatMap((entry) => {
    const text = keyOfEntry(entry).replace('\u0004', ': ').slice(0, 80);
    if (!entry.msgstr.every(Boolean)) return [`"${text}" is not translated.`];
    if (entry.comments?.flag?.includes('fuzzy')) return [`"${text}" has changed.`];
    return problemsOf(entry, language).map((problem) => `"${text}" ${problem}`);
  });
}

/**
 * `npm run texts` collects the texts of the site and brings the files of all languages up to date; with `--check` it
 * changes nothing, and fails if a file is out of date or a text of an offered language is missing or wrong.
 */
async function main(isCheck: boolean): Promise<number> {
  const entries = [...(await collectTexts()).values()].map(entryOf);
  const written: [string, string][] = [[template, fileOf(entries, {})]];
  let isWhole = true;
  for (const language of catalogLanguages.filter((tag) => tag !== ownLanguage)) {
    const file = catalogFile(language);
    const merged = merge(entries, language, existsSync(file) ? await readPo(file) : null);
    written.push([file, fileOf(merged, { Language: language, 'Plural-Forms': pluralRule(language) })]);
    const complaints = complaintsOf(merged, language);
    if (complaints.length > 0 && siteLanguages[language].isOffered) isWhole = false;
    process.stdout.write(`${language}: ${merged.length - complaints.length} of ${merged.length} texts\n`);
    if (isCheck) for (const complaint of complaints.slice(0, 50)) process.stdout.write(`  ${complaint}\n`);
  }
  const outdated: string[] = [];
  for (const [file, text] of written) {
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    outdated.push(file);
    if (!isCheck) await writeFile(file, text);
  }
  if (isCheck && outdated.length > 0) process.stdout.write(`Out of date, run npm run texts: ${outdated.join(', ')}\n`);
  return isCheck && (outdated.length > 0 || !isWhole) ? 1 : 0;
}

process.exitCode = await main(process.argv.includes('--check'));
