import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { addComment } from '#contract/comments.ts';
import { addFavorite } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { listWinners } from '#contract/winners.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { type Interposer, interposed } from '#tests/kit/interposed.ts';
import { nightly } from '#tests/run/tiers.ts';
import { demoCommunity } from '../community.ts';

type Row = { _id: string } & Record<string, unknown>;
const collections = [
  ...(['users', 'bikes', 'photos', 'likes', 'comments', 'favorites', 'folders', 'profiles', 'pictures'] as const),
];
const start = new Date('2026-11-21T12:00:00Z');
const { members, bikes } = demoCommunity(start);
const [memberCount, bikeCount] = [members.length, bikes.length];

let database: TestDatabase;
let app: TestApp;
/** All rows of a freshly seeded site. */
const filled = new Map<string, Row[]>();
beforeAll(async () => {
  database = await TestDatabase.open();
  app = await TestApp.open({}, { database });
  await app.demo.seed(start);
  for (const { name } of await database.db.listCollections().toArray())
    filled.set(name, await database.db.collection<Row>(name).find().toArray());
  await empty();
});
/** Restores the seeded rows in a tenth of the time that seeding takes. */
async function fill(): Promise<void> {
  for (const [name, rows] of filled) if (rows.length) await database.db.collection<Row>(name).insertMany(rows);
}
async function empty(): Promise<void> {
  for (const { name } of await database.db.listCollections().toArray())
    await database.db.collection(name).deleteMany({});
}
afterEach(empty);
afterAll(async () => {
  await app.close();
  await database.close();
});

const processWith = (interpose: Interposer) =>
  TestApp.open({}, { database, through: ({ db }) => interposed(db, [...collections, 'demo', 'notes'], interpose) });

const counts = async () =>
  Object.fromEntries(
    await Promise.all(collections.map(async (name) => [name, await database.db.collection(name).countDocuments()])),
  );
const nothing = Object.fromEntries(collections.map((name) => [name, 0]));
const newest = async (): Promise<Id> =>
  (await new TestBrowser(app).call(listRecentBikes)).answer.data?.items[0]?.id ?? newId();

test('sample rows look like everybody else’s, in the database and in every answer', async () => {
  await fill();
  for (const name of collections)
    expect(await database.db.collection(name).countDocuments({ demo: { $exists: true } })).toBe(0);
  const { answer } = await new TestBrowser(app).call(getBike, { params: { bikeId: await newest() } });
  expect(Object.keys(answer.data ?? {})).not.toContain('demo');
});

test('the community goes with all that was said and liked about it, and members stay', async () => {
  await fill();
  const ana = await app.join('ana');
  const bikeId = await newest();
  await ana.call(likeBike, { params: { bikeId } });
  const anaId = String((await database.db.collection('users').findOne({ username: 'ana' }))?._id);
  await ana.call(addFavorite, { params: { folderId: anaId, bikeId } });
  await ana.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } });
  expect(await app.demo.remove()).toBe(bikeCount);
  expect(await counts()).toEqual({ ...nothing, users: 1 });
  expect(await app.demo.remove()).toBe(0);
});

test('eight bikes of the community have won a week, by the rules for everybody, and none has when it is gone', async () => {
  await fill();
  const won = async () => (await new TestBrowser(app).call(listWinners)).answer.data?.items ?? [];
  expect(new Set((await won()).map(({ won }) => won?.week)).size).toBe(8);
  for (const { won: win } of await won()) expect(win?.votes).toBeGreaterThanOrEqual(3);
  await app.demo.remove();
  expect(await won()).toEqual([]);
  expect(await database.db.collection('winners').countDocuments({ winner: { $exists: true } })).toBe(0);
});

test('a site that was filled when each row carried a mark loses the marks at its start, and its community on demand', async () => {
  await fill();
  const ids = await database.db.collection<Row>('demo').find().toArray();
  for (const { _id, ids: listed } of ids)
    await database.db.collection<Row>(_id).updateMany({ _id: { $in: listed as string[] } }, { $set: { demo: true } });
  await database.db.collection('demo').deleteMany({});
  await database.db.collection<Row>('notes').deleteMany({ _id: 'sample rows are noted' });
  const member = await app.member('ben');
  const newer = await TestApp.open({}, { database });
  for (const name of collections)
    expect(await database.db.collection(name).countDocuments({ demo: { $exists: true } })).toBe(0);
  expect(await newer.demo.remove()).toBe(bikeCount);
  await newer.close();
  expect(await counts()).toEqual({ ...nothing, users: 1 });
  expect(await database.db.collection<Row>('users').findOne({ _id: member.user.id })).toBeTruthy();
});

/** Runs the work in processes that die at their nth command, n growing by `stride`, until one survives. */
async function killedAtEach(work: (app: TestApp) => Promise<unknown>, stride: number): Promise<number> {
  for (let steps = 0; ; steps += stride) {
    let left = Number.POSITIVE_INFINITY;
    let died = false;
    const dying = await processWith(async (_, run) => {
      if (left-- > 0) return run();
      died = true;
      throw new Error('this process is dead');
    });
    left = steps;
    await work(dying).catch(() => undefined);
    await dying.close();
    if (!died) return steps;
  }
}

test('a removal that is killed at any step goes on where it stopped, and leaves nothing', {
  tags: nightly,
}, async () => {
  await fill();
  const ana = await app.join('ana');
  const bikeId = await newest();
  await ana.call(likeBike, { params: { bikeId } });
  await ana.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } });
  expect(await killedAtEach(({ demo }) => demo.remove(), 1)).toBeGreaterThan(6);
  expect(await counts()).toEqual({ ...nothing, users: 1 });
});

test('a filling that is killed starts again and fills the site once', { tags: nightly }, async () => {
  await killedAtEach(({ demo }) => demo.seed(start), 400);
  expect(await counts()).toMatchObject({ users: memberCount, bikes: bikeCount });
  expect(await app.demo.remove()).toBe(bikeCount);
  expect(await counts()).toEqual(nothing);
});
