// Control characters except line breaks, unpaired surrogates, soft hyphens, zero-width spaces, characters that Unicode
// discourages, and tag characters except in flag emoji.
const hidden =
  /(\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F})|(?!\n)[\p{Cc}\u00AD\u180E\u200B\u2060-\u2065\u206A-\u206F\uFEFF\uFFF9-\uFFFB\p{Cs}\u{E0000}-\u{E007F}]/gu;

/** Removes invisible characters that no script needs. */
export const dropHidden = (text: string): string => text.replace(hidden, '$1');

/** All characters that set or mark the text direction (UAX #9). */
export const marksOfDirection = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;
const isOverride = (char: string): boolean => char === '\u202D' || char === '\u202E';
const isIsolate = (char: string): boolean => char >= '\u2066' && char <= '\u2068';
const ends = { isolate: '\u2069', embedding: '\u202C' };

/** Returns the indexes of the direction controls to keep in a line: properly nested pairs that are no override. */
function balancedControls(line: string): Set<number> {
  const valid = new Set<number>();
  const open: { at: number; char: string }[] = [];
  for (const { 0: char, index } of line.matchAll(directionControls)) {
    if (char !== ends.isolate && char !== ends.embedding) {
      open.push({ at: index, char });
      continue;
    }
    const begun = open.at(-1);
    if (!begun || char !== (isIsolate(begun.char) ? ends.isolate : ends.embedding)) continue;
    open.pop();
    if (!isOverride(begun.char)) valid.add(begun.at).add(index);
  }
  return valid;
}

/** Removes unbalanced direction controls, which would affect the following text, and overrides. */
export const balanceBidi = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const valid = balancedControls(line);
      return line.replace(directionControls, (char, at: number) => (valid.has(at) ? char : ''));
    })
    .join('\n');

const joins = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const neverJoins = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** Keeps a zero-width joiner or non-joiner where the script needs it: in emoji, Persian, Hindi and the like. */
export const keepJoiners = (text: string): string =>
  text.replace(/(^|[^\u200C\u200D])([\u200C\u200D]+)/gu, (_, before: string, joiners: string) =>
    joins.test(before) && !neverJoins.test(before) ? before + joiners.charAt(0) : before,
  );
