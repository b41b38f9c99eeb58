import { expect, test } from 'vitest';
import { Postings } from '#api/features/search/memory/postings.ts';
import { chance } from '#tests/bench/search/generated-bikes.ts';

const bikes = 300_000;
/** Maximum distance between the bikes of each list. */
const gaps = [1, 2, 30, 3_000, 200_000, bikes * 2];

test('a posting list returns each bike with its section, at small and large gaps', () => {
  const r = chance(3);
  const postings = new Postings();
  const put = gaps.map(() => new Map<number, number>());
  for (let slot = 0; slot < bikes; slot += 1)
    for (const [list, gap] of gaps.entries()) {
      if (gap > 1 && r() >= 1 / gap) continue;
      const part = Math.floor(r() * 8);
      postings.add(list, slot, part);
      put[list]?.set(slot, part);
    }
  const active = Uint8Array.from({ length: bikes }, (_, slot) => slot % 2);
  for (const [list, own] of put.entries()) {
    const room = { best: new Uint8Array(bikes), slots: new Uint32Array(bikes) };
    const count = postings.mark(list, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), room, 0);
    const said = [...room.slots.subarray(0, count)].map((slot) => [slot, (room.best[slot] ?? 0) - 1]);
    expect(said).toEqual([...own]);
    expect(postings.living(list, active)).toBe(said.filter(([slot = 0]) => slot % 2 === 1).length);
  }
  expect(postings.mark(99_999, Uint8Array.of(1), { best: new Uint8Array(1), slots: new Uint32Array(1) }, 0)).toBe(0);
});
