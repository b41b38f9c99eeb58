import { fold } from '#contract/text.ts';

const most = 8;

/** The names that fit what was typed: those that begin with it, then those with a word that does, then the rest. */
export function suggest<T>(all: readonly T[], nameOf: (one: T) => string, typed: string): T[] {
  const wanted = fold(typed.trim());
  if (!wanted) return all.slice(0, most);
  const rank = (one: T) => {
    const name = fold(nameOf(one));
    if (name.startsWith(wanted)) return 0;
    if (name.includes(` ${wanted}`)) return 1;
    return name.includes(wanted) ? 2 : 3;
  };
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .filter((ranked) => ranked.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map((ranked) => ranked.one);
}
