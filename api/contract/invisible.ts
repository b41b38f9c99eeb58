// Controls but the line break, halves of pairs, soft hyphens, spaces without width, what Unicode advises against, and
// letters in tags, except where they name a flag.
const hidden =
  /(\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F})|(?!\n)[\p{Cc}\u00AD\u180E\u200B\u2060-\u2065\u206A-\u206F\uFEFF\uFFF9-\uFFFB\p{Cs}\u{E0000}-\u{E007F}]/gu;

/** Drops characters that nobody sees and no writing needs. */
export const dropHidden = (text: string): string => text.replace(hidden, '$1');

/** Everything that turns or marks the reading direction (UAX #9). */
export const marksOfDirection = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const turns = /[\u202A-\u202E\u2066-\u2069]/g;
const isOverride = (char: string): boolean => char === '\u202D' || char === '\u202E';
const isIsolate = (char: string): boolean => char >= '\u2066' && char <= '\u2068';
const ends = { isolate: '\u2069', embedding: '\u202C' };

/** Which of a line's turns are kept: those that end within the line, in the order they began, and override nothing. */
function balancedTurns(line: string): Set<number> {
  const kept = new Set<number>();
  const open: { at: number; char: string }[] = [];
  for (const { 0: char, index } of line.matchAll(turns)) {
    if (char !== ends.isolate && char !== ends.embedding) {
      open.push({ at: index, char });
      continue;
    }
    const begun = open.at(-1);
    if (!begun || char !== (isIsolate(begun.char) ? ends.isolate : ends.embedding)) continue;
    open.pop();
    if (!isOverride(begun.char)) kept.add(begun.at).add(index);
  }
  return kept;
}

/** Drops what would turn the reading direction of everything that follows, or of letters against their own. */
export const balanceBidi = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const kept = balancedTurns(line);
      return line.replace(turns, (char, at: number) => (kept.has(at) ? char : ''));
    })
    .join('\n');

const joins = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const neverJoins = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** Keeps a joiner, or what parts letters without a space, where writing needs it: in emoji, Persian, Hindi and the like. */
export const keepJoiners = (text: string): string =>
  text.replace(/(^|[^\u200C\u200D])([\u200C\u200D]+)/gu, (_, before: string, joiners: string) =>
    joins.test(before) && !neverJoins.test(before) ? before + joiners.charAt(0) : before,
  );
