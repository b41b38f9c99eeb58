import { afterAll, beforeAll, expect, test } from 'vitest';
import { BikeCountStore, type CountedBike } from '#api/features/bikes/bikes.counts.store.ts';
import { BatchInserter } from '#api/platform/batch-inserter.ts';
import { BatchLoader } from '#api/platform/batch-loader.ts';
import { Batcher } from '#api/platform/batcher.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

type Thing = { _id: string; size: number };
const things = () => database.db.collection<Thing>('things');

test('each of many concurrent inserts learns whether its id existed', async () => {
  const added = new BatchInserter<Thing>(things());
  expect(await added.put({ _id: 'a', size: 1 })).toBe(true);
  expect(await added.put({ _id: 'a', size: 2 })).toBe(false);
  const ids = ['b', 'a', 'c', 'b'];
  const put = ids.map((_id, i) => added.put({ _id, size: 10 + i }));
  expect(await Promise.all(put)).toEqual([true, false, true, false]);
  const rows = await things().find().sort({ _id: 1 }).toArray();
  expect(rows.map(({ size }) => size)).toEqual([1, 10, 12]);
});

test('an insert refused for anything but its id fails the whole batch', async () => {
  await things().createIndex({ size: 1 }, { unique: true });
  const nested = (depth: number): object => (depth > 0 ? { in: nested(depth - 1) } : {});
  const added = new BatchInserter<Thing & { more?: object }>(database.db.collection('things'));
  const put = [added.put({ _id: 'd', size: 40 }), added.put({ _id: 'e', size: 41, more: nested(300) })];
  for (const one of await Promise.allSettled(put)) expect(one.status).toBe('rejected');
});

test('concurrent reads find the rows as they are at the request', async () => {
  const rows = new BatchLoader<Thing>(database.db, 'things', { size: 1 });
  const found = await Promise.all(['c', 'none', 'a', 'c'].map((id) => rows.find(id)));
  expect(found.map((row) => row?.size)).toEqual([12, undefined, 1, 12]);
  const before = rows.find('a');
  await things().updateOne({ _id: 'a' }, { $set: { size: 5 } });
  expect((await rows.find('a'))?.size).toBe(5);
  await before;
});

test('a failed command fails its own batch only', async () => {
  let broken = true;
  const works = new Batcher<number, number>(async (all) => {
    if (broken) throw new Error('broken');
    return all.map((one) => one * 2);
  });
  const failed = await Promise.allSettled([works.do(1), works.do(2)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  const many = Array.from({ length: 250 }, (_, i) => i);
  expect(await Promise.all(many.map((i) => works.do(i)))).toEqual(many.map((i) => i * 2));
});

test('each of many concurrent counter updates succeeds unless another update of that bike was quicker', async () => {
  const store = new BikeCountStore(database.db);
  const bikes: CountedBike[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const { id } = await strangeBike(database.db, name);
    bikes.push((await store.find(id)) as CountedBike);
  }
  const write = (bike: CountedBike, ...ops: string[]) =>
    store.replace(bike, { ...bike.counts, likes: 7 }, 7, {
      weeks: bike.tally?.weeks ?? ([] as never),
      marks: [{ of: 'likes', mark: { changes: ops.map((op) => ({ id: 'x', op, by: 1 as const })), firsts: [] } }],
    });
  expect(await Promise.all(bikes.map((bike, i) => write(bike, `first ${i}`)))).toEqual([true, true, true]);
  const again = await Promise.all(bikes.map(({ id }) => store.find(id)));
  const [one, two, three] = again as [CountedBike, CountedBike, CountedBike];
  expect(await write(two, 'quicker')).toBe(true);
  // The quicker process has counted some of the same.
  const late = [write(one, 'late 1'), write(two, 'quicker', 'late 2'), write(three, 'late 3')];
  expect(await Promise.all(late)).toEqual([true, false, true]);
  expect((await store.find(two.id))?.tally?.marks[0]?.mark.changes.map(({ op }) => op)).toEqual(['quicker']);
});
