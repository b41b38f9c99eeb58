/** @module-tag nightly */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PhotoMaker } from '#api/features/photos/photos.maker.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { cameraPhoto, heicGrid } from '#tests/kit/photos.ts';
import { childrenOf, lives } from '#tests/kit/processes.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

const module = 'photos.worker.ts';
const minutes = 60_000;
/** More than the ten seconds that a stopping site waits for running work. */
const stopLimitMs = 20_000;

/** The id of a process's decoder process. */
async function decoderOf(parent: number | undefined): Promise<number> {
  let pid = 0;
  await until(async () => {
    const [found] = await childrenOf(parent ?? 0, module);
    if (!found) throw new Error('Nothing decodes.');
    pid = found;
  });
  return pid;
}

/** Processor time of a process in seconds (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
async function processorSeconds(pid: number): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  const ticksPerSecond = 100;
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

/** The most memory that a process has held, in bytes. */
const peakMemoryOf = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** The result of Node's `fork` when the process has no descriptor left: the reason follows as an event. */
function withoutChannel(): ChildProcess {
  const unborn = Object.assign(new EventEmitter(), { ref() {}, unref() {}, kill: () => false });
  process.nextTick(() => unborn.emit('error', new Error('spawn EMFILE')));
  return unborn as unknown as ChildProcess;
}
function withoutMemory(): never {
  throw new Error('spawn ENOMEM');
}

/** The made photos, then the refused ones: photos that are sent at once arrive in any order. */
async function sorted<T>(made: Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  const answers = await Promise.allSettled(made);
  return answers.toSorted((one, other) => one.status.localeCompare(other.status));
}

describe.skipIf(process.platform !== 'linux')('the decoder process', () => {
  let folder: string;
  let photo: string;
  let grid: string;
  const makers: PhotoMaker[] = [];
  const newMaker = (options?: ConstructorParameters<typeof PhotoMaker>[0]) => {
    const maker = new PhotoMaker(options);
    makers.push(maker);
    return maker;
  };
  /** Makes an ordinary and a slow photo. Returns the ids of the processes that made them. */
  const decodersOf = async (maker: PhotoMaker) => {
    await maker.make(photo, 'ana');
    const [quick = 0] = await childrenOf(process.pid, module);
    await maker.make(grid, 'ana');
    const slow = (await childrenOf(process.pid, module)).find((pid) => pid !== quick) ?? 0;
    return { quick, slow };
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headbadge-decoder-'));
    photo = join(folder, 'photo');
    await writeFile(photo, await cameraPhoto({ orientation: 1, width: 1600, height: 1200 }));
    grid = join(folder, 'grid');
    await writeFile(grid, await heicGrid(8, 7));
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const maker of makers.splice(0)) maker.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  vi.setConfig({ testTimeout: 2 * minutes });

  test('is ended when a photo takes long; the others continue, and that photo is refused when it takes too long again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const maker = newMaker({ ms: 5000 });
    const pids = Object.values(await decodersOf(maker));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const both = [maker.make(photo, 'ana'), maker.make(photo, 'ben')];
    const answers = sorted(both);
    // One photo has begun when the other one waits.
    while (maker.waiting < 1) await setImmediate();
    vi.advanceTimersByTime(5000);
    expect(await Promise.race(both)).toMatchObject({ width: 1600 });
    vi.advanceTimersByTime(5000);
    const refused = { reason: { code: 'photo.too_slow', status: 422 } };
    expect(await answers).toMatchObject([{ value: { width: 1600 } }, refused]);
    while (pids.some(lives)) await setImmediate();
  });

  test('makes ordinary photos while slow ones of nine members wait', async () => {
    const maker = newMaker();
    const pids = await decodersOf(maker);
    process.kill(pids.slow, 'SIGSTOP');
    const slow = Array.from({ length: 9 }, (_, i) => maker.make(grid, `ana${i}`));
    await until(async () => expect(maker.waiting).toBe(8));
    expect((await maker.make(photo, 'ben')).width).toBe(1600);
    expect(maker.waiting).toBe(8);
    process.kill(pids.slow, 'SIGCONT');
    expect((await Promise.all(slow)).map(({ width }) => width)).toEqual(slow.map(() => 2048));
  });

  test('may be killed once without harm', async () => {
    const maker = newMaker();
    const made = maker.make(photo, 'ana');
    const pid = await decoderOf(process.pid);
    process.kill(pid, 'SIGKILL');
    expect((await made).width).toBe(1600);
  });

  test('postpones a photo when it is killed repeatedly, as the machine may be the cause', async () => {
    const made = newMaker().make(photo, 'ana');
    const settled = Promise.allSettled([made]);
    const first = await decoderOf(process.pid);
    process.kill(first, 'SIGKILL');
    await until(async () => expect(await decoderOf(process.pid)).not.toBe(first));
    process.kill(await decoderOf(process.pid), 'SIGKILL');
    const busy = { reason: { code: 'unavailable', status: 503, details: { retryAfter: 10 } } };
    expect(await settled).toMatchObject([busy]);
  });

  test.each([
    [
      'a progressive JPEG',
      (photo: Sharp) => photo.jpeg({ progressive: true, chromaSubsampling: '4:4:4', quality: 60 }),
    ],
    [
      'an AVIF of 12 bits',
      (photo: Sharp) =>
        photo
          .ensureAlpha(0.5)
          .toColourspace('rgb16')
          .avif({ bitdepth: 12, chromaSubsampling: '4:4:4', quality: 30, effort: 0 }),
    ],
  ])('has time and memory for 64 megapixels: %s', async (_, write) => {
    const grain = { raw: { width: 1600, height: 1600, channels: 3 } } as const;
    const noisy = sharp(randomBytes(1600 * 1600 * 3), grain).resize(8000, 8000, { kernel: 'cubic' });
    const large = join(folder, 'large');
    await write(noisy).toFile(large);
    // Processor time, as a busy machine takes longer.
    expect(await newMaker({ ms: 4 * minutes }).make(large, 'ana')).toMatchObject({ width: 2048, height: 2048 });
    expect(await processorSeconds(await decoderOf(process.pid))).toBeLessThan(30);
  });

  test('has time and memory for one HEIC of 48 megapixels after another', async () => {
    const large = join(folder, 'large.heic');
    await writeFile(large, await heicGrid(12, 13));
    const maker = newMaker({ ms: 4 * minutes });
    for (let sent = 0; sent < 4; sent++) expect(await maker.make(large, 'ana')).toMatchObject({ width: 2048 });
    const decoder = await decoderOf(process.pid);
    expect(await processorSeconds(decoder)).toBeLessThan(4 * 15);
    expect(await peakMemoryOf(decoder)).toBeLessThan(1_000_000_000);
  });

  test('ends itself when a photo needs too much memory', async () => {
    await expect(newMaker({ memory: 1 }).make(photo, 'ana')).rejects.toMatchObject({ code: 'photo.unreadable' });
  });

  test.each([
    ['without descriptors, when what Node returns has no channel', withoutChannel],
    ['without memory, when Node throws', withoutMemory],
  ])('postpones a photo when it cannot start, and takes the next one when it can: %s', async (_, failing) => {
    let starts = 0;
    const start = ((...args: Parameters<typeof fork>) => (starts++ < 2 ? failing() : fork(...args))) as typeof fork;
    const maker = newMaker({ start });
    const answers = await sorted(['ana', 'ana', 'ben'].map((member) => maker.make(photo, member)));
    const busy = { reason: { code: 'unavailable', status: 503, details: { retryAfter: 10 } } };
    expect(answers).toMatchObject([{ value: { width: 1600 } }, busy, busy]);
    expect((await maker.make(photo, 'ana')).width).toBe(1600);
  });

  test('refuses waiting photos as busy when the site stops', async () => {
    const maker = newMaker();
    const answers = [maker.make(photo, 'ana'), maker.make(photo, 'ana'), maker.make(photo, 'ben')];
    const settled = Promise.allSettled(answers);
    const pid = await decoderOf(process.pid);
    maker.close();
    for (const { reason } of (await settled) as PromiseRejectedResult[]) expect(reason.code).toBe('unavailable');
    await until(async () => expect(lives(pid)).toBe(false));
  });

  describe('of a running site', () => {
    let site: Site;
    let ana: TestBrowser;
    let small: Buffer;
    beforeAll(async () => {
      site = await Site.start({ isAlone: true, env: { AWS_SECRET_ACCESS_KEY: 'hush-hush' } });
      ana = await joinSite(site, 'ana');
      small = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
    });
    afterAll(() => site.close());

    /** Stops the decoder as a hang would, and waits until a photo has been sent to it. */
    async function hang(): Promise<{ pid: number; answer: Promise<unknown> }> {
      expect((await ana.sendPhoto(small)).status).toBe(200);
      const pid = await decoderOf(site.pid);
      process.kill(pid, 'SIGSTOP');
      const answer = ana.sendPhoto(small).catch(() => null);
      await until(async () => expect(await readdir(join(site.folder, 'uploads'))).toHaveLength(1));
      return { pid, answer };
    }

    test(
      'gets none of its secrets, and does not keep it from stopping when it hangs',
      async () => {
        const { pid, answer } = await hang();
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
        expect(environment).toContain('PATH=');
        expect(environment).not.toContain('hush-hush');
        const before = performance.now();
        await site.stop();
        expect(performance.now() - before).toBeLessThan(stopLimitMs);
        await answer;
        await until(async () => expect(lives(pid)).toBe(false));
        await site.start();
      },
      2 * minutes,
    );

    test(
      'ends when the site is killed in the middle of a photo',
      async () => {
        const { pid, answer } = await hang();
        await site.kill();
        await answer;
        expect(lives(pid)).toBe(true);
        process.kill(pid, 'SIGCONT');
        await until(async () => expect(lives(pid)).toBe(false));
        await site.start();
      },
      2 * minutes,
    );
  });
});
