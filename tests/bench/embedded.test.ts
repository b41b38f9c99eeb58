/** @module-tag nightly */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Site } from '#tests/kit/site.ts';
import { bikeAt, bikeId } from './embedded/bikes.ts';
import { type Comparison, compare, lineOf, p99, row } from './embedded/measure.ts';
import { inFlight, type MongoBikes, openMongoBikes } from './embedded/mongo.ts';
import { PlainBikes } from './embedded/plain.ts';

/** EMBEDDED_MONGO_BENCH=100000 sets the number of bikes and prints a table; without it only large regressions fail. */
const asked = Number(process.env.EMBEDDED_MONGO_BENCH ?? 0);
const bikes = asked || 2000;
const rounds = asked ? 7 : 3;
const scale = asked ? 5 : 1;
const hours = 3_600_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

let folder: string;
let mongo: MongoBikes;
let plain: PlainBikes;
/** The number of the next bike to insert on either side. */
const next = { mongo: bikes, plain: bikes };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-bench-'));
  mongo = await openMongoBikes(folder);
  await mongo.insertAll(0, bikes);
  plain = new PlainBikes(join(folder, 'plain.db'));
  for (let n = 0; n < bikes; n += 500)
    plain.insert(Array.from({ length: Math.min(500, bikes - n) }, (_, i) => bikeAt(n + i)));
  if (asked) say(`\n${row('operation', 'embedded: time, rate, cpu', 'plain SQLite', 'time', 'cpu')}`);
}, hours);
let isOpen = true;
/** Closes the files so that another process can open them. */
async function closeBoth(): Promise<void> {
  if (!isOpen) return;
  isOpen = false;
  await mongo.close();
  plain.close();
}
afterAll(async () => {
  await closeBoth();
  await rm(folder, { recursive: true, force: true });
});

const anyId = () => bikeId(Math.floor(Math.random() * bikes));
const times = async (n: number, run: () => unknown) => {
  for (let i = 0; i < n; i++) await run();
};

/** Compares both sides; `atMost` bounds the processor time of both threads and the driver by that of plain SQLite. */
async function expectRatio(name: string, operations: number, atMost: number, run: [() => unknown, () => unknown]) {
  const figures: Comparison = await compare(rounds, { operations, run: run[0] }, { operations, run: run[1] });
  if (asked) say(lineOf(name, figures));
  expect(figures.embedded.cpu / figures.plain.cpu).toBeLessThan(atMost);
}

test(
  'a sorted page of 24',
  async () => {
    const n = 30 * scale;
    await expectRatio('page of 24', n, 12, [
      () => times(n, () => mongo.recent(24)),
      () => times(n, () => plain.recent(24)),
    ]);
  },
  hours,
);

test(
  'a document by id',
  async () => {
    const n = 100 * scale;
    const find = () => mongo.bikes.findOne({ _id: anyId() });
    await expectRatio('findOne by id', n, 80, [() => times(n, find), () => times(n, () => plain.find(anyId()))]);
  },
  hours,
);

test(
  'a single write',
  async () => {
    const n = 30 * scale;
    const insert = () => mongo.bikes.insertOne(bikeAt(next.mongo++));
    await expectRatio('insertOne alone', n, 10, [
      () => times(n, insert),
      () => times(n, () => plain.insert([bikeAt(next.plain++)])),
    ]);
  },
  hours,
);

test(
  'concurrent writes',
  async () => {
    const n = inFlight * 4 * scale;
    const insert = () => mongo.bikes.insertOne(bikeAt(next.mongo++));
    const batch = () => plain.insert(Array.from({ length: inFlight }, () => bikeAt(next.plain++)));
    await expectRatio(`insertOne, ${inFlight} in flight`, n, 10, [
      () => Promise.all(Array.from({ length: inFlight }, () => times(n / inFlight, insert))),
      () => times(n / inFlight, batch),
    ]);
  },
  hours,
);

test(
  'a full scan does not block the calling thread',
  async () => {
    const scan = () => mongo.bikes.countDocuments({ story: /no bike says this/ });
    await scan();
    const before = performance.eventLoopUtilization();
    await times(10, scan);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  },
  hours,
);

test.runIf(asked)(
  'a full scan lets other queries run in between',
  async () => {
    const timed = async (run: () => Promise<unknown>) => {
      const start = performance.now();
      await run();
      return performance.now() - start;
    };
    const find = () => mongo.bikes.findOne({ _id: anyId() });
    const scan = () => mongo.bikes.countDocuments({ story: /no bike says this/ });
    const alone = await timed(scan);
    const without = await Array.fromAsync({ length: 300 }, () => timed(find));
    let going = true;
    const scanning = (async () => {
      while (going) await scan();
    })();
    const meanwhile = await Array.fromAsync({ length: 300 }, () => timed(find));
    going = false;
    await scanning;
    say(row('findOne during scans', `${p99(meanwhile).toFixed(1)} ms, p99`, `${p99(without).toFixed(1)} ms without`));
    // One slice of a scan, not a whole one; on a busy machine the delay may grow with the delay without a scan.
    expect(p99(meanwhile)).toBeLessThan(Math.max(40, 3 * p99(without), alone / 5));
  },
  hours,
);

test.runIf(asked)(
  'startup, and memory after 50,000 operations',
  async () => {
    await closeBoth();
    const child = join(import.meta.dirname, 'embedded/cold-start.child.ts');
    const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
    const run = (kind: string, operations: number): { start: number; memory: number } =>
      JSON.parse(
        execFileSync(process.execPath, [child, kind, folder, String(bikes), String(operations)], {
          env,
          encoding: 'utf8',
        }),
      );
    const starts = (kind: string) =>
      Array.from({ length: 5 }, () => run(kind, 0).start)
        .sort((a, b) => a - b)[2]
        ?.toFixed(0);
    say(row('start', `${starts('mongo')} ms`, `${starts('plain')} ms`));
    const memory = (kind: string) => `${run(kind, 50_000).memory.toFixed(0)} MB`;
    say(row('memory', memory('mongo'), memory('plain')));
  },
  hours,
);

test.runIf(asked)(
  "a full scan through a site's socket does not delay the site's own queries",
  async () => {
    await closeBoth();
    const site = await Site.start({ isAlone: true });
    try {
      await site.stop();
      // SQLite would replay the WAL of the site's own file into ours.
      await rm(join(site.folder, 'data.db-wal'), { force: true });
      await copyFile(join(folder, 'data.db'), join(site.folder, 'data.db'));
      // Waits until its indexes are built and its search terms are current.
      await site.start({}, hours);
      const storedBikes = (await site.db()).collection('bikes');
      const timed = async (run: () => Promise<unknown>) => {
        const start = performance.now();
        await run();
        return performance.now() - start;
      };
      const health = () => fetch(`${site.origin}/healthz`).then((answer) => answer.text());
      const page = () => storedBikes.find({ status: 'Active' }).sort({ publishedAt: -1, _id: -1 }).limit(24).toArray();
      expect(await storedBikes.estimatedDocumentCount()).toBeGreaterThanOrEqual(bikes);
      let scans = 0;
      let going = true;
      const scan = async () => {
        for (; going; scans++) await storedBikes.countDocuments({ story: /no bike says this/ });
      };
      await times(50, health);
      const without = await Array.fromAsync({ length: 300 }, () => timed(health));
      const scanning = scan();
      const meanwhile = await Array.fromAsync({ length: 300 }, () => timed(health));
      const pages = await Array.fromAsync({ length: 20 }, () => timed(page));
      going = false;
      await scanning;
      say(row('GET /healthz, p99', `${p99(meanwhile).toFixed(1)} ms`, `${p99(without).toFixed(1)} ms without scans`));
      say(row('page during scans', `${p99(pages).toFixed(1)} ms at most`, `${scans} scans`));
      // On a busy machine other processes delay it too.
      expect(p99(meanwhile)).toBeLessThan(Math.max(20, 2 * p99(without)));
    } finally {
      await site.close();
    }
  },
  hours,
);
