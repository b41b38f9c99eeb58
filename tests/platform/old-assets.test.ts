import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pruneAssets, retireAssets } from '#api/build/old-assets.ts';

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'headbadge-dist-'));
  await mkdir(join(dist, 'assets'));
});
afterEach(() => rm(dist, { recursive: true }));

const dayOf = (day: number, seconds = 0) => new Date(Date.UTC(2026, 0, day, 0, 0, seconds));
/** A build on a day of that year with these files. */
async function build(day: number, ...names: string[]): Promise<void> {
  await retireAssets(dist, dayOf(day));
  for (const name of names) {
    const file = join(dist, 'assets', name);
    await writeFile(file, '');
    await utimes(file, dayOf(day, 5), dayOf(day, 5));
  }
  await pruneAssets(dist, dayOf(day));
}
const filesLeft = async () => (await readdir(join(dist, 'assets'))).sort();

test('a file is kept for 30 days after the build that replaced it, whatever its age', async () => {
  await build(1, 'home-1.js', 'icons.js');
  await build(61, 'home-2.js', 'icons.js');
  expect(await filesLeft()).toEqual(['home-1.js', 'home-2.js', 'icons.js']);
  await build(90, 'home-3.js', 'icons.js');
  expect(await filesLeft()).toEqual(['home-1.js', 'home-2.js', 'home-3.js', 'icons.js']);
  await build(92, 'home-4.js', 'icons.js');
  expect(await filesLeft()).toEqual(['home-2.js', 'home-3.js', 'home-4.js', 'icons.js']);
});

test('without a recorded build, the 30 days begin with the next one', async () => {
  const file = join(dist, 'assets', 'home-0.js');
  await writeFile(file, '');
  await utimes(file, dayOf(1), dayOf(1));
  await build(61, 'home-1.js');
  expect(await filesLeft()).toEqual(['home-0.js', 'home-1.js']);
});
