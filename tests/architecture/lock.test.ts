import { expect, test } from 'vitest';
import { readLock, unnamedIn } from './lock.ts';

test('the lock file names the packages of every platform (npm run lock adds them)', async () => {
  expect(unnamedIn(await readLock()).map((one) => one.name)).toEqual([]);
});

test('the lock file names no host to download from', async () => {
  const { packages } = await readLock();
  expect(Object.values(packages).filter((one) => one.resolved)).toEqual([]);
});

test('the lock file has no engines to warn of, and no optional peers (npm run lock removes them)', async () => {
  const [, ...others] = Object.values((await readLock()).packages);
  expect(others.filter((one) => one.engines || one.peerDependenciesMeta)).toEqual([]);
});
