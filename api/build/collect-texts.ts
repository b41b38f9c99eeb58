import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionSets } from '#contract/option-sets.ts';
import { markTexts, type Text } from './mark-texts.ts';

const root = join(import.meta.dirname, '../..');
const sources = ['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'api/**/*.ts'];
const leftOut = /\/tests\/|^api\/(?:embedded-mongo|demo)\//;

/** A text of the site with what a translator needs to know. */
export type CollectedText = Pick<Text, 'key' | 'kind'> & {
  files: string[];
  /** The code of the values, in the order of `{0}`, `{1}` and so on. */
  values: string[];
  /** Comments that begin with "For translators:" above the text. */
  notes: string[];
};

/** The comment for translators on the line above a place in the code. */
function noteAbove(code: string, start: number): string | null {
  const [above = ''] = code.slice(0, start).split('\n').slice(-2);
  return /(?:\/\/|\/\*) For translators: (.*?)(?: \*\/\}?)?$/.exec(above.trim())?.[1] ?? null;
}

/** Returns all texts of the site by key, in the order of files and of places in them. */
export async function collectTexts(): Promise<Map<string, CollectedText>> {
  const texts = new Map<string, CollectedText>();
  const add = (file: string, { key, kind, values }: Omit<Text, 'start'>, note: string | null) => {
    const known = texts.get(key);
    if (known && (known.kind === 'plural') !== (kind === 'plural'))
      throw new Error(`${file}: "${key}" is also no plural.`);
    const text = known ?? { key, kind, files: [], values, notes: [] };
    if (!text.files.includes(file)) text.files.push(file);
    if (note && !text.notes.includes(note)) text.notes.push(note);
    texts.set(key, text);
  };
  const files = (await Array.fromAsync(glob(sources, { cwd: root }))).filter((file) => !leftOut.test(file)).sort();
  for (const file of files) {
    const code = await readFile(join(root, file), 'utf8');
    markTexts(file, code, (text) => add(file, text, noteAbove(code, text.start)));
  }
  for (const [set, values] of Object.entries(optionSets)) {
    for (const value of values) {
      if (/\p{L}{2}/u.test(value)) {
        add('api/contract/option-sets.ts', { key: `${set}\u0004${value}`, kind: 'text', values: [] }, null);
      }
    }
  }
  add('index.html', { key: 'Language', kind: 'text', values: [] }, null);
  // A catalog has one entry for each English text: a plural and a single text cannot share it.
  for (const { key, kind, files } of texts.values()) {
    const [singular = ''] = key.split('|');
    if (kind === 'plural' && texts.has(singular)) {
      throw new Error(`Give "${singular}" a context by t.as('…'): ${files.join(', ')} has a plural that begins alike.`);
    }
  }
  return texts;
}
