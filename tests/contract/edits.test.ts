import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginsWithinEdits, editsAllowed, withinEdits } from '#contract/edits.ts';

/** The same distance by the plain algorithm: no band, no early exit. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const cell = (row: number, column: number) => table[row]?.[column] ?? Number.NaN;
  for (let row = 1; row <= a.length; row += 1)
    for (let column = 1; column <= b.length; column += 1) {
      const costs = [
        cell(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
      ];
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        costs.push(cell(row - 2, column - 2) + 1);
      (table[row] as number[])[column] = Math.min(...costs);
    }
  return cell(a.length, b.length);
}

test('an inserted, missing, wrong or swapped letter is one edit', () => {
  for (const typed of ['cannondalle', 'canondale', 'cannondele', 'cannodnale']) {
    expect(withinEdits(typed, 'cannondale', 1), typed).toBe(true);
    expect(withinEdits(typed, 'cannondale', 0), typed).toBe(false);
  }
  expect(withinEdits('canondalle', 'cannondale', 1)).toBe(false);
  expect(withinEdits('canondalle', 'cannondale', 2)).toBe(true);
});

test('short words allow no edit, longer ones one and then two', () => {
  expect([1, 4, 5, 8, 9, 40].map(editsAllowed)).toEqual([0, 0, 1, 1, 2, 2]);
});

// Few letters, so that words are similar and contain repeated letters.
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
const maxEdits = fc.integer({ min: 0, max: 3 });

test('limiting the comparison to a band and stopping early do not change the distance', () => {
  fc.assert(
    fc.property(word, word, maxEdits, (a, b, limit) => {
      expect(withinEdits(a, b, limit)).toBe(distance(a, b) <= limit);
      const beginnings = Array.from({ length: b.length + 1 }, (_, length) => b.slice(0, length));
      expect(beginsWithinEdits(a, b, limit)).toBe(beginnings.some((one) => distance(a, one) <= limit));
    }),
    { numRuns: 3000 },
  );
});

test('words of any length are compared in time proportional to their length', () => {
  const long = 'ab'.repeat(50_000);
  expect(withinEdits(long, `${long}x`, 2)).toBe(true);
  expect(withinEdits(long, `x${long.slice(2)}yy`, 2)).toBe(false);
});
