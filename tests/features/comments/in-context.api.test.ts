import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommentPage, type CommentQuery, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { commentRows } from '#tests/kit/comments.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

const count = 230;
let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let visitor: TestBrowser;
let bikeId: Id;
/** Oldest first, several with the same time. */
let ids: Id[];
beforeAll(async () => {
  database = await TestDatabase.open();
  watched = new WatchedDatabase(database);
  app = await TestApp.open({}, { database, still: true, through: () => watched.db });
  visitor = new TestBrowser(app);
  bikeId = (await strangeBike(app.db, 'Straggler')).id;
  const rows = commentRows(bikeId, count, (n) => Math.floor(n / 3) * 60_000);
  ids = rows.map(({ _id }) => _id);
  await app.db.collection<(typeof rows)[number]>('comments').insertMany(rows);
});
afterAll(async () => {
  await app.close();
  await watched.close();
  await database.close();
});

const answer = (query: CommentQuery, of = bikeId) => visitor.call(listComments, { params: { bikeId: of }, query });
async function pageOf(query: CommentQuery): Promise<CommentPage> {
  const { answer: reply } = await answer(query);
  if (!reply.successful) throw new Error(reply.error?.code);
  return reply.data;
}
const placesOf = ({ items }: CommentPage) => items.map(({ id }) => ids.indexOf(id));

test('a comment is returned with its neighbors, and the list continues in both directions without a gap', async () => {
  const named = 60;
  const page = await pageOf({ around: ids[named] });
  expect(placesOf(page)).toEqual(Array.from({ length: 50 }, (_, i) => named + 25 - i));
  const seen = placesOf(page);
  for (let next = page.next; next; ) {
    const older = await pageOf({ cursor: next });
    seen.push(...placesOf(older));
    next = older.next;
  }
  for (let newer = page.newer; newer; ) {
    const above = await pageOf({ newer });
    seen.unshift(...placesOf(above));
    newer = above.newer;
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, i) => count - 1 - i));
});

test('the oldest and the newest comment have fewer neighbors', async () => {
  const oldest = await pageOf({ around: ids[0] });
  expect([placesOf(oldest).at(-1), oldest.items.length, oldest.next]).toEqual([0, 26, null]);
  const newest = await pageOf({ around: ids[count - 1] });
  expect([placesOf(newest)[0], newest.items.length, newest.newer]).toEqual([count - 1, 25, null]);
});

test('it is read by its key along an index, however old it is', async () => {
  for (const place of [5, 100, 225]) {
    const { commands } = await watched.during(() => pageOf({ around: ids[place] }));
    expect(commands).toEqual(['find bikes', 'find comments', 'find comments', 'find comments']);
  }
});

test('a deleted comment is returned without text, and one of another bike is not found', async () => {
  const deleted = ids[30] as Id;
  const last = ids[count - 1] as Id;
  const comments = app.db.collection<{ _id: Id; status: string }>('comments');
  await comments.updateMany({ _id: { $in: [deleted, last] } }, { $set: { status: 'Deleted' } });
  for (const id of [deleted, last])
    expect((await pageOf({ around: id, limit: 40 })).items.find((one) => one.id === id)).toMatchObject({
      status: 'Deleted',
      text: '',
    });
  const other = (await strangeBike(app.db, 'Ogre')).id;
  const missing = { status: 404, answer: { error: { code: 'not_found' } } };
  expect(await answer({ around: newId() })).toMatchObject(missing);
  expect(await answer({ around: deleted }, other)).toMatchObject(missing);
});
