/** @module-tag nightly */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBuilt } from '#api/cli/build.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { pathOf } from '#contract/endpoint.ts';
import { freePort } from '#tests/kit/ports.ts';
import { copyDemo } from '#tests/kit/seed-demo.ts';

/** DRAWN_BENCH=2000 sets the requests in each round; without it only large regressions fail. */
const requests = Number(process.env.DRAWN_BENCH ?? 500);
const rounds = 5;
const uncounted = 2;
const connections = 16;

let folder: string;
let child: ChildProcess;
beforeAll(() => ensureBuilt().then(() => undefined), 600_000);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawn-bench-'));
  // A site that still indexes its bikes writes, which invalidates the cache.
  await copyDemo(folder);
});
afterEach(async () => {
  if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Microseconds of processor time for one reply. */
type Cost = { site: number; bare: number };
type Both = { site: string; bare: string; bytes: number };

/** Starts the site and the bare server, each in a process whose processor time can be measured. */
async function serving(path: string): Promise<Both> {
  const ports = [await freePort(), await freePort()].map(String);
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  child = fork(join(import.meta.dirname, 'server-rendered/serve.child.ts'), [path, folder, ...ports], { env });
  const [both] = (await once(child, 'message')) as [Both];
  return both;
}

async function cpuOf(): Promise<number> {
  child.send('cpu');
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: number }];
  return cpu;
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });
/** Bytes of one reply, requested as by a phone's browser. */
const ask = (url: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = {
      'accept-encoding': 'gzip, deflate, br',
      accept: 'text/html',
      'user-agent': 'Mozilla/5.0 (Linux)',
    };
    get(url, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
      });
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });

/** Microseconds of the server's processor time for one reply. */
async function costOf(url: string, bytes: number): Promise<number> {
  const before = await cpuOf();
  let left = requests;
  const visitor = async () => {
    while (left-- > 0) expect(await ask(url)).toBe(bytes);
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  return ((await cpuOf()) - before) / requests;
}

test.each([
  ['home', '/'],
  ['the newest bikes', pathOf(listRecentBikes, {}, { limit: 24 })],
])(
  '%s from the response cache costs the site at most twice what Hono alone takes to send the same bytes',
  {
    timeout: 600_000,
  },
  async (name, path) => {
    const both = await serving(path);
    const costs: Cost[] = [];
    for (let round = 0; round < uncounted + rounds; round += 1) {
      const bare = await costOf(both.bare + path, both.bytes);
      costs.push({ bare, site: await costOf(both.site + path, both.bytes) });
    }
    const counted = costs.slice(uncounted);
    // A regression costs in every round, the machine's other work in some only.
    const [{ site, bare }] = counted.sort((one, other) => one.site / one.bare - other.site / other.bare) as [Cost];
    const rate = (micros: number) => `${Math.round(1_000_000 / micros)}/s (${micros.toFixed(0)} µs)`;
    process.stdout.write(
      `${name}, ${both.bytes} bytes, on one core: the site ${rate(site)}, Hono alone ${rate(bare)}, ${(site / bare).toFixed(2)}x\n`,
    );
    expect(site / bare).toBeLessThan(2);
  },
);
