import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import { photoLimits } from '#contract/photos.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

const hour = 3_600_000;
// Dozens of photos take long on a slow machine.
vi.setConfig({ testTimeout: 120_000 });
let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let bytes: Buffer;
beforeAll(async () => {
  database = await TestDatabase.open();
  watched = new WatchedDatabase(database);
  app = await TestApp.open({}, { database, still: true, through: () => watched.db });
  bytes = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
});
afterAll(async () => {
  await app.close();
  await watched.close();
  await database.close();
});

const photos = () => app.db.collection<{ _id: string; ownerId: string }>('photos');
const ago = (hours: number) => new Date(Date.now() - hours * hour);

/** Sets the size and age of a member's photo. */
async function sent(member: TestBrowser, size: number, hours: number) {
  const id = newId();
  expect((await member.sendPhoto(bytes, { id })).status).toBe(200);
  await photos().updateOne({ _id: id }, { $set: { bytes: size, createdAt: ago(hours) } });
  return id;
}

test('a member can upload a gigabyte of photos a day; the refusal says when to continue, and earlier photos stay', async () => {
  const [ana, ben] = await Promise.all([app.join('ana'), app.join('ben')]);
  const earlier = await sent(ana, photoLimits.bytesADay - 1, 20.5);
  await sent(ana, 1, 2);
  const refused = await ana.sendPhoto(bytes);
  expect(refused).toMatchObject({
    status: 429,
    answer: { error: { code: 'photo.quota', message: expect.stringContaining('in 4 hours.') } },
  });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(3.4 * 3600);
  expect(wait).toBeLessThanOrEqual(3.5 * 3600);
  expect((await ana.sendPhoto(bytes, { id: earlier })).status).toBe(200);
  expect((await ben.sendPhoto(bytes)).status).toBe(200);
  await photos().updateOne({ _id: earlier }, { $set: { createdAt: ago(24.1) } });
  expect((await ana.sendPhoto(bytes)).status).toBe(200);
});

test('a photo that arrives many times counts once', async () => {
  const cara = await app.join('cara');
  const id = newId();
  for (let times = 0; times < 3; times++) await cara.sendPhoto(bytes, { id });
  const row = await photos().findOne({ _id: id });
  expect(row).toMatchObject({ bytes: bytes.length });
  expect(await photos().countDocuments({ ownerId: row?.ownerId })).toBe(1);
});

test('a photo sent again while it is processed is processed once', async () => {
  const dora = await app.join('dora');
  const id = newId();
  let answers: Awaited<ReturnType<TestBrowser['sendPhoto']>>[] = [];
  const { commands } = await watched.during(async () => {
    answers = await Promise.all(Array.from({ length: 5 }, () => dora.sendPhoto(bytes, { id })));
  });
  expect(commands.filter((command) => command === 'insert photos')).toHaveLength(1);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ answer }) => JSON.stringify(answer.data))).size).toBe(1);
});

test('a whole outbox at once is accepted, and further photos are told to retry', async () => {
  const emil = await app.join('emil');
  const answers = await Promise.all(Array.from({ length: photoLimits.perBike + 6 }, () => emil.sendPhoto(bytes)));
  const late = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(photoLimits.perBike);
  expect(late.length).toBeGreaterThan(0);
  for (const { headers } of late) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await emil.sendPhoto(bytes)).status).toBe(200);
});

test('a member can create fifty bikes a day, and still edit them', async () => {
  const finn = await app.join('finn');
  const photo = await sent(finn, 1, 0);
  const ids = Array.from({ length: 50 }, () => newId());
  const put = (bikeId: string, more = {}) => finn.call(putBike, { params: { bikeId }, body: bikeWith([photo], more) });
  for (const id of ids) expect((await put(id)).status).toBe(200);
  const refused = await put(newId());
  expect(refused).toMatchObject({
    status: 429,
    answer: { error: { code: 'bike.quota', message: expect.stringContaining('in 24 hours.') } },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3600);
  expect((await put(ids[0] ?? '')).status).toBe(200);
  expect((await put(ids[1] ?? '', { model: 'Straggler' })).status).toBe(200);
  await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: ids[0] }, { $set: { publishedAt: ago(24.1) } });
  expect((await put(newId())).status).toBe(200);
});

test('a member can create fifty bikes a day also concurrently', async () => {
  const gina = await app.join('gina');
  const photo = await sent(gina, 1, 0);
  const put = () => gina.call(putBike, { params: { bikeId: newId() }, body: bikeWith([photo]) });
  const answers = await Promise.all(Array.from({ length: 70 }, put));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('a member can upload a gigabyte a day also concurrently', async () => {
  const hugo = await app.join('hugo');
  await sent(hugo, photoLimits.bytesADay - 1, 2);
  const answers = await Promise.all(Array.from({ length: 6 }, () => hugo.sendPhoto(bytes)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429]);
});
