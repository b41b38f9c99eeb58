import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recentBikes } from '#contract/bikes.ts';
import { pathOf } from '#contract/endpoint.ts';
import { Site } from '#tests/kit/site.ts';
import { bikeAt } from './embedded/bikes.ts';

/** With LISTS_BENCH=100000, as many bikes and a table of figures; else only what a mistake would change much. */
const asked = Number(process.env.LISTS_BENCH ?? 0);
const many = asked || 3000;
const few = asked ? 1000 : 150;
const requests = asked ? 5000 : 100;
const rounds = asked ? 5 : 3;
const connections = 10;
const hours = 3_600_000;
/** Bytes of a bike that no list shows, as components and a history are. */
const unseen = 4000;
/** Milliseconds in which Linux counts a processor's time. */
const tick = 10;
const perInsert = 1000;

type Listed = { bikes: number; site: Site; pid: number };
let sites: [Listed, Listed];
let made = 0;

function rowAt(n: number) {
  const bike = bikeAt(n);
  const facts = { width: 2048, height: 1365, thumbhash: 'x'.repeat(32), kind: 'Other', caption: '', alt: '' };
  const photos = Array.from({ length: 6 }, (_, i) => ({ id: bikeAt(n * 6 + i)._id, ...facts }));
  const more = {
    nickname: '',
    owner: { ...bike.owner, avatar: '' },
    history: 'x'.repeat(unseen),
    tally: { weeks: [], marks: [] },
  };
  return { ...bike, ...more, photos, cover: photos[0] ?? null };
}

async function listed(bikes: number): Promise<Listed> {
  const site = await Site.start();
  const rows = (await site.db()).collection<ReturnType<typeof rowAt>>('bikes');
  for (let n = 0; n < bikes; n += perInsert)
    await rows.insertMany(Array.from({ length: Math.min(perInsert, bikes - n) }, (_, i) => rowAt(n + i)));
  return { bikes, site, pid: site.pid ?? 0 };
}
beforeAll(async () => {
  sites = [await listed(few), await listed(many)];
}, hours);
afterAll(async () => {
  for (const { site } of sites ?? []) await site.close();
});

/** A page that nobody has asked for: it begins at some bike, at a time that differs by less than the clock shows. */
function newPath(bikes: number): string {
  const { _id, publishedAt } = bikeAt(Math.floor(Math.random() * bikes));
  made += 1;
  const cursor = Buffer.from(JSON.stringify([publishedAt.getTime() + made / 1e6, _id])).toString('base64url');
  return pathOf(recentBikes, {}, { limit: 24, cursor });
}

/** What a process has used of processors, in milliseconds, and what it holds, in megabytes. */
async function usageOf(pid: number): Promise<{ cpu: number; resident: number }> {
  const [stat, status] = await Promise.all(['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')));
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) * tick,
    resident: Number(/VmRSS:\s+(\d+)/.exec(status ?? '')?.[1]) / 1024,
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const ask = (url: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} for ${url}`));
      answer.resume().on('end', resolve).on('error', reject);
    }).on('error', reject);
  });

/** Asks over ten connections. @returns processors' milliseconds for a page, pages a second, and memory after it */
async function load({ bikes, site, pid }: Listed) {
  const before = await usageOf(pid);
  const start = performance.now();
  let left = requests;
  const line = async () => {
    while (left-- > 0) await ask(site.origin + newPath(bikes));
  };
  await Promise.all(Array.from({ length: connections }, line));
  const rate = (requests / (performance.now() - start)) * 1000;
  const { cpu, resident } = await usageOf(pid);
  return { cpu: (cpu - before.cpu) / requests, rate, resident };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test.skipIf(process.platform !== 'linux')(
  `a page of the newest that is not kept costs the same of ${many} bikes as of ${few}`,
  { timeout: hours },
  async () => {
    const figures = sites.map(() => [] as Awaited<ReturnType<typeof load>>[]);
    for (let round = 0; round < rounds; round++)
      for (const [n, site] of sites.entries()) figures[n]?.push(await load(site));
    const [small, large] = figures.map((all) => ({
      cpu: median(all.slice(1).map(({ cpu }) => cpu)),
      rate: median(all.slice(1).map(({ rate }) => rate)),
      resident: Math.max(...all.map(({ resident }) => resident)),
    }));
    if (!small || !large) throw new Error('Nothing was measured.');
    if (asked)
      for (const [n, { cpu, rate, resident }] of [small, large].entries())
        process.stdout.write(
          `${sites[n]?.bikes} bikes: ${cpu.toFixed(2)} ms of processors, ${rate.toFixed(0)}/s, ${resident.toFixed(0)} MB\n`,
        );
    expect(large.cpu / small.cpu).toBeLessThan(asked ? 1.5 : 3);
    if (!asked) return;
    expect(large.rate).toBeGreaterThan(1000);
    expect(large.resident).toBeLessThan(350);
  },
);
