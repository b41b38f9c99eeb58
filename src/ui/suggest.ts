import { nameKey, nameKeys } from '#contract/brands.ts';
import { beginsWithinEdits, editsAllowed } from '#contract/edits.ts';
import { fold } from '#contract/text.ts';

const most = 8;
const nothing = 9;

/** How badly a name fits what was typed: from 0, that it is the name, to {@link nothing}, that it is none of it. */
function misfit(name: string, typed: string, key: string): number {
  const folded = fold(name);
  const keys = nameKeys(name);
  if (keys.includes(key)) return 0;
  if (folded.startsWith(typed) || keys.some((one) => one.startsWith(key))) return 1;
  if (folded.includes(` ${typed}`)) return 2;
  if (folded.includes(typed) || keys.some((one) => one.includes(key))) return 3;
  const words = [...keys, ...folded.split(/[^\p{L}\p{N}]+/u)];
  for (let edits = 1; edits <= editsAllowed(key.length); edits += 1)
    if (words.some((word) => beginsWithinEdits(key, word, edits))) return 3 + edits;
  return nothing;
}

/**
 * The things that fit what was typed, best first: what is called so, what begins with it, what has a word that does,
 * what holds it, and what it would be without a slip or two. Accents, case and punctuation say nothing.
 * @param namesOf what each is called, its best name first
 */
export function suggest<T>(all: readonly T[], namesOf: (one: T) => readonly string[], typed: string): T[] {
  const wanted = fold(typed.trim());
  const key = nameKey(typed);
  if (!key) return wanted ? [] : all.slice(0, most);
  return all
    .map((one) => ({ one, rank: Math.min(...namesOf(one).map((name) => misfit(name, wanted, key))) }))
    .filter(({ rank }) => rank < nothing)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ one }) => one);
}
