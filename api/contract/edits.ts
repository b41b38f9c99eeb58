/**
 * Maximum number of typing errors accepted in a word of this length. Short words are too similar to each other for any.
 */
export function editsAllowed(length: number): 0 | 1 | 2 {
  if (length < 5) return 0;
  return length < 9 ? 1 : 2;
}

/** Cost of the cells outside the band. */
const outsideBand = 1_000;

/**
 * Returns the last row of the edit distance table from `a` (its rows) to `b` (its columns): the cost of turning all of
 * `a` into each prefix of `b`; null as soon as every cost exceeds `maxEdits`. An edit inserts, deletes or replaces a
 * letter or swaps two neighbors; no letter is edited twice (optimal string alignment). Only cells within `maxEdits` of
 * the diagonal are computed, so the time is linear in the length.
 */
function lastRow(a: string, b: string, maxEdits: number): number[] | null {
  const blank = () => new Array<number>(b.length + 1).fill(outsideBand);
  let [before, above, cells] = [blank(), blank(), blank()];
  for (let column = 0; column <= Math.min(maxEdits, b.length); column += 1) above[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const first = Math.max(1, row - maxEdits);
    const last = Math.min(b.length, row + maxEdits);
    // The cell left of the band still holds a value of an earlier row.
    cells[first - 1] = row <= maxEdits ? row : outsideBand;
    let lowest = cells[first - 1] ?? outsideBand;
    for (let column = first; column <= last; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const cost = Math.min(
        (above[column - 1] ?? outsideBand) + (same ? 0 : 1),
        (above[column] ?? outsideBand) + 1,
        (cells[column - 1] ?? outsideBand) + 1,
        swapped ? (before[column - 2] ?? outsideBand) + 1 : outsideBand,
      );
      cells[column] = cost;
      lowest = Math.min(lowest, cost);
    }
    if (lowest > maxEdits) return null;
    [before, above, cells] = [above, cells, before];
  }
  return above.fill(outsideBand, 0, Math.max(0, a.length - maxEdits));
}

/** Whether one word becomes the other with at most `maxEdits` edits. Compares as is, so fold both first. */
export function withinEdits(a: string, b: string, maxEdits: number): boolean {
  if (a === b) return true;
  if (maxEdits < 1 || Math.abs(a.length - b.length) > maxEdits) return false;
  return (lastRow(a, b, maxEdits)?.[b.length] ?? outsideBand) <= maxEdits;
}

/** Whether the typed text becomes a prefix of the word with at most `maxEdits` edits. */
export function beginsWithinEdits(typed: string, word: string, maxEdits: number): boolean {
  if (word.startsWith(typed)) return true;
  if (maxEdits < 1 || typed.length - word.length > maxEdits) return false;
  return lastRow(typed, word, maxEdits)?.some((cost) => cost <= maxEdits) ?? false;
}
