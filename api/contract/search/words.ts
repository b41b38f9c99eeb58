import { fold } from '../text.ts';

const apostrophes = /['’ʼ`´]/g;
/** "R&M" is one word, as "e-bike" is. */
const initials = /(?<![\p{L}\p{N}])(\p{L}) ?& ?(\p{L})(?![\p{L}\p{N}])/gu;
const eBike = /(?<![\p{L}\p{N}])e[\s-]bike/gu;
/** "700x40c" says two sizes, "1x12" is one thing. */
const crosses = /(?<=\d\d[a-c]?)["”″]? ?[x×] ?(?=\d)/g;
/** A number keeps its fraction and its unit: 27.5, 700c. */
const word = /\d+(?:[.,]\d+)?(?:\p{L}[\p{L}\p{N}]*)?|[\p{L}\p{N}]+/gu;
/** "29er" and 29" are one. */
const inches = /^(\d+(?:\.\d+)?)(?:ers?|in|inch|inches|zoll)$/;

/** A letter of a writing that puts no spaces between words. */
const unspaced = `[${['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map((one) => `\\p{scx=${one}}`).join('')}]`;
const runs = new RegExp(`(?:${unspaced})+|(?:(?!${unspaced})[^])+`, 'gu');
const isRun = new RegExp(`^${unspaced}`, 'u');
const hasRun = new RegExp(unspaced, 'u');

/** Spellings of one word. */
const spelled: Readonly<Record<string, string>> = {
  ...{ tyre: 'tire', tyres: 'tire', tires: 'tire', colour: 'color', colours: 'color', colors: 'color', grey: 'gray' },
  ...{ aluminium: 'aluminum', fibre: 'fiber', centre: 'center', ebikes: 'ebike', pedelec: 'ebike', fixies: 'fixie' },
  ...{ titan: 'titanium', disk: 'disc', discs: 'disc', disks: 'disc', brakes: 'brake', wheels: 'wheel' },
};

/** Characters of a word; what is longer is cut. */
const longestWord = 40;

function oneSpelling(text: string): string {
  const told = text.replace(',', '.').replace(inches, '$1');
  return (Object.hasOwn(spelled, told) ? (spelled[told] ?? told) : told).slice(0, longestWord);
}

/** The words that a text is written in, without spaces between them taken apart. */
const writtenWords = (text: string): string[] => {
  const words: string[] =
    fold(text)
      .replace(apostrophes, '')
      .replace(initials, '$1$2')
      .replace(eBike, 'ebike')
      .replace(crosses, ' ')
      .match(word) ?? [];
  return hasRun.test(text) ? words.flatMap((one) => one.match(runs) ?? []) : words;
};

/** A run of letters without spaces as pairs of neighbors: whichever word stands in it, its pairs are among them. */
function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/**
 * The words of a text as they are searched by, in their order: folded, letters and digits only, in one spelling. Where a
 * writing has no spaces, pairs of letters stand for its words. Queries and bikes go through this alike.
 */
export const wordsOf = (text: string): string[] =>
  writtenWords(text).flatMap((one) => (isRun.test(one) ? pairsOf(one) : [oneSpelling(one)]));

/** The last letters of runs without spaces: no pair begins with them, and one letter may be all that is typed. */
export const runEnds = (text: string): string[] =>
  writtenWords(text).flatMap((one) => (isRun.test(one) ? [...one].slice(-1) : []));

/** Whether two words are pairs of one run that follow each other. */
export const areOfOneRun = (one: string | undefined, next: string | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  isRun.test(one) &&
  [...one].length === 2 &&
  next.startsWith([...one][1] ?? ' ');

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** The words of a name in the other way that umlauts are typed: "mueller" for "Müller". */
export function umlautWords(text: string): string[] {
  const small = text.normalize('NFC').toLowerCase();
  return /[äöü]/.test(small) ? wordsOf(small.replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter)) : [];
}

/**
 * What people write together or apart as they like: "SL 5" and "SL5", "S-Works" and "sworks".
 * @returns the words that are in no one's spelling but may be typed
 */
export function joinedWords(words: readonly string[]): string[] {
  const joined = words.flatMap((one, at) => {
    const next = words[at + 1];
    const isLast = next === undefined || isRun.test(one) || isRun.test(next);
    return isLast || one.length + next.length > longestWord ? [] : [one + next];
  });
  const parted = words.flatMap((one) => {
    const parts = one.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [];
    return parts.length > 1 ? parts : [];
  });
  return [...joined, ...parted];
}

/** Words that say nothing of a bike: a search for others needs none of them. */
export const emptyWords: ReadonlySet<string> = new Set(
  `a an and the of with for in on at to my is it bike bikes bicycle bicycles cycle cycles`.split(' '),
);

/** Words of sentences, by which nobody looks for a bike. */
const sentenceWords: ReadonlySet<string> = new Set([
  ...emptyWords,
  ...`about after all also am any are as back be been before but by can could did do does down even ever every from get
  got had has have he her here him his how i if im into its ive just know like made make me more most much no not now
  off one only or other our out over own really same she should since so some still such than that their them then
  there these they thing this those through too under until up us very was way we well were what when where which
  while who why will would you your`.split(/\s+/),
]);

/** Whether nobody looks for a bike by this word of a sentence: Japanese ones are held together by pairs of kana. */
export const isSentenceWord = (word: string): boolean =>
  sentenceWords.has(word) || /^\p{Script=Hiragana}+$/u.test(word) || (word.length < 2 && !isRun.test(word));
