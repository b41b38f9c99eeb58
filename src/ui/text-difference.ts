/** Texts up to this length are shown whole. */
const maxWholeLength = 160;
/** Characters of unchanged text to show before and after the difference. */
const contextLength = 40;
const maxLength = 400;

/** Returns the length of the common beginning. */
function sameLength(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((letter, at) => letter !== b[at]);
  return first < 0 ? a.length : first;
}

/** Returns the start of a word shortly before a position. */
function wordBefore(text: readonly string[], place: number): number {
  const from = Math.max(0, place - contextLength);
  const word = text.lastIndexOf(' ', from) + 1;
  return from - word > contextLength ? from : word;
}

/** Returns the part of two long texts in which they differ, with some context; short texts whole. */
export function textDifference(mine: string, site: string): [mine: string, site: string] {
  const [a, b] = [[...mine], [...site]];
  if (Math.max(a.length, b.length) <= maxWholeLength) return [mine, site];
  const before = sameLength(a, b);
  const after = sameLength(a.slice(before).reverse(), b.slice(before).reverse());
  const from = wordBefore(a, before);
  const partOf = (text: readonly string[]): string => {
    const to = Math.min(text.length, text.length - after + contextLength, from + maxLength);
    const shown = text.slice(from, to).join('').trim();
    return shown && `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
  };
  return [partOf(a), partOf(b)];
}
