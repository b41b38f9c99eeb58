/** @module-tag nightly */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRecentBikes } from '#contract/bikes.ts';
import { pathOf } from '#contract/endpoint.ts';
import { freePort } from '#tests/kit/ports.ts';
import { Line } from '#tests/kit/raw-connection.ts';
import type { Site } from '#tests/kit/site.ts';
import { filledSite, memoryOf, processorOf } from './search/filled-site.ts';

/** LISTS_BENCH=100000 sets the number of bikes and prints a table; without it only large regressions fail. */
const asked = Number(process.env.LISTS_BENCH ?? 0);
const many = asked || 800;
const few = asked ? 1000 : 150;
const requests = asked ? 5000 : 100;
const rounds = asked ? 5 : 3;
const connections = 10;
const hours = 3_600_000;

type Listed = { site: Site; starts: { at: number; id: string }[] };
let sites: [Listed, Listed];
let bare: ChildProcess | undefined;
let made = 0;

async function listed(bikes: number): Promise<Listed> {
  const site = await filledSite(bikes);
  const rows = (await site.db()).collection<{ _id: string; publishedAt: Date }>('bikes');
  const found = await rows.find({ status: 'Active' }, { projection: { publishedAt: 1 } }).toArray();
  return { site, starts: found.map(({ _id: id, publishedAt }) => ({ at: publishedAt.getTime(), id })) };
}
beforeAll(async () => {
  sites = [await listed(few), await listed(many)];
}, hours);
afterAll(async () => {
  bare?.kill('SIGKILL');
  for (const { site } of sites ?? []) await site.close();
});

/** An uncached page: it begins at a random bike, at a time that differs by less than a clock tick. */
function newPath(starts: Listed['starts']): string {
  const { at, id } = starts[Math.floor(Math.random() * starts.length)] ?? { at: 0, id: '' };
  made += 1;
  const cursor = Buffer.from(JSON.stringify([at + made / 1e6, id])).toString('base64url');
  return pathOf(listRecentBikes, {}, { limit: 24, cursor });
}

type Ask = (line: Line) => Promise<number>;
const ask = async (line: Line, path: string, encoding = 'identity') => {
  const status = await line.ask('GET', path, { 'Accept-Encoding': encoding });
  if (status !== 200) throw new Error(`${status} for ${path}`);
  return status;
};

/** Requests over ten connections. @returns a process's CPU milliseconds for a reply, and replies a second */
async function load(served: { origin: string; pid?: number | undefined }, askOnce: Ask) {
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(served.origin)));
  const before = await processorOf(served);
  const start = performance.now();
  let left = requests;
  const goOn = async (line: Line) => {
    while (left-- > 0) await askOnce(line);
  };
  await Promise.all(lines.map(goOn));
  const rate = (requests / (performance.now() - start)) * 1000;
  for (const line of lines) line.close();
  return { cpu: ((await processorOf(served)) - before) / requests, rate };
}

/** Requests uncached pages. @returns also the memory afterwards */
const loadNew = async ({ site, starts }: Listed) => ({
  ...(await load(site, (line) => ask(line, newPath(starts)))),
  resident: await memoryOf(site),
});

/** Runs Hono alone in a child process, with the bytes of a URL's reply. */
async function bareOf(url: string): Promise<{ origin: string; pid?: number | undefined }> {
  const port = await freePort();
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  bare = fork(join(import.meta.dirname, 'server-rendered/bare.child.ts'), [url, String(port)], { env });
  await once(bare, 'message');
  return { origin: `http://127.0.0.1:${port}`, pid: bare.pid };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test.skipIf(process.platform !== 'linux')(
  `an uncached page of the newest of ${many} bikes costs the same as one of ${few}`,
  { timeout: hours },
  async () => {
    const figures = sites.map(() => [] as Awaited<ReturnType<typeof loadNew>>[]);
    for (let round = 0; round < rounds; round++)
      for (const [n, site] of sites.entries()) figures[n]?.push(await loadNew(site));
    const [small, large] = figures.map((all) => ({
      cpu: median(all.slice(1).map(({ cpu }) => cpu)),
      rate: median(all.slice(1).map(({ rate }) => rate)),
      resident: Math.max(...all.map(({ resident }) => resident)),
    }));
    if (!small || !large) throw new Error('Nothing was measured.');
    if (asked)
      for (const [n, { cpu, rate, resident }] of [small, large].entries())
        process.stdout.write(
          `${sites[n]?.starts.length} bikes: ${cpu.toFixed(2)} ms of processors, ${rate.toFixed(0)}/s, ${resident.toFixed(0)} MB\n`,
        );
    expect(large.cpu / small.cpu).toBeLessThan(asked ? 1.5 : 3);
    if (!asked) return;
    expect(large.rate).toBeGreaterThan(1000);
    expect(large.resident).toBeLessThan(350);
  },
);

test.skipIf(!asked || process.platform !== 'linux')(
  `the cached list of the newest of ${many} bikes reaches at least half of Hono's rate for the same bytes`,
  { timeout: hours },
  async () => {
    const { site } = sites[1];
    const path = pathOf(listRecentBikes, {}, { limit: 24 });
    const alone = await bareOf(site.origin + path);
    const shares: { cpu: number; rate: number }[] = [];
    for (let round = 0; round <= rounds; round++) {
      const own = await load(site, (line) => ask(line, path, 'br'));
      const theirs = await load(alone, (line) => ask(line, path, 'br'));
      const share = { cpu: own.cpu / theirs.cpu, rate: own.rate / theirs.rate };
      const figures = [own, theirs].map(({ cpu, rate }) => `${(cpu * 1000).toFixed(0)} µs, ${rate.toFixed(0)}/s`);
      process.stdout.write(
        `cached: ${figures.join('; Hono alone ')}: ${share.cpu.toFixed(2)}x, ${share.rate.toFixed(2)} of the rate\n`,
      );
      // In the first round the code is not compiled yet.
      if (round > 0) shares.push(share);
    }
    expect(median(shares.map(({ cpu }) => cpu))).toBeLessThan(2);
    expect(median(shares.map(({ rate }) => rate))).toBeGreaterThan(0.5);
  },
);
