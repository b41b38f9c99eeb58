import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Search } from '#src/api/challenge/search.ts';

const workFor = (salt: string, number: number, maxnumber = 12_345) => ({
  ...{ salt, maxnumber },
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
});

test('the search finds the number whose hash Node confirms, with a salt of any length', () => {
  for (const length of [0, 1, 46, 53, 54, 55, 56, 63, 64, 65, 119, 120, 128, 200]) {
    const salt = randomBytes(100).toString('hex').slice(0, length);
    for (const number of [0, 7, 9, 10, 99, 100, 9_999, 12_345])
      expect([length, new Search(workFor(salt, number)).look(Number.POSITIVE_INFINITY)]).toEqual([length, number]);
  }
});

test('the search works in slices, and ends when no number matches', () => {
  const salt = randomBytes(32).toString('hex');
  const search = new Search(workFor(salt, 1_000));
  const found: (number | null)[] = [];
  while (found.at(-1) == null && found.length < 100) found.push(search.look(300));
  expect(found).toEqual([null, null, null, 1_000]);
  const vain = new Search(workFor(salt, 51, 50));
  expect([vain.look(50), vain.over, vain.look(50), vain.over]).toEqual([null, false, null, true]);
});
