import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Days for which open pages of an earlier build may still request its files, counted from the build that replaced it.
 */
const maxAgeDays = 30;
const day = 24 * 3600 * 1000;
/** Lists the files of the newest build. */
const listFile = '.assets';

const assetsOf = (dist: string) => readdir(join(dist, 'assets')).catch((): string[] => []);

/** Run before a build: the files of the build that it replaces begin to age. */
export async function retireAssets(dist: string, now: Date): Promise<void> {
  const known = await readFile(join(dist, listFile), 'utf8').catch(() => null);
  const newest = known?.split('\n');
  for (const name of await assetsOf(dist)) {
    if (!newest || newest.includes(name)) await utimes(join(dist, 'assets', name), now, now);
  }
}

/**
 * Run after a build: deletes files that were replaced longer ago than `keptDays`.
 * @param since when the build began; younger files belong to it
 */
export async function pruneAssets(dist: string, since: Date): Promise<void> {
  const newest: string[] = [];
  for (const name of await assetsOf(dist)) {
    const file = join(dist, 'assets', name);
    const { mtime } = await stat(file);
    if (mtime > since) newest.push(name);
    else if (mtime.getTime() < since.getTime() - maxAgeDays * day) await rm(file);
  }
  await writeFile(join(dist, listFile), newest.join('\n'));
}
