import { afterAll, beforeAll, expect, test } from 'vitest';
import { noNotice } from '#contract/bike-defaults.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { type BikeCard, listOwnBikes, listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { type Id, newId } from '#contract/ids.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

let app: TestApp;
let watched: WatchedDatabase;
let owner: TestBrowser;
const photos = [newId(), newId()];
const bikeId = newId();
const lists = { listRecentBikes, listPopularBikes, searchBikes, listOwnBikes } as Record<string, Endpoint>;
beforeAll(async () => {
  const through = (database: TestApp['database']) => {
    watched = new WatchedDatabase(database);
    return watched.db;
  };
  app = await TestApp.open({}, { still: true, through });
  owner = await app.join('rider');
  const picture = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  for (const id of photos) await owner.sendPhoto(picture, { id });
});
afterAll(async () => {
  await app.close();
  await watched.close();
});

const save = (ids: Id[]) =>
  owner.call(putBike, { params: { bikeId }, body: bikeWith(ids, { story: 'Long. '.repeat(99) }) });
const cardIn = async (list: Endpoint, at = app) => {
  const { answer } = await owner.with(at).call(list);
  return (answer.data as { items: BikeCard[] }).items.find(({ id }) => id === bikeId);
};

test('every list shows the same card of a bike as its page, with its current first photo', async () => {
  for (const ids of [photos, photos.toReversed()]) {
    await save(ids);
    const bike = (await owner.call(getBike, { params: { bikeId } })).answer.data;
    expect(Object.keys(bike ?? {})).not.toContain('cover');
    for (const [name, list] of Object.entries(lists)) {
      const {
        id,
        slug,
        brand,
        model,
        year,
        nickname,
        category,
        status,
        owner: person,
        counts,
        publishedAt,
      } = bike ?? {};
      const { id: ownerId, username, avatar } = person ?? {};
      const owner = { id: ownerId, username, avatar };
      const fields = { id, slug, brand, model, year, nickname, category, status, owner, counts, publishedAt };
      // Its owner also gets its moderation notice and how complete it is.
      const notice = name === 'listOwnBikes' && { standing: noNotice, complete: 6 };
      expect([name, await cardIn(list)]).toEqual([name, { ...fields, cover: bike?.photos[0], ...notice }]);
    }
    expect((await cardIn(listRecentBikes))?.cover?.id).toBe(ids[0]);
  }
});

test.each(Object.keys(lists))('%s reads only the fields of a bike that its card shows', async (name) => {
  await save(photos);
  const bikes = app.db.collection('bikes');
  const plain = { _id: bikeId as never };
  const call = lists[name] as Endpoint;
  const before = await bytesOf(() => owner.call(call, { query: { limit: 50 } }));
  await bikes.updateOne(plain, { $set: { story: 'x'.repeat(100_000), history: 'x'.repeat(100_000) } });
  const after = await bytesOf(() => owner.call(call, { query: { limit: 49 } }));
  await bikes.updateOne(plain, { $unset: { history: '' } });
  expect(after).toBeLessThan(before + 1000);
});

/** Bytes of bikes that the database returns meanwhile. */
async function bytesOf(work: () => Promise<unknown>): Promise<number> {
  return (await watched.during(work)).bytes;
}

test.each(Object.entries(lists).filter(([, list]) => !list.private))(
  '%s is cached with an ETag until the next write',
  async (_, list) => {
    const path = pathOf(list, {});
    const first = await app.request(path);
    const tag = first.headers.get('etag') ?? '';
    const { commands } = await watched.during(async () => {
      expect((await app.request(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
      expect(await (await app.request(path)).text()).toBe(await first.text());
    });
    expect(commands).toEqual([]);
    await save(photos.toReversed());
    await save(photos);
    // A search reads the candidates, and then the cards of the matches.
    const reads = list === searchBikes ? 2 : 1;
    expect((await watched.during(() => app.request(path))).commands).toEqual(Array(reads).fill('find bikes'));
  },
);

test('a bike stored by an older version has its cover before the first request', async () => {
  await save(photos);
  const bikes = app.db.collection('bikes');
  const old = Array.from({ length: 450 }, (_, n) => ({
    _id: newId() as never,
    photos: n % 2 ? [] : [{ id: `p${n}` }],
  }));
  await bikes.insertMany(old);
  await bikes.updateOne({ _id: bikeId as never }, { $unset: { cover: '' } });
  await app.db.collection('notes').deleteMany({});
  const next = await TestApp.open({}, { still: true, database: app.database });
  expect((await cardIn(listRecentBikes, next))?.cover?.id).toBe(photos[0]);
  const filled = await bikes.find({ _id: { $in: old.map(({ _id }) => _id) } }).toArray();
  for (const { photos: own, cover } of filled) expect(cover).toEqual(own[0] ?? null);
  await bikes.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
  await next.close();
});
