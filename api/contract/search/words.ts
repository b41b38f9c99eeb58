import { fold } from '../text.ts';

/** Letters that folding leaves alone, though many keyboards lack them. */
const plainLetters: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' };
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
const apostrophes = /['’ʼ`´]/g;
/** "R&M" is one word, as "e-bike" is. */
const initials = /(?<![\p{L}\p{N}])(\p{L}) ?& ?(\p{L})(?![\p{L}\p{N}])/gu;
const eBike = /(?<![\p{L}\p{N}])e[\s-]bike/gu;
/** A number keeps its fraction and its unit: 27.5, 700c. */
const word = /\d+(?:[.,]\d+)?(?:\p{L}[\p{L}\p{N}]*)?|[\p{L}\p{N}]+/gu;
/** "29er" and 29" are one. */
const inches = /^(\d+(?:\.\d+)?)(?:ers?|in|inch|inches|zoll)$/;

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

/**
 * The words of a text as they are searched by, in their order: folded, letters and digits only, in one spelling.
 * Queries and bikes go through this alike.
 */
export function wordsOf(text: string): string[] {
  const plain = fold(text)
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(apostrophes, '')
    .replace(initials, '$1$2')
    .replace(eBike, 'ebike');
  return (plain.match(word) ?? []).map(oneSpelling);
}

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
    return next === undefined || one.length + next.length > longestWord ? [] : [one + next];
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
export const sentenceWords: ReadonlySet<string> = new Set([
  ...emptyWords,
  ...`about after all also am any are as back be been before but by can could did do does down even ever every from get
  got had has have he her here him his how i if im into its ive just know like made make me more most much no not now
  off one only or other our out over own really same she should since so some still such than that their them then
  there these they thing this those through too under until up us very was way we well were what when where which
  while who why will would you your`.split(/\s+/),
]);
