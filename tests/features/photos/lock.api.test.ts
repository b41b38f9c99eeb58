import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { type Id, newId } from '#contract/ids.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { digestOf, TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { type Interposer, interposed } from '#tests/kit/interposed.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { until } from '#tests/kit/until.ts';

const hour = 3_600_000;
// Photos take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let ana: TestBrowser;
let [one, two]: Buffer[] = [];
let interpose: Interposer = (_, run) => run();
beforeAll(async () => {
  app = await TestApp.open({}, { through: ({ db }) => interposed(db, ['photos'], (...args) => interpose(...args)) });
  ana = await app.join('ana');
  [one, two] = await Promise.all([640, 500].map((width) => cameraPhoto({ width, height: 480, orientation: 1 })));
});
afterAll(() => app.close());
afterEach(() => {
  interpose = (_, run) => run();
  vi.useRealTimers();
});

const photos = () => app.db.collection<{ _id: string }>('photos');
const filesOf = (id: Id) => Array.fromAsync(glob(`bikes/*/${id}/*`, { cwd: join(app.database.folder, 'photos') }));
const show = (id: Id) => ana.call(putBike, { params: { bikeId: newId() }, body: bikeWith([id]) });
const send = (id: Id, bytes = one as Buffer) => ana.sendPhoto(bytes, { id });

async function servedAs(id: Id): Promise<string> {
  return Buffer.from(await (await app.request(photoPath(id, 640))).arrayBuffer()).toString('base64');
}

/** An upload whose last bytes are sent on request. */
function delayed(bytes: Buffer) {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await promise;
      controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });
  return { body, digest: digestOf(bytes), goOn };
}

/** Fails the first write about a photo whose files are stored. */
function stopAfterFilesOf(id: Id): void {
  let stopped = false;
  interpose = async (command, run) => {
    if (stopped || command.startsWith('photos.find') || (await filesOf(id)).length === 0) return run();
    stopped = true;
    throw new Error('The server was stopped.');
  };
}

async function sweepAfter(hours: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hour });
  await app.runJob('orphaned photos');
  vi.useRealTimers();
}

test('a public photo is unchanged when an earlier upload of other bytes ends', async () => {
  const id = newId();
  const { body, digest, goOn } = delayed(two as Buffer);
  const late = ana.sendPhoto(body, { id, digest });
  const first = await send(id);
  await show(id);
  const before = await servedAs(id);
  goOn();
  expect(await late).toMatchObject({ status: 200, answer: { data: first.answer.data } });
  expect(await servedAs(id)).toBe(before);
});

test('while an upload stores its files, another is told to retry, and no bike gets the photo', async () => {
  const id = newId();
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  interpose = async (command, run) => {
    if (command === 'photos.updateOne') await promise;
    return run();
  };
  const first = send(id);
  await until(async () => expect((await filesOf(id)).length).toBeGreaterThan(0));
  const other = await send(id, two);
  expect(other).toMatchObject({ status: 409, answer: { error: { code: 'in_progress' } } });
  expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await show(id)).answer).toMatchObject({ error: { code: 'bike.photos_missing' } });
  goOn();
  const { answer } = await first;
  expect(await send(id, two)).toMatchObject({ status: 200, answer: { data: answer.data } });
});

test('an upload of a server that stopped while storing files succeeds on retry', async () => {
  const id = newId();
  stopAfterFilesOf(id);
  expect((await send(id)).status).toBe(500);
  expect((await send(id, two)).status).toBe(409);
  expect((await send(id)).status).toBe(200);
  expect((await show(id)).status).toBe(200);
});

test('an upload that stopped while storing files is deleted with them if nobody retries', async () => {
  const id = newId();
  stopAfterFilesOf(id);
  expect((await send(id)).status).toBe(500);
  await sweepAfter(0.5);
  expect(await filesOf(id)).not.toEqual([]);
  await sweepAfter(1.1);
  expect([await filesOf(id), await photos().findOne({ _id: id })]).toEqual([[], null]);
  expect((await send(id, two)).status).toBe(200);
});

test('an interrupted removal of the sample community leaves no orphaned file', async () => {
  const start = await TestApp.open(
    {},
    { through: ({ db }) => interposed(db, ['photos'], (...args) => interpose(...args)) },
  );
  try {
    const [bike] = (await start.demo.seed(new Date())) ?? [];
    const id = bike?.photos[0]?.id ?? '';
    expect((await start.request(photoPath(id, 320))).status).toBe(200);
    const files = () => Array.fromAsync(glob(`bikes/*/${id}/*`, { cwd: join(start.database.folder, 'photos') }));
    expect(await files()).toHaveLength(3);
    interpose = async (command, run) => {
      const result = await run();
      if (command === 'photos.deleteMany') throw new Error('The command was stopped.');
      return result;
    };
    await expect(start.demo.remove()).rejects.toThrow('stopped');
    interpose = (_, run) => run();
    await start.demo.remove();
    expect(await files()).toEqual([]);
  } finally {
    await start.close();
  }
});
