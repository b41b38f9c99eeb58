import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { type SearchAnswer, searchBikes } from '#contract/search/calls.ts';
import { testServer } from '#tests/kit/server.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';
import { fill, fillFolder } from './fill.ts';

/** The folder that keeps the bikes for the next run, as generating many takes long. */
const cachedAt = process.env.BENCH_DATA;
/** Resolution in milliseconds of Linux's processor time. */
export const tick = 10;

async function started(bikes: number): Promise<Site> {
  if (testServer) {
    const site = await Site.start({ isAlone: true });
    await fill(await site.db(), bikes);
    return site;
  }
  const folder = cachedAt ? join(cachedAt, String(bikes)) : await mkdtemp(join(tmpdir(), 'headbadge-'));
  await mkdir(folder, { recursive: true });
  await fillFolder(folder, bikes);
  return Site.start({ isAlone: true, folder });
}

/** Starts a site with the given number of bikes. */
export async function filledSite(bikes: number): Promise<Site> {
  const site = await started(bikes);
  await inMemory(site);
  return site;
}

/** Until then a search reads some of the bikes, and returns a lower bound of the count. */
export async function inMemory(site: Site, limitMs = 120_000): Promise<void> {
  let asked = 0;
  await until(async () => {
    asked += 1;
    const answer = await fetch(site.origin + pathOf(searchBikes, {}, { yearFrom: 1860, limit: 1 + (asked % 40) }));
    const { data } = (await answer.json()) as Envelope<SearchAnswer>;
    if (data?.total.atLeast !== false) throw new Error('Not all bikes are in memory.');
  }, limitMs);
}

/** Memory of a process, in megabytes. */
export async function memoryOf({ pid = 0 }: { pid?: number | undefined }): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/**
 * A process's processor time in milliseconds; 0 where it is unavailable. The threads' times are exact, the process's
 * has the resolution of a tick, and a few searches take hardly more than one.
 */
export async function processorOf({ pid = 0 }: { pid?: number | undefined }): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const threads = await readdir(`/proc/${pid}/task`);
  const took = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').then(
        (text) => Number(text.split(' ')[0]) / 1e6,
        () => 0,
      ),
    ),
  );
  const exact = took.reduce((all, one) => all + one, 0);
  return exact > 0 ? exact : inTicks(pid);
}

async function inTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}
