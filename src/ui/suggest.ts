import { nameKey, nameKeys } from '#contract/brands.ts';
import { beginsWithinEdits, editsAllowed } from '#contract/edits.ts';
import { fold } from '#contract/fold.ts';

const maxSuggestions = 8;
const nothing = 9;

/** Returns how badly a name matches the typed text: 0 for an exact match, {@link nothing} for no match. */
function misfit(name: string, typed: string, key: string): number {
  const folded = fold(name);
  const keys = nameKeys(name);
  if (keys.includes(key)) return 0;
  if (folded.startsWith(typed) || keys.some((one) => one.startsWith(key))) return 1;
  if (folded.includes(` ${typed}`)) return 2;
  if (folded.includes(typed) || keys.some((one) => one.includes(key))) return 3;
  const tokens = [...keys, ...folded.split(/[^\p{L}\p{N}]+/u)];
  for (let edits = 1; edits <= editsAllowed(key.length); edits += 1)
    if (tokens.some((word) => beginsWithinEdits(key, word, edits))) return 3 + edits;
  return nothing;
}

/**
 * Returns the items that match the typed text, best first: equal names, then a name's beginning, a word's beginning,
 * any part, and names within a typo or two. Ignores accents, case and punctuation.
 * @param namesOf the item's names, its best name first
 */
export function suggest<T>(all: readonly T[], namesOf: (one: T) => readonly string[], typed: string): T[] {
  const wanted = fold(typed.trim());
  const key = nameKey(typed);
  if (!key) return wanted ? [] : all.slice(0, maxSuggestions);
  return all
    .map((one) => ({ one, rank: Math.min(...namesOf(one).map((name) => misfit(name, wanted, key))) }))
    .filter(({ rank }) => rank < nothing)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxSuggestions)
    .map(({ one }) => one);
}
