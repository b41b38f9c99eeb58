import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PhotoIntake } from '#api/features/photos/photos.intake.ts';
import { PhotoMaker } from '#api/features/photos/photos.maker.ts';
import { PhotoPatience } from '#api/features/photos/photos.patience.ts';
import { PhotoStore } from '#api/features/photos/photos.store.ts';
import { Limits } from '#api/platform/limits.ts';
import { FolderStorage } from '#api/platform/storage/folder.ts';
import { newId } from '#contract/ids.ts';
import { digestOf } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

// Photos take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
/** Shorter than any process takes to start. */
const tooShort = new PhotoMaker({ ms: 1 });
const greedy = new PhotoMaker({ memory: 1 });
const usual = new PhotoMaker({ ms: 100_000 });
const busy = { code: 'unavailable', status: 503, details: { retryAfter: 60 } };
const tooSlow = { code: 'photo.too_slow', status: 422 };

let database: TestDatabase;
let bytes: Buffer;
let maker: PhotoMaker;
let intake: PhotoIntake;
beforeAll(async () => {
  database = await TestDatabase.open();
  const { db, folder } = database;
  bytes = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  const limits = new Limits(db);
  const photos = new PhotoStore(db);
  for (const one of [limits, photos]) await one.createIndexes();
  intake = new PhotoIntake({
    photos,
    storage: new FolderStorage(join(folder, 'photos')),
    maker: { make: (...args) => maker.make(...args) } as PhotoMaker,
    patience: new PhotoPatience(limits.limiter({ name: 'slow-photos', points: 3, seconds: 3600 })),
    uploads: join(folder, 'uploads'),
    now: () => new Date(),
  });
});
beforeEach(() => {
  maker = tooShort;
});
afterAll(async () => {
  for (const one of [tooShort, greedy, usual]) one.close();
  await database.close();
});

const send = (username: string, id: string) =>
  intake.put({ id: username, username, avatar: '' }, id, new Blob([new Uint8Array(bytes)]).stream(), digestOf(bytes));

test('a photo that is too slow may be retried once, and is then refused', async () => {
  const [honest, hostile] = [newId(), newId()];
  await expect(send('ana', honest)).rejects.toMatchObject(busy);
  await expect(send('ana', hostile)).rejects.toMatchObject(busy);
  maker = usual;
  expect(await send('ana', honest)).toMatchObject({ id: honest, width: 640 });
  maker = tooShort;
  await expect(send('ana', hostile)).rejects.toMatchObject(tooSlow);
});

test('a member with three slow or crashing photos has to wait; others continue', async () => {
  await expect(send('ben', newId())).rejects.toMatchObject(busy);
  maker = greedy;
  await expect(send('ben', newId())).rejects.toMatchObject({ code: 'photo.unreadable', status: 422 });
  maker = tooShort;
  await expect(send('ben', newId())).rejects.toMatchObject(busy);
  maker = usual;
  const refusal = await send('ben', newId()).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'too_many_requests',
    status: 429,
    details: { retryAfter: expect.any(Number) },
  });
  expect(await send('cara', newId())).toMatchObject({ width: 640 });
});

test('of twenty concurrent slow photos, three occupy the decoder', async () => {
  const all = Array.from({ length: 20 }, () => send('dora', newId()));
  const codes = (await Promise.allSettled(all)).map((one) => (one.status === 'rejected' ? one.reason.code : 'taken'));
  expect(codes.filter((code) => code === 'unavailable')).toHaveLength(3);
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(17);
});
