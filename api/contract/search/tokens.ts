import { fold } from '../fold.ts';

const apostrophes = /['’ʼ`´]/g;
/** "R&M" is one word, like "e-bike". */
const initials = /(?<![\p{L}\p{N}])(\p{L}) ?& ?(\p{L})(?![\p{L}\p{N}])/gu;
const eBike = /(?<![\p{L}\p{N}])e[\s-]bike/gu;
/** "1x12", "1×12" and "1 x 12" are one word. */
const gears = /(?<![\d.,])(\d) ?[x×✕х] ?(?=\d)/g;
/** "700x40c" is two sizes. */
const crosses = /(?<=\d\d[a-c]?)["”″]? ?[x×✕х] ?(?=\d)/g;
/** Words that dashes join. */
const compound = /[\p{L}\p{N}]+(?:[-‐–][\p{L}\p{N}]+)+/gu;
/** A number keeps its fraction and its unit: 27.5, 700c. */
const word = /\d+(?:[.,]\d+)?(?:\p{L}[\p{L}\p{N}]*)?|[\p{L}\p{N}]+/gu;
/** "29er" and 29" are the same. */
const inches = /^(\d+(?:\.\d+)?)(?:ers?|in|inch|inches|zoll)$/;

/** A letter of a script without spaces between words. */
const unspaced = `[${['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map((one) => `\\p{scx=${one}}`).join('')}]`;
const runs = new RegExp(`(?:${unspaced})+|(?:(?!${unspaced})[^])+`, 'gu');
const isRun = new RegExp(`^${unspaced}`, 'u');
const hasRun = new RegExp(unspaced, 'u');

/** Variant spellings of words. */
const spelled: Readonly<Record<string, string>> = {
  tyre: 'tire',
  tyres: 'tire',
  tires: 'tire',
  colour: 'color',
  colours: 'color',
  colors: 'color',
  grey: 'gray',
  aluminium: 'aluminum',
  fibre: 'fiber',
  centre: 'center',
  ebikes: 'ebike',
  pedelec: 'ebike',
  fixies: 'fixie',
  titan: 'titanium',
  disk: 'disc',
  discs: 'disc',
  disks: 'disc',
  brakes: 'brake',
  wheels: 'wheel',
};

/** Maximum characters of a word; longer ones are cut. */
const maxTokenLength = 40;

function oneSpelling(text: string): string {
  const normalized = text.replace(',', '.').replace(inches, '$1');
  return (Object.hasOwn(spelled, normalized) ? (spelled[normalized] ?? normalized) : normalized).slice(
    0,
    maxTokenLength,
  );
}

/** Splits a text into words; runs of scripts without spaces are separated from other letters. */
const writtenTokens = (text: string): string[] => {
  const tokens: string[] =
    fold(text)
      .replace(apostrophes, '')
      .replace(initials, '$1$2')
      .replace(eBike, 'ebike')
      .replace(gears, '$1x')
      .replace(crosses, ' ')
      .match(word) ?? [];
  return hasRun.test(text) ? tokens.flatMap((one) => one.match(runs) ?? []) : tokens;
};

/** Compounds of a text as one word each: "r2d2" for "R2-D2". */
export const compoundTokens = (text: string): string[] =>
  (text.match(compound) ?? []).flatMap((one) => (/\p{L}/u.test(one) ? tokensOf(one.replace(/[-‐–]/g, '')) : []));

/** Splits a run without spaces into pairs of neighbors: the pairs of every word in it are among them. */
function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/**
 * Tokenizes a text for the search: folded, letters and digits only, one spelling. Scripts without spaces become letter
 * pairs. Queries and bikes use the same tokens.
 */
export const tokensOf = (text: string): string[] =>
  writtenTokens(text).flatMap((one) => (isRun.test(one) ? pairsOf(one) : [oneSpelling(one)]));

/** Splits a text into words of one spelling. Scripts without spaces stay whole. */
export const wordsOf = (text: string): string[] =>
  writtenTokens(text).map((one) => (isRun.test(one) ? one : oneSpelling(one)));

/** Last letters of runs without spaces: no pair begins with them, and a query may be a single letter. */
export const runEnds = (text: string): string[] =>
  writtenTokens(text).flatMap((one) => (isRun.test(one) ? [...one].slice(-1) : []));

/** Whether two tokens are consecutive pairs of one run. */
export const areOfOneRun = (one: string | undefined, next: string | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  isRun.test(one) &&
  [...one].length === 2 &&
  next.startsWith([...one][1] ?? ' ');

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Words of a name with umlauts written out: "mueller" for "Müller". */
export function umlautVariants(text: string): string[] {
  const small = text.normalize('NFC').toLowerCase();
  return /[äöü]/.test(small) ? tokensOf(small.replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter)) : [];
}

/**
 * Words that people write joined or apart: "SL 5" and "SL5", "S-Works" and "sworks", "R2D2" and "R2 D2".
 * @returns the other forms that may be typed
 */
export function joinedTokens(tokens: readonly string[]): string[] {
  const joined = tokens.flatMap((one, at) => {
    const next = tokens[at + 1];
    const isLast = next === undefined || isRun.test(one) || isRun.test(next);
    return isLast || one.length + next.length > maxTokenLength ? [] : [one + next];
  });
  const parted = tokens.flatMap((one) => {
    const parts = one.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [];
    const pairs = parts.slice(1).map((part, at) => `${parts[at]}${part}`);
    return parts.length > 1 ? [...parts, ...pairs] : [];
  });
  return [...joined, ...parted];
}

/** Stop words of queries: ignored when there are other keywords. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an and the of with for in on at to my is it bike bikes bicycle bicycles cycle cycles`.split(' '),
);

/** Stop words of stories, which are not indexed. */
const sentenceTokens: ReadonlySet<string> = new Set([
  ...stopWords,
  ...`about after all also am any are as back be been before but by can could did do does down even ever every from get
  got had has have he her here him his how i if im into its ive just know like made make me more most much no not now
  off one only or other our out over own really same she should since so some still such than that their them then
  there these they thing this those through too under until up us very was way we well were what when where which
  while who why will would you your`.split(/\s+/),
]);

/** Whether a word of a story is not indexed: stop words, single letters, and hiragana, which hold Japanese sentences together. */
export const isSentenceToken = (word: string): boolean =>
  sentenceTokens.has(word) || /^\p{Script=Hiragana}+$/u.test(word) || (word.length < 2 && !isRun.test(word));
