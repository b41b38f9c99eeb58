import { expect, test } from 'vitest';
import { Ids } from '#api/features/search/memory/ids.ts';
import { newId } from '#contract/ids.ts';

const count = 4_000;
/** Ids of bikes created within a few milliseconds; some have another form. */
const ids = Array.from({ length: count }, (_, n) => (n % 100 === 7 ? `bike ${n}` : newId(1_000 + (n % 5))));

test.each([
  ['of one form', ids.filter((id) => !id.startsWith('bike'))],
  ['of several forms', ids],
])('ids %s are found, returned and compared like texts, while others are added and removed', (_, all) => {
  const known = new Ids(1024);
  for (const [slot, id] of all.entries()) {
    if (slot >= 1024 && Number.isInteger(Math.log2(slot))) known.grow(2 * slot);
    known.add(slot, id);
    if (slot % 3 === 0) known.remove(slot);
  }
  for (const [slot, id] of all.entries()) {
    expect(known.slotOf(id)).toBe(slot % 3 === 0 ? undefined : slot);
    if (slot % 3 !== 2) continue;
    expect(known.idOf(slot)).toBe(id);
    expect(known.isBehind(slot, slot - 1)).toBe(id > (all[slot - 1] as string));
  }
  expect(known.slotOf('nobody')).toBe(undefined);
});
