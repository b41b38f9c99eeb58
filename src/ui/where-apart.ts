/** A text that is no longer than this is shown whole. */
const whole = 160;
/** What is shown of the same words before and after, at least. */
const around = 40;
const longest = 400;

/** How many letters are the same from the beginning. */
function sameLength(a: readonly string[], b: readonly string[]): number {
  const apart = a.findIndex((letter, at) => letter !== b[at]);
  return apart < 0 ? a.length : apart;
}

/** From the word that stands a little before a place. */
function wordBefore(text: readonly string[], place: number): number {
  const from = Math.max(0, place - around);
  const word = text.lastIndexOf(' ', from) + 1;
  return from - word > around ? from : word;
}

/** Of two long texts the part in which they differ, with some words around it; short ones whole. */
export function whereApart(mine: string, site: string): [mine: string, site: string] {
  const [a, b] = [[...mine], [...site]];
  if (Math.max(a.length, b.length) <= whole) return [mine, site];
  const before = sameLength(a, b);
  const after = sameLength(a.slice(before).reverse(), b.slice(before).reverse());
  const from = wordBefore(a, before);
  const partOf = (text: readonly string[]): string => {
    const to = Math.min(text.length, text.length - after + around, from + longest);
    const shown = text.slice(from, to).join('').trim();
    return shown && `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
  };
  return [partOf(a), partOf(b)];
}
