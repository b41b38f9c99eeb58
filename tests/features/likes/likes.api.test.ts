import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { viewerMarks } from '#contract/marks.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';

let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
let bikeId: Id;
beforeAll(async () => {
  app = await TestApp.open();
  [ana, ben] = await Promise.all([app.join('ana'), app.join('ben')]);
  bikeId = await publishBike(ana);
});
afterAll(() => app.close());

const likes = async () => (await ben.call(getBike, { params: { bikeId } })).answer.data?.counts.likes;

test('a like counts once however often it is sent', async () => {
  for (let i = 0; i < 3; i++) {
    expect((await ben.call(likeBike, { params: { bikeId } })).answer.data).toEqual({ liked: true, likes: 1 });
  }
  expect(await likes()).toBe(1);
  expect((await ben.call(viewerMarks, { params: { bikeId } })).answer.data).toMatchObject({ liked: true });
});

test('taking it back twice takes it back once', async () => {
  await ben.call(likeBike, { params: { bikeId } });
  for (let i = 0; i < 2; i++) {
    expect((await ben.call(unlikeBike, { params: { bikeId } })).answer.data).toEqual({ liked: false, likes: 0 });
  }
  expect(await likes()).toBe(0);
});

test('likes at the same time are all counted, and raise the rank', async () => {
  const rank = async () => (await app.db.collection('bikes').findOne({ _id: bikeId as never }))?.hotRank as number;
  const before = await rank();
  const people = await Promise.all(['cleo', 'dag', 'edda', 'finn'].map((name) => app.join(name)));
  await Promise.all(
    people.flatMap((one) => [one.call(likeBike, { params: { bikeId } }), one.call(likeBike, { params: { bikeId } })]),
  );
  expect(await likes()).toBe(people.length);
  expect(await rank()).toBeGreaterThan(before);
});

test('one cannot like an own bike, a missing one, or as a visitor', async () => {
  expect(await ana.call(likeBike, { params: { bikeId } })).toMatchObject({
    status: 403,
    answer: { error: { code: 'like.own' } },
  });
  expect((await ben.call(likeBike, { params: { bikeId: newId() } })).status).toBe(404);
  expect((await ben.call(likeBike, { params: { bikeId: 'x' } })).status).toBe(404);
  expect((await new TestBrowser(app).call(likeBike, { params: { bikeId } })).status).toBe(401);
});
