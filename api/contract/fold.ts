/** Letters that are written in several ways and do not decompose into a letter and a mark, with the usual spelling. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ə: 'e',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ـ: '',
};
/** Digits of Arabic and of Persian. */
const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/g;
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Marks of accents and vowels; not those of Japanese, which make another letter: ハ is no パ. */
const accents = /(?![\u3099\u309a])\p{M}/gu;

/** Key for comparing text: lower-case, ASCII letters where possible, without accents, one of several spellings. */
export const fold = (text: string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(accents, '')
        .toLowerCase()
        .replace(special, (letter) => plainLetters[letter] ?? letter)
        .replace(arabicDigit, (digit) => String(digit.charCodeAt(0) & 15))
        .normalize('NFC');
