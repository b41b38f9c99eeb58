import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PhotoStore, usageBatch } from '#api/features/photos/photos.store.ts';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { type Id, newId } from '#contract/ids.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

const day = 86_400_000;
let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let ana: TestBrowser;
let bytes: Buffer;
let photo: Id;
let bike: Id;
beforeAll(async () => {
  database = await TestDatabase.open();
  watched = new WatchedDatabase(database);
  app = await TestApp.open({}, { database, still: true, through: () => watched.db });
  ana = await app.join('ana');
  bytes = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
});
afterAll(async () => {
  await app.close();
  await watched.close();
  await database.close();
});
beforeEach(async () => {
  bike = newId();
  photo = await send();
});
afterEach(() => vi.useRealTimers());

async function send(id = newId()): Promise<Id> {
  expect((await ana.sendPhoto(bytes, { id })).status).toBe(200);
  return id;
}
const put = async (bikeId: Id, photos: Id[]) =>
  expect((await ana.call(putBike, { params: { bikeId }, body: bikeWith(photos) })).status).toBe(200);
const statusOf = async (id: Id) => (await app.request(photoPath(id, 320))).status;
const bikes = () => app.db.collection<{ _id: string }>('bikes');
const photos = () => app.db.collection<{ _id: string }>('photos');

/** Runs the hourly sweep at a time in the future. */
async function sweepAfter(days: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day });
  await app.runJob('orphaned photos');
  vi.useRealTimers();
}

async function expectForgotten(id: Id): Promise<void> {
  expect(await photos().findOne({ _id: id })).toBeNull();
  const files = await Array.fromAsync(glob(`bikes/*/${id}/*`, { cwd: join(app.database.folder, 'photos') }));
  expect(files).toEqual([]);
}

describe('a photo is public', () => {
  test('only once a bike shows it', async () => {
    expect(await statusOf(photo)).toBe(404);
    await put(bike, [photo]);
    expect(await statusOf(photo)).toBe(200);
  });

  test('no longer when it is removed from its bike, and again when it is added back', async () => {
    const other = await send();
    await put(bike, [photo, other]);
    await put(bike, [other]);
    expect([await statusOf(photo), await statusOf(other)]).toEqual([410, 200]);
    await put(bike, [photo]);
    expect([await statusOf(photo), await statusOf(other)]).toEqual([200, 410]);
  });

  test('while one of two bikes shows it, whichever is deleted first', async () => {
    for (const first of [true, false]) {
      const [one, two, shared] = [newId(), newId(), await send()];
      await put(one, [shared]);
      await put(two, [shared]);
      await ana.call(deleteBike, { params: { bikeId: first ? one : two } });
      expect(await statusOf(shared)).toBe(200);
      await ana.call(deleteBike, { params: { bikeId: first ? two : one } });
      expect(await statusOf(shared)).toBe(410);
    }
  });

  test('as one database read tells', async () => {
    await put(bike, [photo]);
    const { commands } = await watched.during(async () => expect(await statusOf(photo)).toBe(200));
    expect(commands).toEqual(['find bikes']);
    const plan = await bikes().find({ 'photos.id': photo }).explain('executionStats');
    expect(plan.executionStats.totalDocsExamined).toBe(1);
  });
});

describe('the sweep', () => {
  test('deletes a photo that no bike has used for 30 days, and its files', async () => {
    await sweepAfter(29);
    expect(await photos().findOne({ _id: photo })).not.toBeNull();
    await sweepAfter(31);
    await expectForgotten(photo);
    // The same photo may be uploaded again.
    await put(bike, [await send(photo)]);
    expect(await statusOf(photo)).toBe(200);
  });

  test('keeps a photo that a bike shows, however old', async () => {
    await put(bike, [photo]);
    for (const days of [31, 62, 93, 124]) await sweepAfter(days);
    expect(await statusOf(photo)).toBe(200);
  });

  test('counts the 30 days from when a photo was removed', async () => {
    await put(bike, [photo]);
    for (const days of [31, 62]) await sweepAfter(days);
    await put(bike, [await send()]);
    await sweepAfter(29);
    expect(await statusOf(photo)).toBe(410);
    await sweepAfter(31);
    await expectForgotten(photo);
  });

  test('keeps a photo that was used again meanwhile', async () => {
    await put(bike, [photo]);
    await put(bike, [await send()]);
    await put(newId(), [photo]);
    for (const days of [31, 62]) await sweepAfter(days);
    expect(await statusOf(photo)).toBe(200);
  });

  test('keeps the photos of a deleted or removed bike for its restoration', async () => {
    await put(bike, [photo]);
    for (const status of ['Deleted', 'Removed']) {
      await bikes().updateOne({ _id: bike }, { $set: { status } });
      for (const days of [31, 62]) await sweepAfter(days);
      expect(await statusOf(photo)).toBe(410);
    }
    await bikes().updateOne({ _id: bike }, { $set: { status: 'Active' } });
    expect(await statusOf(photo)).toBe(200);
  });

  test('gives 30 days to a photo whose bike vanished unnoticed, and deletes it then', async () => {
    await put(bike, [photo]);
    await sweepAfter(31);
    await bikes().deleteOne({ _id: bike });
    await sweepAfter(62);
    expect(await statusOf(photo)).toBe(410);
    await sweepAfter(93);
    await expectForgotten(photo);
  });

  test('finishes an upload that stopped between files and row, and refuses the photo until then', async () => {
    await photos().updateOne({ _id: photo }, { $set: { use: 'leaving', sweepAt: new Date(Date.now() + day / 24) } });
    expect(await ana.sendPhoto(bytes, { id: photo })).toMatchObject({ status: 409 });
    const { answer } = await ana.call(putBike, { params: { bikeId: bike }, body: bikeWith([photo]) });
    expect(answer.error).toMatchObject({ code: 'bike.photos_missing', details: { photoIds: [photo] } });
    await sweepAfter(1);
    await expectForgotten(photo);
    await send(photo);
  });

  test('takes in photos stored before usage was tracked', async () => {
    await put(bike, [photo]);
    const old = await send();
    const unknown = { $unset: { use: 1, sweepAt: 1 }, $set: { bikeId: bike } } as const;
    await photos().updateMany({ _id: { $in: [photo, old] } }, unknown);
    await sweepAfter(0);
    for (const days of [31, 62]) await sweepAfter(days);
    expect(await statusOf(photo)).toBe(200);
    await expectForgotten(old);
  });

  test('spreads its checks over a month, and repeats them a month later', async () => {
    const ids = Array.from({ length: 250 }, () => newId());
    await photos().insertMany(ids.map((_id) => ({ _id, createdAt: new Date(0) })));
    await sweepAfter(0);
    const rows = await app.db
      .collection<{ _id: string; sweepAt: Date }>('photos')
      .find({ _id: { $in: ids } })
      .toArray();
    const days = rows.map(({ sweepAt }) => (sweepAt.getTime() - Date.now()) / day).sort((a, b) => a - b);
    expect(days).toHaveLength(250);
    expect(days[0]).toBeGreaterThan(29.9);
    expect(days[0]).toBeLessThan(40);
    expect(days.at(-1)).toBeGreaterThan(50);
    expect(days.at(-1)).toBeLessThanOrEqual(60);
    await photos().deleteMany({ _id: { $in: ids } });
  });

  test('never deletes a photo of a bike that is published concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => send()));
    await photos().updateMany({ _id: { $in: ids } }, { $set: { sweepAt: new Date(0) } });
    const swept = app.runJob('orphaned photos');
    const publish = (id: Id) => ana.call(putBike, { params: { bikeId: newId() }, body: bikeWith([id]) });
    const answers = await Promise.all(ids.map(publish));
    await swept;
    for (const [at, id] of ids.entries()) expect(await statusOf(id)).toBe(answers[at]?.status === 200 ? 200 : 404);
  });

  test("is locked out of a bike's photos before the bike checks them, which costs two commands", async () => {
    const { commands } = await watched.during(() => put(bike, [photo]));
    const steps = commands.filter((command) => command.endsWith(' photos') || command === 'insert bikes');
    expect(steps).toEqual(['update photos', 'find photos', 'insert bikes']);
  });

  test('does not let a stranger keep a photo', async () => {
    const ben = await app.join('ben');
    const before = await photos().findOne({ _id: photo });
    await ben.call(putBike, { params: { bikeId: newId() }, body: bikeWith([photo]) });
    expect(await photos().findOne({ _id: photo })).toEqual(before);
  });
});

test('the uploads of all photos are added up, a batch at a time', async () => {
  const photos = database.db.collection<{ _id: string; bytes: number }>('photos');
  const store = new PhotoStore(database.db);
  const { count, bytes: known } = await store.usage();
  await photos.insertMany(Array.from({ length: 2 * usageBatch }, () => ({ _id: newId(), bytes: 3 })));
  expect(await store.usage()).toEqual({ count: count + 2 * usageBatch, bytes: known + 6 * usageBatch });
  await photos.deleteMany({ bytes: 3 });
  expect(await store.usage()).toEqual({ count, bytes: known });
});
