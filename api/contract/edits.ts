/** How many mistakes a typed word of so many letters may hold: short words are too close to each other for any. */
export function editsAllowed(length: number): 0 | 1 | 2 {
  if (length < 5) return 0;
  return length < 9 ? 1 : 2;
}

/** The cost of cells outside of the band that is looked at. */
const far = 1_000;

/**
 * The last row of the table of edits from `a` (its rows) to `b` (its columns): what it takes to make all of `a` from each
 * beginning of `b`; null as soon as nothing can come within `most`. An edit is a letter too many, too few or wrong, or two
 * neighbors that changed places; no letter is edited twice (optimal string alignment). Only the cells that are at most
 * `most` away from the diagonal are looked at, so the time grows with the length alone.
 */
function lastRow(a: string, b: string, most: number): number[] | null {
  const blank = () => new Array<number>(b.length + 1).fill(far);
  let [before, above, cells] = [blank(), blank(), blank()];
  for (let column = 0; column <= Math.min(most, b.length); column += 1) above[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const first = Math.max(1, row - most);
    const last = Math.min(b.length, row + most);
    // Left of the band stands what the row was used for before.
    cells[first - 1] = row <= most ? row : far;
    let least = cells[first - 1] ?? far;
    for (let column = first; column <= last; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const cost = Math.min(
        (above[column - 1] ?? far) + (same ? 0 : 1),
        (above[column] ?? far) + 1,
        (cells[column - 1] ?? far) + 1,
        swapped ? (before[column - 2] ?? far) + 1 : far,
      );
      cells[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return null;
    [before, above, cells] = [above, cells, before];
  }
  return above.fill(far, 0, Math.max(0, a.length - most));
}

/** Whether one word becomes the other with at most so many edits; both are compared as they are, so fold them first. */
export function withinEdits(a: string, b: string, most: number): boolean {
  if (a === b) return true;
  if (most < 1 || Math.abs(a.length - b.length) > most) return false;
  return (lastRow(a, b, most)?.[b.length] ?? far) <= most;
}

/** Whether what was typed becomes a beginning of the word with at most so many edits. */
export function beginsWithinEdits(typed: string, word: string, most: number): boolean {
  if (word.startsWith(typed)) return true;
  if (most < 1 || typed.length - word.length > most) return false;
  return lastRow(typed, word, most)?.some((cost) => cost <= most) ?? false;
}
