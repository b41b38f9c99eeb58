import { afterAll, beforeAll, expect, test } from 'vitest';
import { Limits } from '#api/platform/limits.ts';
import { TestDatabase } from '#tests/kit/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
  await new Limits(database.db).createIndexes();
});
afterAll(() => database.close());

test('ten of 200 at once pass a limit of ten that two instances share', async () => {
  const rule = { name: 'shared', points: 10, seconds: 60 };
  const instances = [new Limits(database.db).limiter(rule), new Limits(database.db).limiter(rule)] as const;
  const waits = await Promise.all(Array.from({ length: 200 }, (_, i) => instances[i % 2 === 0 ? 0 : 1].count('ann')));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60);
  expect(await instances[0].count('bob')).toBe(0);
});

test('a key that is forgotten starts again', async () => {
  const limiter = new Limits(database.db).limiter({ name: 'forgotten', points: 1, seconds: 60 });
  expect(await limiter.count('ann')).toBe(0);
  expect(await limiter.count('ann')).toBeGreaterThan(50);
  await limiter.reset('ann');
  expect(await limiter.count('ann')).toBe(0);
});
