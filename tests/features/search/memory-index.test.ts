import { beforeEach, expect, test } from 'vitest';
import type { BikeSource } from '#api/features/search/bike-source.ts';
import { MemoryIndex } from '#api/features/search/memory/memory-index.ts';
import type { Candidate } from '#contract/search/filter-and-count.ts';
import { foundBy } from '#contract/search/found.ts';
import { readSearch } from '#contract/search/query.ts';
import { generatedBike } from '#tests/bench/search/generated-bikes.ts';

type Row = Candidate & { changedAt: number | null; isActive: boolean };

/** The bikes of a database that several processes write to. */
class Bikes implements BikeSource {
  readonly rows = new Map<string, Row>();
  asked: string[] = [];
  /** Called between two replies. */
  meanwhile: () => void = () => {};

  write(id: string, model: string, more: Partial<Row> = {}): void {
    const { find } = foundBy({ ...generatedBike(1, 10), model });
    const row = { id, indexText: find, hotRank: 0, publishedAt: 0, points: 0, isActive: true, changedAt: clock };
    this.rows.set(id, { ...row, ...more });
  }

  #answer<T>(name: string, rows: T): Promise<T> {
    this.asked.push(name);
    this.meanwhile();
    return Promise.resolve(rows);
  }

  #active = () => [...this.rows.values()].filter(({ isActive }) => isActive);

  all(after: string, limit: number) {
    const rows = this.#active().sort((a, b) => (a.id < b.id ? -1 : 1));
    return this.#answer('all', rows.filter(({ id }) => id > after).slice(0, limit));
  }

  these(ids: readonly string[]) {
    return this.#answer(
      'these',
      this.#active().filter(({ id }) => ids.includes(id)),
    );
  }

  changes(after: { id: string; at: Date }, limit: number) {
    const since = after.at.getTime();
    const rows = [...this.rows.values()].flatMap(({ id, changedAt }) =>
      changedAt === null ? [] : [{ id, changedAt }],
    );
    const behind = rows
      .filter(({ id, changedAt }) => changedAt > since || (changedAt === since && id > after.id))
      .sort((a, b) => a.changedAt - b.changedAt || (a.id < b.id ? -1 : 1));
    return this.#answer(
      'changes',
      behind.slice(0, limit).map(({ id, changedAt }) => ({ id, at: new Date(changedAt) })),
    );
  }

  lastChange() {
    const last = Math.max(...[...this.rows.values()].map(({ changedAt }) => changedAt ?? 0), 0);
    return this.#answer('lastChange', last > 0 ? new Date(last) : null);
  }

  countAll() {
    return this.#answer('countAll', this.#active().length);
  }
}

const begin = Date.UTC(2026, 0, 1);
const goesOn = new AbortController().signal;
let clock: number;
let bikes: Bikes;
let index: MemoryIndex;
beforeEach(() => {
  clock = begin;
  bikes = new Bikes();
  index = new MemoryIndex({ source: bikes, now: () => new Date(clock) });
});

const find = async (keywords: string) => {
  const { search } = readSearch({ keywords });
  return (await index.current())?.find(search, { after: null, limit: 1_000 }).ids ?? null;
};

/** A write of this process. */
function wrote(id: string, model: string, more: Partial<Row> = {}): void {
  bikes.write(id, model, more);
  index.wrote([id]);
}

test('the index is empty before it was built, and complete afterwards', async () => {
  for (let n = 0; n < 250; n += 1) bikes.write(`b${String(n).padStart(3, '0')}`, 'Ogre', { changedAt: null });
  expect(await find('ogre')).toBe(null);
  await index.tend(goesOn);
  expect(await find('ogre')).toHaveLength(250);
});

test("this process's writes are in its next search, and another process's a second later", async () => {
  await index.tend(goesOn);
  expect(await find('ogre')).toEqual([]);
  wrote('a', 'Ogre');
  expect(await find('ogre')).toEqual(['a']);
  clock += 100;
  bikes.write('b', 'Ogre');
  expect(await find('ogre')).toEqual(['a']);
  clock += 1_000;
  expect(await find('ogre')).toEqual(['b', 'a']);
  wrote('a', 'Pugsley');
  wrote('b', 'Ogre', { isActive: false });
  expect(await find('ogre')).toEqual([]);
  expect(await find('pugsley')).toEqual(['a']);
});

test('a search without changes runs no query, and one that checks for them one', async () => {
  bikes.write('a', 'Ogre');
  await index.tend(goesOn);
  await find('ogre');
  clock += 60_000;
  await find('ogre');
  bikes.asked = [];
  await find('ogre');
  expect(bikes.asked).toEqual([]);
  clock += 1_000;
  await find('ogre');
  expect(bikes.asked).toEqual(['changes']);
});

test('a write during a check is in the next search', async () => {
  await index.tend(goesOn);
  await find('');
  let isWritten = false;
  let own: Promise<string[] | null> | null = null;
  bikes.meanwhile = () => {
    if (isWritten) return;
    isWritten = true;
    // The current reply was read before this.
    queueMicrotask(() => {
      wrote('late', 'Ogre');
      own = find('ogre');
    });
  };
  clock += 1_000;
  await find('ogre');
  expect(await own).toEqual(['late']);
});

test('a second write at the same time is seen, and so is one with an earlier clock', async () => {
  await index.tend(goesOn);
  bikes.write('a', 'Ogre');
  index.wrote(null);
  expect(await find('ogre')).toEqual(['a']);
  bikes.write('a', 'Pugsley');
  index.wrote(null);
  expect(await find('pugsley')).toEqual(['a']);
  clock += 5_000;
  bikes.write('b', 'Ogre');
  index.wrote(null);
  expect(await find('ogre')).toEqual(['b']);
  bikes.write('c', 'Ogre', { changedAt: clock - 4_000 });
  clock += 1_000;
  expect(await find('ogre')).toEqual(['c', 'b']);
});

test.each([
  ['this process', (id: string, model: string) => wrote(id, model)],
  ['another one', (id: string, model: string) => bikes.write(id, model)],
])(
  'searches do not wait for more than a few hundred changes by %s: until then they use the database',
  async (_, write) => {
    await index.tend(goesOn);
    for (let n = 0; n < 1_700; n += 1) write(`b${n}`, 'Ogre');
    expect(await find('ogre')).toBe(null);
    await index.tend(goesOn);
    expect(await find('ogre')).toHaveLength(1_000);
    expect((await index.current())?.bikes.live).toBe(1_700);
  },
);

test('bikes that were added or deleted unnoticed are detected, and all are read again', async () => {
  for (const id of ['a', 'b', 'c']) bikes.write(id, 'Ogre');
  await index.tend(goesOn);
  bikes.rows.delete('b');
  bikes.write('d', 'Ogre', { changedAt: null });
  bikes.write('e', 'Ogre', { changedAt: null });
  clock += 1_000;
  expect(await find('ogre')).toEqual(['c', 'b', 'a']);
  clock += 600_000;
  await index.tend(goesOn);
  expect(await find('ogre')).toEqual(['c', 'b', 'a']);
  await index.tend(goesOn);
  expect(await find('ogre')).toEqual(['e', 'd', 'c', 'a']);
  bikes.asked = [];
  await index.tend(goesOn);
  expect(bikes.asked).not.toContain('all');
});

test("this process's writes are found whatever the clocks say, also during a rebuild", async () => {
  for (let n = 0; n < 150; n += 1) bikes.write(`b${n}`, 'Ogre', { changedAt: begin + 3_600_000 });
  let read = 0;
  bikes.meanwhile = () => {
    read += 1;
    // The first hundred were read already.
    if (read === 4) wrote('b0', 'Pugsley', { changedAt: begin - 7_200_000 });
  };
  await index.tend(goesOn);
  expect(bikes.asked.filter((name) => name === 'all')).toHaveLength(2);
  bikes.meanwhile = () => {};
  expect(await find('pugsley')).toEqual(['b0']);
  wrote('b1', 'Pugsley', { changedAt: begin - 7_200_000 });
  expect((await find('pugsley'))?.sort()).toEqual(['b0', 'b1']);
});

test('an id that a list could not show is dropped', async () => {
  for (const id of ['a', 'b']) bikes.write(id, 'Ogre', { changedAt: null });
  await index.tend(goesOn);
  index.forget(['a', 'nobody']);
  expect(await find('ogre')).toEqual(['b']);
});

test('a stopping site builds no index, and a failed build is retried', async () => {
  const stopping = new AbortController();
  for (let n = 0; n < 300; n += 1) bikes.write(`b${n}`, 'Ogre');
  bikes.meanwhile = () => {
    if (bikes.asked.length > 3) stopping.abort();
  };
  await index.tend(stopping.signal);
  expect(bikes.asked.length).toBeLessThan(6);
  expect(await find('ogre')).toBe(null);
  bikes.meanwhile = () => {
    throw new Error('The database is away.');
  };
  await expect(index.tend(goesOn)).rejects.toThrow('away');
  bikes.meanwhile = () => {};
  await index.tend(goesOn);
  expect(await find('ogre')).toHaveLength(300);
  wrote('late', 'Pugsley');
  bikes.meanwhile = () => {
    throw new Error('The database is away.');
  };
  await expect(find('pugsley')).rejects.toThrow('away');
  bikes.meanwhile = () => {};
  expect(await find('pugsley')).toEqual(['late']);
});
