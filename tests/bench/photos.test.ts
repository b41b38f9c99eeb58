/** @module-tag nightly */
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRecentBikes } from '#contract/bikes.ts';
import { pathOf } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { childrenOf } from '#tests/kit/processes.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { p99 } from './embedded/measure.ts';

/**
 * PHOTOS_BENCH=20 sets the number of photos of 12 megapixels and prints a table; without it only large regressions
 * fail.
 */
const asked = Number(process.env.PHOTOS_BENCH ?? 0);
const photos = asked || 3;
const atOnce = 4;
const idleCalls = asked ? 1000 : 200;
const hours = 3_600_000;
/** Maximum resident memory of the decoder process, in megabytes. */
const maxResidentMb = 600;
/** How many times slower the 99th percentile of a call may be than on an idle site. */
const maxSlowdown = 3;

let site: Site;
let members: TestBrowser[];
let shot: Buffer;
let asks = 0;
beforeAll(async () => {
  site = await Site.start({ isAlone: true, demo: true });
  // Two members, as the photos of each are processed in turn.
  members = [await joinSite(site, 'ana'), await joinSite(site, 'ben')];
  shot = await cameraPhoto();
}, hours);
afterAll(() => site?.close());

/** Requests an uncached page of bikes, which reads the database. */
async function look(): Promise<number> {
  asks += 1;
  const cursor = Buffer.from(JSON.stringify([Date.now() + asks / 1000, newId()])).toString('base64url');
  const start = performance.now();
  const answer = await fetch(site.origin + pathOf(listRecentBikes, {}, { limit: 24, cursor }));
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  return performance.now() - start;
}

/** A process's peak memory, in megabytes. */
const peakOf = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test.skipIf(process.platform !== 'linux')(
  `${photos} uploads of 12 megapixels take little memory and delay no other request`,
  { timeout: hours },
  async () => {
    for (let i = 0; i < 20; i++) await look();
    const idle: number[] = [];
    for (let i = 0; i < idleCalls; i++) idle.push(await look());

    let left = photos;
    const send = async (at: number) => {
      while (left > 0) {
        left -= 1;
        const { status } = await (members[at % members.length] as TestBrowser).sendPhoto(shot);
        expect(status).toBe(200);
      }
    };
    const meanwhile: number[] = [];
    let coming = true;
    const looking = (async () => {
      while (coming) {
        meanwhile.push(await look());
        await setImmediate();
      }
    })();
    const start = performance.now();
    await Promise.all(Array.from({ length: Math.min(atOnce, photos) }, (_, at) => send(at)));
    const took = (performance.now() - start) / photos;
    coming = false;
    await looking;

    const [decoder = 0] = await childrenOf(site.pid ?? 0, 'photos.worker.ts');
    const peak = await peakOf(decoder);
    const slower = p99(meanwhile) / p99(idle);
    if (asked) {
      const calls = `p99 of other calls ${p99(idle).toFixed(1)} ms idle, ${p99(meanwhile).toFixed(1)} ms meanwhile (${slower.toFixed(2)} times, ${meanwhile.length} calls)`;
      process.stdout.write(
        `${photos} photos, ${took.toFixed(0)} ms each, at most ${peak.toFixed(0)} MB held; ${calls}\n`,
      );
    }
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(maxResidentMb);
    if (asked) expect(slower).toBeLessThan(maxSlowdown);
  },
);
