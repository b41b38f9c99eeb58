import { nameKey } from './brands.ts';
import { wordsOf } from './search/tokens.ts';

/** A year that some write behind or before a model's name. */
const year = /^(?:19[3-9]|20[0-4])\d$/;

/** The words of a model's name, without its maker's in front and without a year. */
function ownWords(brand: string, model: string): string[] {
  const words = wordsOf(model);
  const maker = nameKey(brand);
  const end = words.findIndex((_, at) => nameKey(words.slice(0, at + 1).join(' ')) === maker) + 1;
  const own = end > 0 && end < words.length ? words.slice(end) : words;
  if (own.length < 2) return own;
  if (year.test(own.at(-1) ?? '')) return own.slice(0, -1);
  return year.test(own[0] ?? '') ? own.slice(1) : own;
}

/** The key of the maker of a model or part, by that one's key. */
export const makerOfKey = (key: string): string => key.split(' ')[0] ?? '';

/** A key that all bikes of one model share, however the name was typed. */
export const modelKeyOf = ({ brand = '', model = '' }: { brand?: string; model?: string }): string =>
  `${nameKey(brand)} ${nameKey(ownWords(brand, model).join(' ')) || nameKey(model) || model}`;
