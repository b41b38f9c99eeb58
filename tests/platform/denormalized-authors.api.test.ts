import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PeopleStore } from '#api/features/accounts/accounts.people.store.ts';
import { BikeAuthors } from '#api/features/bikes/bikes.authors.store.ts';
import { CommentAuthors } from '#api/features/comments/comments.authors.store.ts';
import { login } from '#contract/accounts.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment, deleteComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import type { Person } from '#contract/people.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { rename } from '#tests/kit/rename.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

type Row = { _id: string } & Record<string, unknown>;
const job = 'copies of members';
const minute = 60_000;

let app: TestApp;
let ben: TestBrowser;
let bensBike: Id;
let photo: Buffer;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open();
  photo = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  ben = await app.join('ben');
  bensBike = (await bikeOf(ben)).id;
});
// Finishes other tests' members first; sign-ups from one network are limited.
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 61 * minute);
  await app.runJob(job);
  ben = await again('ben');
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

async function again(name: string): Promise<TestBrowser> {
  const browser = new TestBrowser(app);
  await browser.call(login, { body: { identifier: name, password: goodPassword } });
  return browser;
}
async function bikeOf(browser: TestBrowser, key: Id = newId()) {
  const [id, photoId] = [newId(), newId()];
  await browser.sendPhoto(photo, { id: photoId });
  const body = bikeWith([photoId]);
  await browser.call(putBike, { params: { bikeId: id }, body, key });
  return { id, again: () => browser.call(putBike, { params: { bikeId: id }, body, key }) };
}
const say = (browser: TestBrowser, bikeId: Id, id: Id = newId()) =>
  browser.call(addComment, { params: { bikeId }, body: { id, text: 'Nice rack.' }, key: id });

/** Creates a member with many rows in every collection. */
async function busyMember(name: string) {
  const { browser, user } = await app.member(name);
  const bike = await bikeOf(browser);
  const gone = await bikeOf(browser);
  await browser.call(deleteBike, { params: { bikeId: gone.id } });
  await browser.call(likeBike, { params: { bikeId: bensBike } });
  const [active, deleted] = [newId(), newId()];
  for (const id of [active, deleted]) await say(browser, bensBike, id);
  await browser.call(deleteComment, { params: { commentId: deleted } });
  await many('comments', active, 2_300, 'addedAt');
  await many('bikes', bike.id, 450, 'publishedAt');
  return { browser, user, bike, comment: active };
}
/** Inserts copies of a document, several with the same time. */
async function many(collection: string, of: Id, count: number, at: string): Promise<void> {
  const rows = app.db.collection<Row>(collection);
  const one = await rows.findOne({ _id: of });
  const copies = Array.from({ length: count }, (_, i) => {
    const time = new Date((one?.[at] as Date).getTime() - Math.floor(i / 7));
    return { ...one, _id: newId(), [at]: time };
  });
  await rows.insertMany(copies);
}

/** Counts the documents that contain a name, by collection. */
async function mentions(name: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name: collection } of await app.db.listCollections().toArray()) {
    for await (const row of app.db.collection(collection).find())
      if (new RegExp(`\\\\?"${name}\\\\?"`).test(JSON.stringify(row))) found[collection] = (found[collection] ?? 0) + 1;
  }
  return found;
}
async function change(user: Person, username: string): Promise<void> {
  await rename(app.db, user.id, username);
  await new PeopleStore(app.db).setAvatar(user.id, `/images/users/${username}.webp`, new Date());
}
const isDue = async (user: Person) =>
  (await app.db.collection<Row>('users').findOne({ _id: user.id, copies: { $exists: true } })) !== null;

test('an old name is only held for its member', async () => {
  const { browser, user, bike, comment } = await busyMember('anabel');
  expect(await mentions('anabel')).toEqual({ users: 1, bikes: 452, comments: 2302, receipts: 2 });
  await change(user, 'lotte');
  await app.runJob(job);
  expect(await mentions('anabel')).toEqual({ users: 1 });
  expect(await mentions('ben')).toMatchObject({ users: 1, bikes: 1 });

  const lotte = { id: user.id, username: 'lotte', avatar: '/images/users/lotte.webp' };
  expect((await ben.call(getBike, { params: { bikeId: bike.id } })).answer.data?.owner).toMatchObject(lotte);
  const thread = await ben.call(listComments, { params: { bikeId: bensBike } });
  expect(thread.answer.data?.items[0]?.author).toEqual(lotte);
  const found = async (keywords: string) =>
    (await ben.call(searchBikes, { query: { keywords } })).answer.data?.items.length;
  expect([await found('lotte'), await found('anabel')]).toEqual([24, 0]);

  const replayed = await bike.again();
  expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  expect(replayed.answer.data?.owner).toEqual(lotte);
  expect((await say(browser, bensBike, comment)).answer.data?.author).toEqual(lotte);
});

test('rows that an earlier request writes after the change are updated, too', async () => {
  const { browser, user } = await app.member('carla');
  await say(browser, bensBike);
  await change(user, 'dora');
  await app.runJob(job);
  const late = { _id: newId(), bikeId: bensBike, author: user, text: 'Late.', status: 'Active', addedAt: new Date() };
  await app.db.collection<Row>('comments').insertOne({ ...late, editedAt: null });
  expect(await mentions('carla')).toEqual({ comments: 1, users: 1 });
  vi.setSystemTime(Date.now() + 11 * minute);
  await app.runJob(job);
  expect(await mentions('carla')).toEqual({ users: 1 });
  expect(await isDue(user)).toBe(true);
  await app.runJob(job);
  expect(await isDue(user)).toBe(false);
});

test('a name changed again during the update ends as the last one', async () => {
  const { browser, user } = await app.member('emil');
  await bikeOf(browser);
  await change(user, 'fritz');
  await app.runJob(job);
  await change(user, 'gustav');
  vi.setSystemTime(Date.now() + 1);
  await app.runJob(job);
  expect([await mentions('emil'), await mentions('fritz')]).toEqual([{ users: 1 }, { users: 1 }]);
  expect(Object.keys(await mentions('gustav')).sort()).toEqual(['bikes', 'users']);
});

test('a server killed at any step leaves nothing that the next one does not update', async () => {
  const { browser, user } = await app.member('hanna');
  await bikeOf(browser);
  await say(browser, bensBike);
  let steps = 0;
  for (let died = true; died; steps++) {
    const [from, to] = steps % 2 ? ['ida', 'hanna'] : ['hanna', 'ida'];
    await change(user, to);
    vi.setSystemTime(Date.now() + 1000);
    let left = Number.POSITIVE_INFINITY;
    died = false;
    const dying = await TestApp.open(
      {},
      {
        database: app.database,
        through: ({ db }) =>
          interposed(db, ['users', 'bikes', 'comments', 'receipts'], async (_, run) => {
            if (left-- > 0) return run();
            died = true;
            throw new Error('this process is dead');
          }),
      },
    );
    left = steps;
    await dying.runJob(job).catch(() => undefined);
    await dying.close();
    expect(await isDue(user)).toBe(true);
    await app.runJob(job);
    expect(await mentions(from), `step ${steps}`).toEqual({ users: 1 });
  }
  expect(steps).toBeGreaterThan(6);
});

test('denormalized authors are found by an index, and a batch reads only its own rows', async () => {
  const { user } = await busyMember('jana');
  const watched = new WatchedDatabase(app.database);
  const sizes: number[] = [];
  for (const copies of [
    new BikeAuthors(watched.db, { placesOf: async () => new Map() }),
    new CommentAuthors(watched.db),
  ]) {
    const { documents } = await watched.during(() => copies.update(user));
    sizes.push(documents);
  }
  await watched.close();
  expect(sizes).toEqual([201, 1001]);
  const plans = [
    app.db.collection('bikes').find({ 'owner.id': user.id }).sort({ publishedAt: -1, _id: -1 }),
    app.db.collection('comments').find({ 'author.id': user.id }).sort({ addedAt: -1, _id: -1 }),
    app.db
      .collection('users')
      .find({ 'copies.at': { $lte: new Date() } })
      .sort({ 'copies.at': 1 }),
  ];
  for (const plan of plans) {
    const { totalDocsExamined } = (await plan.limit(5).explain('executionStats')).executionStats;
    expect(totalDocsExamined).toBeLessThanOrEqual(5);
  }
});
