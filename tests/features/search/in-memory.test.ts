import { expect, test } from 'vitest';
import { BikesInMemory } from '#api/features/search/memory/bikes-in-memory.ts';
import { SearchInMemory } from '#api/features/search/memory/search-in-memory.ts';
import type { Candidate } from '#contract/search/filter-and-count.ts';
import { searchInMemory } from '#contract/search/in-memory.ts';
import type { SortPosition } from '#contract/search/order.ts';
import { chance, generatedBike } from '#tests/bench/search/generated-bikes.ts';
import { randomSearch, searchOf } from '#tests/kit/random-search.ts';

const count = 400;

/** Bikes of which many share their rank, their points and their time. */
const bikes = Array.from({ length: count }, (_, n): Candidate => {
  const { _id: id, find, points } = generatedBike(n, count);
  return { id, indexText: find, points, hotRank: n % 5, publishedAt: 1_000 * (n % 50) };
});

function inMemory(all: readonly Candidate[]): SearchInMemory {
  const made = new BikesInMemory();
  for (const bike of all) made.put(bike);
  return new SearchInMemory(made);
}

test('the memory index finds the same as a scan of every bike, in all orders, with all counts', () => {
  const search = inMemory(bikes);
  const r = chance(7);
  let some = 0;
  for (let n = 0; n < 300; n += 1) {
    const address = randomSearch(r, count);
    const asked = searchOf(address);
    const { found, ...rest } = searchInMemory(bikes, asked);
    const { out, ids } = search.find(asked, { after: null, limit: count });
    expect([address, ids]).toEqual([address, found.map(({ id }) => id)]);
    expect([address, out]).toEqual([address, rest]);
    if (found.length > 0) some += 1;
  }
  // Most of them have results, or this test would prove nothing.
  expect(some).toBeGreaterThan(150);
});

test('its pages continue without a repetition or a gap', () => {
  const search = inMemory(bikes);
  const r = chance(8);
  for (let n = 0; n < 60; n += 1) {
    const address = randomSearch(r, count);
    const asked = searchOf(address);
    const all = search.find(asked, { after: null, limit: count }).ids;
    const paged: string[] = [];
    let after: SortPosition | null = null;
    do {
      const page = search.find(asked, { after, limit: 24 });
      paged.push(...page.ids);
      after = page.next;
    } while (after);
    expect([address, paged]).toEqual([address, all]);
  }
});

test('changed and deleted bikes leave nothing behind in results and counts', () => {
  const changed = new BikesInMemory();
  const other = (n: number): Candidate => ({
    ...(bikes[n] as Candidate),
    indexText: bikes[(n + 1) % count]?.indexText ?? '',
  });
  for (const bike of bikes) changed.put(bike);
  for (let n = 0; n < count; n += 3) changed.put(other(n));
  for (let n = 1; n < count; n += 3) changed.remove(bikes[n]?.id ?? '');
  for (let n = 2; n < count; n += 3) changed.put({ ...(bikes[n] as Candidate), hotRank: 9, points: 99 });
  const now = bikes.flatMap((bike, n): Candidate[] => {
    if (n % 3 === 1) return [];
    return n % 3 === 0 ? [other(n)] : [{ ...bike, hotRank: 9, points: 99 }];
  });
  expect(changed.live).toBe(now.length);
  // Only bikes with other search terms get a new slot.
  expect(changed.dead).toBeLessThan(count - now.length + count / 3 + 1);
  const search = new SearchInMemory(changed);
  const r = chance(9);
  for (let n = 0; n < 100; n += 1) {
    const address = randomSearch(r, count);
    const asked = searchOf(address);
    const { found, total, facets } = searchInMemory(now, asked);
    const { ids, out } = search.find(asked, { after: null, limit: count });
    expect([address, ids]).toEqual([address, found.map(({ id }) => id)]);
    expect([address, out.total, out.facets]).toEqual([address, total, facets]);
  }
});
