import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { getBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { blockMember } from '#contract/blocks.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, listLikers, unlikeBike } from '#contract/likes.ts';
import { getViewerState } from '#contract/viewer-state.ts';
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
  expect((await ben.call(getViewerState, { params: { bikeId } })).answer.data).toMatchObject({ liked: true });
});

test('a repeated unlike counts once', async () => {
  await ben.call(likeBike, { params: { bikeId } });
  for (let i = 0; i < 2; i++) {
    expect((await ben.call(unlikeBike, { params: { bikeId } })).answer.data).toEqual({ liked: false, likes: 0 });
  }
  expect(await likes()).toBe(0);
});

test('concurrent likes are all counted, and raise the rank', async () => {
  const rank = async () => {
    await app.idle();
    return (await app.db.collection('bikes').findOne({ _id: bikeId as never }))?.hotRank as number;
  };
  const before = await rank();
  const people = await Promise.all(['cleo', 'dag', 'edda', 'finn'].map((name) => app.join(name)));
  await Promise.all(
    people.flatMap((one) => [one.call(likeBike, { params: { bikeId } }), one.call(likeBike, { params: { bikeId } })]),
  );
  expect(await likes()).toBe(people.length);
  expect(await rank()).toBeGreaterThan(before);
});

test('an answered like is on the page of the bike and in its alerts at once, before the next batch is counted', async () => {
  const liked = await publishBike(ana);
  const seen = async () => {
    const { answer } = await ana.call(pollAlerts);
    return answer.data?.items.find((alert) => alert.bikeId === liked)?.actors.map(({ username }) => username);
  };
  const shown = async () => (await ana.call(getBike, { params: { bikeId: liked } })).answer.data?.counts.likes;
  expect([await shown(), await seen()]).toEqual([0, undefined]);
  await ben.call(likeBike, { params: { bikeId: liked } });
  expect([await shown(), await seen()]).toEqual([1, ['ben']]);
  await ben.call(unlikeBike, { params: { bikeId: liked } });
  expect([await seen(), await shown()]).toEqual([undefined, 0]);
});

test('concurrent likes of one bike are answered with a count each that includes it and those before', async () => {
  const liked = await publishBike(ana);
  const names = ['nina', 'otto', 'pia', 'quin', 'rosa'];
  const fans = await Promise.all(names.map((name) => app.join(name)));
  const counts = async (call: typeof likeBike | typeof unlikeBike) => {
    const answers = await Promise.all(fans.map((fan) => fan.call(call, { params: { bikeId: liked } })));
    return answers.map(({ answer }) => answer.data?.likes).toSorted();
  };
  for (let round = 0; round < 3; round++) {
    expect(await counts(likeBike)).toEqual([1, 2, 3, 4, 5]);
    await app.idle();
    expect(await counts(unlikeBike)).toEqual([0, 1, 2, 3, 4]);
    await app.idle();
  }
});

test('likes that are undone at once, by some of many members, leave the likes of the others', async () => {
  const liked = await publishBike(ana);
  const names = ['sven', 'tina', 'uwe', 'vera', 'willi', 'xenia'];
  const fans = await Promise.all(names.map((name) => app.join(name)));
  const once = async (fan: TestBrowser, i: number) => {
    const of = { params: { bikeId: liked } };
    for (let round = 0; round < 5; round++) {
      expect((await fan.call(likeBike, of)).answer.data).toMatchObject({ liked: true });
      if (round === 4 && i % 2 === 0) return;
      expect((await fan.call(unlikeBike, of)).answer.data).toMatchObject({ liked: false });
    }
  };
  await Promise.all(fans.map(once));
  const { answer } = await ana.call(getBike, { params: { bikeId: liked } });
  expect(answer.data?.counts.likes).toBe(3);
  const left = await app.db.collection('likes').find({ bikeId: liked }).toArray();
  expect(left.map(({ change }) => change)).toEqual([undefined, undefined, undefined]);
  const alert = (await ana.call(pollAlerts)).answer.data?.items.find(({ bikeId: of }) => of === liked);
  expect(alert?.actors.map(({ username }) => username).toSorted()).toEqual(['sven', 'uwe', 'willi']);
});

test('a bike that is deleted right after a like leaves no alert', async () => {
  const liked = await publishBike(ana);
  await ben.call(likeBike, { params: { bikeId: liked } });
  await ana.call(deleteBike, { params: { bikeId: liked } });
  await app.idle();
  const alerts = app.db.collection('alerts').find({ bikeId: liked, userId: { $exists: true } });
  expect(await alerts.toArray()).toEqual([]);
});

test('a member cannot like their own bike or a missing one, and a visitor none', async () => {
  expect(await ana.call(likeBike, { params: { bikeId } })).toMatchObject({
    status: 403,
    answer: { error: { code: 'like.own' } },
  });
  expect((await ben.call(likeBike, { params: { bikeId: newId() } })).status).toBe(404);
  expect((await ben.call(likeBike, { params: { bikeId: 'x' } })).status).toBe(404);
  expect((await new TestBrowser(app).call(likeBike, { params: { bikeId } })).status).toBe(401);
});

test('the members who like a bike are listed, newest first, a page at a time, unless the bike is unavailable', async () => {
  const liked = await publishBike(ana);
  const names = ['gert', 'hana', 'ivo'];
  for (const name of names) await (await app.join(name)).call(likeBike, { params: { bikeId: liked } });
  const visitor = new TestBrowser(app);
  const list = async (query = {}) => {
    const { answer } = await visitor.call(listLikers, { params: { bikeId: liked }, query });
    return { names: answer.data?.items.map(({ username }) => username), next: answer.data?.next };
  };
  expect(await list()).toEqual({ names: names.toReversed(), next: null });
  const first = await list({ limit: 2 });
  expect([first.names, (await list({ limit: 2, cursor: first.next })).names]).toEqual([['ivo', 'hana'], ['gert']]);
  await ben.call(likeBike, { params: { bikeId: liked } });
  await ben.call(unlikeBike, { params: { bikeId: liked } });
  expect((await list()).names).not.toContain('ben');
  await app.db.collection('bikes').updateOne({ _id: liked as never }, { $set: { status: 'Draft' } });
  const away = await new TestBrowser(app).call(listLikers, { params: { bikeId: liked }, query: { limit: 3 } });
  expect(away.status).toBe(404);
});

test('likes of deleted and banned members are not shown, and nobody likes a bike of a blocked member', async () => {
  const liked = await publishBike(ana);
  const names = ['jana', 'kurt', 'lena', 'mona'];
  for (const name of names) await (await app.join(name)).call(likeBike, { params: { bikeId: liked } });
  const likers = async () => {
    const { answer } = await new TestBrowser(app).call(listLikers, { params: { bikeId: liked } });
    return answer.data?.items.map(({ username }) => username);
  };
  expect(await likers()).toEqual(names.toReversed());
  const put = (username: string, status: string) =>
    app.db.collection('users').updateOne({ username }, { $set: { status } });
  await put('jana', 'Deleted');
  await put('kurt', 'Banned');
  await put('lena', 'Suspended');
  expect(await likers()).toEqual(['mona', 'lena']);
  const mona = await app.db.collection('users').findOne({ username: 'mona' });
  await ana.call(blockMember, { params: { userId: String(mona?._id) } });
  await app.idle();
  expect(await likers()).toEqual(['lena']);
});
