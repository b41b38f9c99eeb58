import { afterAll, beforeAll, expect, test } from 'vitest';
import { networksOfAddress } from '#api/platform/addresses/network.ts';
import { Limits } from '#api/platform/limits.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
  await new Limits(database.db).createIndexes();
});
afterAll(() => database.close());

test('ten of 200 concurrent calls pass a limit of ten that two instances share', async () => {
  const rule = { name: 'shared', points: 10, seconds: 60 };
  const instances = [new Limits(database.db).limiter(rule), new Limits(database.db).limiter(rule)] as const;
  const waits = await Promise.all(Array.from({ length: 200 }, (_, i) => instances[i % 2 === 0 ? 0 : 1].count('ann')));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60);
  expect(await instances[0].count('bob')).toBe(0);
});

test('counting in advance lets exactly the limit pass, also concurrently, with few database reads', async () => {
  const watched = new WatchedDatabase(database);
  const limiter = new Limits(watched.db).ahead({ name: 'ahead', points: 100, seconds: 60 });
  const passed: number[] = [];
  const { commands } = await watched.during(async () => {
    for (let round = 0; round < 6; round++) {
      const waits = await Promise.all(Array.from({ length: 20 }, () => limiter.count('ann')));
      passed.push(waits.filter((seconds) => seconds === 0).length);
      expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    }
  });
  await watched.close();
  expect(passed).toEqual([20, 20, 20, 20, 20, 0]);
  expect(commands.length).toBeLessThan(35);
  expect(await limiter.count('bob')).toBe(0);
});

test('two instances that count in advance together pass no more than one', async () => {
  const rule = { name: 'ahead-shared', points: 100, seconds: 60 };
  const instances = [new Limits(database.db).ahead(rule), new Limits(database.db).ahead(rule)] as const;
  let passed = 0;
  for (let i = 0; i < 240; i++) if ((await instances[i % 3 === 0 ? 0 : 1].count('ann')) === 0) passed++;
  expect(passed).toBeLessThanOrEqual(100);
  expect(passed).toBeGreaterThan(80);
});

test('a deleted key starts again', async () => {
  const limiter = new Limits(database.db).limiter({ name: 'forgotten', points: 1, seconds: 60 });
  expect(await limiter.count('ann')).toBe(0);
  expect(await limiter.count('ann')).toBeGreaterThan(50);
  await limiter.reset('ann');
  expect(await limiter.count('ann')).toBe(0);
});

test('a refunded call does not count', async () => {
  const limiter = new Limits(database.db).limiter({ name: 'forgiven', points: 2, seconds: 60 });
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await limiter.count('ann')).toBe(0);
    await limiter.forgive('ann');
  }
  expect(await limiter.count('ann')).toBe(0);
  expect(await limiter.count('ann')).toBe(0);
  expect(await limiter.count('ann')).toBeGreaterThan(50);
});

test('a network of many networks has four times the limit of one', async () => {
  const limiter = new Limits(database.db).networkLimiter({ name: 'wide', points: 5, seconds: 60 });
  const passed = async (addresses: string[]) => {
    const waits = [];
    for (const address of addresses) waits.push(await limiter.count(networksOfAddress(address)));
    return waits.filter((seconds) => seconds === 0).length;
  };
  const each = (count: number, address: (n: number) => string) => Array.from({ length: count }, (_, n) => address(n));
  expect(await passed(each(9, (n) => `2001:db8:1:1::${n}`))).toBe(5);
  expect(await passed(each(40, (n) => `2001:db8:1:${n + 2}::1`))).toBe(15);
  expect(await passed(each(1, () => '2001:db8:2:1::1'))).toBe(1);
  expect(await passed(each(40, (n) => `192.0.2.${n}`))).toBe(40);
});

test('a local limiter counts without the database', async () => {
  const watched = new WatchedDatabase(database);
  const limiter = new Limits(watched.db).networkLimiter({ name: 'local', points: 5, seconds: 60 }, { isLocal: true });
  const waits: number[] = [];
  const { commands } = await watched.during(async () => {
    for (let n = 0; n < 7; n += 1) waits.push(await limiter.count(networksOfAddress('192.0.2.1')));
    await limiter.count(networksOfAddress('192.0.2.2'));
  });
  await watched.close();
  expect(commands).toEqual([]);
  expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(Math.min(...waits.slice(5))).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60);
});
