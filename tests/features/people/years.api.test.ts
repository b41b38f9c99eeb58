import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#contract/accounts.ts';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { getMemberYear, type MemberYear } from '#contract/member-year.ts';
import { getPerson } from '#contract/people-page.ts';
import { cardPath, sitemapPartPath } from '#contract/sharing.ts';
import { userYearPage } from '#contract/user-page.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

let app: TestApp;
/** The server's clock, in milliseconds. */
let now = Date.now();
const thisYear = new Date(now).getUTCFullYear();
let ana: TestBrowser;
let anaId: Id;
let photo: Id;
const ben = newId();
beforeAll(async () => {
  app = await TestApp.open({}, { now: () => new Date(now), still: true });
  const member = await app.member('ana');
  [ana, anaId] = [member.browser, member.user.id];
  photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
});
afterAll(() => app.close());

const bikes = () => app.db.collection<{ _id: string }>('bikes');
const publish = async (model: string, at: string, more: Record<string, unknown> = {}): Promise<Id> => {
  const bikeId = newId();
  const { answer } = await ana.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model }) });
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  await bikes().updateOne({ _id: bikeId }, { $set: { publishedAt: new Date(at), ...more } });
  return bikeId;
};
/** Likes of a bike at these times, each by another member. */
const like = (bikeId: Id, ...times: string[]) =>
  app.db
    .collection<{ _id: string }>('likes')
    .insertMany(
      times
        .map((at) => ({ bikeId, userId: newId(), at: new Date(at) }))
        .map((row) => ({ _id: `${bikeId}:${row.userId}`, ...row })),
    );
const ask = async (year: number | string, userId = anaId) => {
  const { status, answer } = await new TestBrowser(app).call(getMemberYear, {
    params: { userId, year: String(year) },
  });
  return { status, data: answer.data as MemberYear, code: answer.error?.code };
};
const yearsOf = async () =>
  (await new TestBrowser(app).call(getPerson, { params: { userId: anaId } })).answer.data?.years;

test('a year has the bikes, likes and wins between its first and its last moment in UTC, and nothing of what is withheld', async () => {
  expect([await yearsOf(), (await ask(thisYear)).status]).toEqual([[], 404]);
  const old = await publish('Old', '2023-12-31T23:59:59Z');
  const first = await publish('First', '2024-01-01T00:00:00Z');
  const won = { week: '2024-W09', votes: 3, at: new Date('2024-03-04') };
  const second = await publish('Second', '2024-02-02T00:00:00Z', { won });
  const likes = ['2023-12-31T23:59:59Z', '2024-01-01T00:00:00Z', '2024-12-31T23:59:59Z', '2025-01-01T00:00:00Z'];
  await like(old, ...likes);
  await like(first, '2024-05-05T00:00:00Z');
  await like(second, '2024-05-05T00:00:00Z', `${thisYear}-01-01T00:00:00Z`);
  for (const status of ['Draft', 'Flagged', 'Removed', 'Deleted']) {
    const withheld = await publish(status, '2024-03-03T00:00:00Z', { status, won: { ...won, week: '2024-W10' } });
    await like(withheld, '2024-05-05T00:00:00Z', '2024-05-06T00:00:00Z', '2024-05-07T00:00:00Z');
  }
  // A like that was taken back, but is not counted off yet.
  const gone = { _id: `${first}:${ben}`, bikeId: first, userId: ben, at: new Date('2024-06-06') };
  await app.db
    .collection<{ _id: string }>('likes')
    .insertOne({ ...gone, change: { bikeId: first, op: newId(), by: -1 } } as never);
  const { status, data } = await ask(2024);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    ...{ id: anaId, username: 'ana', year: 2024, years: [thisYear, 2025, 2024, 2023] },
    ...{ bikes: 2, likes: { count: 4, isMore: false }, mostLiked: { bike: { model: 'Old' }, likes: 2 } },
  });
  expect([data.published, data.won].map((all) => all.map(({ model }) => model))).toEqual([
    ['First', 'Second'],
    ['Second'],
  ]);
  expect(await yearsOf()).toEqual(data.years);
  // Likes alone make a year.
  expect((await ask(2025)).data).toMatchObject({ bikes: 0, published: [], won: [], likes: { count: 1 } });
  for (const year of [2022, thisYear + 1, '2024.5', '0', 'x', '20240'])
    expect([year, (await ask(year)).code]).toEqual([year, 'not_found']);
});

test('a like shows in its year, and a bike that is removed takes its likes along', async () => {
  const rider = await app.join('rider');
  const bikeId = await publish('Fresh', `${thisYear}-01-01T00:00:00Z`);
  const { data: before } = await ask(thisYear);
  await rider.call(likeBike, { params: { bikeId } });
  await app.idle();
  // Counters in cached responses may be some seconds old.
  now += 4_000;
  const { data: after } = await ask(thisYear);
  expect([before.likes.count, after.likes.count]).toEqual([1, 2]);
  expect(after.card).not.toBe(before.card);
  await ana.call(deleteBike, { params: { bikeId } });
  expect((await ask(thisYear)).data).toMatchObject({ bikes: 0, likes: { count: 1 } });
});

test('more likes than are counted are said to be more, without a wrong number for a bike', async () => {
  const [many, few] = [await publish('Many', '2019-01-01T00:00:00Z'), await publish('Few', '2019-01-02T00:00:00Z')];
  await like(few, '2019-02-02T00:00:00Z');
  await like(many, ...Array.from({ length: 999 }, () => '2019-02-02T00:00:00Z'));
  // Exactly as many as are counted are not "more".
  expect((await ask(2019)).data).toMatchObject({ likes: { count: 1000, isMore: false } });
  await like(many, '2019-02-02T00:00:00Z');
  await bikes().updateOne({ _id: many }, { $set: { 'counts.likes': 1000 } });
  expect((await ask(2019)).data).toMatchObject({
    likes: { count: 1000, isMore: true },
    mostLiked: { bike: { model: 'Many' }, likes: null },
  });
  await bikes().deleteMany({ _id: { $in: [many, few] } });
});

test('the share card is a picture of its version, in each language, and another version leads to it', async () => {
  const { data } = await ask(2024);
  const id = `${anaId}-2024`;
  for (const language of ['en', 'de', 'ja', 'ar'] as const) {
    const answer = await app.request(cardPath('years', id, data.card, language));
    expect([language, answer.status, answer.headers.get('cache-control')]).toEqual([
      ...[language, 200],
      'public, max-age=31536000, immutable',
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  }
  const old = await app.request(cardPath('years', id, 'abc123'));
  expect([old.status, old.headers.get('location')]).toEqual([302, cardPath('years', id, data.card)]);
  for (const path of [
    cardPath('years', `${anaId}-2022`, data.card),
    cardPath('years', anaId, data.card),
    cardPath('constructor', id, data.card),
  ])
    expect([path, (await app.request(path)).status]).toEqual([path, 404]);
});

test('the sitemap lists the years in which a member published, and no others', async () => {
  const text = await (await app.request(sitemapPartPath(1, 'years'))).text();
  const listed = [2023, 2024, 2025, thisYear].filter((year) =>
    text.includes(`<loc>http://localhost${userYearPage(anaId, 'ana', year)}</loc>`),
  );
  expect(listed).toEqual([2023, 2024]);
});

test('a member who is gone has no years and no card', async () => {
  const { data } = await ask(2024);
  const card = cardPath('years', `${anaId}-2024`, data.card);
  const setStatus = (status: string) => app.db.collection('users').updateOne({ username: 'ana' }, { $set: { status } });
  for (const [status, expected] of Object.entries({ Banned: 410, Deleted: 410, Unconfirmed: 404, Active: 200 })) {
    await setStatus(status);
    expect([status, (await ask(2024)).status, (await app.request(card)).status]).toEqual([status, expected, expected]);
  }
  expect((await ask(2024, newId())).status).toBe(404);
  await ana.call(deleteAccount, { body: { username: 'ana' } });
  await app.idle();
  expect([(await ask(2024)).status, (await app.request(card)).status]).toEqual([410, 410]);
});
