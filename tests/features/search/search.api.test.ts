import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeBikeStatus } from '#contract/bike-status.ts';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { pathOf } from '#contract/endpoint.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { judgeBike } from '#contract/moderation.ts';
import { searchBikes, suggestSearches } from '#contract/search/calls.ts';
import { searchSorts } from '#contract/search/query.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

let app: TestApp;
let ana: TestBrowser;
let bruno: TestBrowser;
let photo: Buffer;
beforeAll(async () => {
  photo = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
});

async function publish(owner: TestBrowser, more: Record<string, unknown>, bikeId: Id = newId()): Promise<Id> {
  const photoId = newId();
  await owner.sendPhoto(photo, { id: photoId });
  const { status } = await owner.call(putBike, { params: { bikeId }, body: bikeWith([photoId], more) });
  expect(status).toBe(200);
  return bikeId;
}
const search = async (query: Record<string, string | string[]>) => {
  const { status, answer } = await ana.call(searchBikes, { query });
  expect(status).toBe(200);
  return answer.data ?? expect.fail('no answer');
};
const idsOf = async (query: Record<string, string | string[]>) => (await search(query)).items.map(({ id }) => id);
const suggest = async (q: string) => (await ana.call(suggestSearches, { query: { q } })).answer.data;

describe.each(['along the indexes of the database', 'in memory'])('a search %s', (way) => {
  const isInMemory = way === 'in memory';
  let ids: Record<'koga' | 'roadmachine' | 'ogre' | 'fixed', Id>;
  beforeAll(async () => {
    app = await TestApp.open({}, { still: true });
    ana = await app.join('ana');
    bruno = await app.join('bruno');
    if (isInMemory) await app.runJob('bikes in memory');
    ids = {
      koga: await publish(ana, {
        brandId: 'koga',
        model: 'World Traveller',
        category: 'Touring',
        frameMaterial: 'Aluminum',
      }),
      roadmachine: await publish(ana, {
        brandId: 'bmc',
        model: 'Roadmachine 01',
        category: 'Road',
        frameMaterial: 'Carbon',
        colors: ['Red'],
      }),
      ogre: await publish(bruno, {
        model: 'Ogre',
        category: 'Touring',
        frameMaterial: 'Steel',
        colors: ['Red', 'Black'],
        year: 1999,
      }),
      fixed: await publish(bruno, {
        brandId: 'Other',
        brandOther: 'Ŝtalo & Ko',
        model: 'Piŝto',
        category: 'Track',
        drivetrain: 'Fixed Gear',
        rearGear: 'Single-Speed',
        year: null,
      }),
    };
  });

  afterAll(() => app.close());

  test('finds by brand, model, kind, part, owner and common names', async () => {
    const found = async (keywords: string) => (await idsOf({ keywords }))[0];
    expect(await found('koga')).toBe(ids.koga);
    expect(await found('roadmach')).toBe(ids.roadmachine);
    expect(await found('KÓGA world')).toBe(ids.koga);
    expect(await found('fixie')).toBe(ids.fixed);
    expect(await found('stalo')).toBe(ids.fixed);
    expect(await found('pisto bruno')).toBe(ids.fixed);
    expect(await found('aluminium touring')).toBe(ids.koga);
    expect((await idsOf({ keywords: 'bruno' })).sort()).toEqual([ids.ogre, ids.fixed].sort());
  });

  test('corrects misspelled words', async () => {
    // The memory index knows words as soon as it has their bikes.
    if (!isInMemory) await app.runJob('words of bikes');
    const { items, corrected } = await search({ keywords: 'rodmachine' });
    expect(items.map(({ id }) => id)).toEqual([ids.roadmachine]);
    expect(corrected).toEqual([{ typed: 'rodmachine', read: 'roadmachine' }]);
  });

  test('counts all unlisted makers as one, without their names', async () => {
    const { facets } = await search({});
    const brands = facets.find(({ name }) => name === 'brand')?.values;
    expect(brands).toContainEqual(expect.objectContaining({ value: 'Other', label: 'Other', count: 1 }));
    expect(brands).toContainEqual(expect.objectContaining({ value: 'koga', label: 'Koga', count: 1 }));
  });

  test("matches any of the values of a facet and all of the facets, and ignores a facet's own selection in its counts", async () => {
    const { items, total, facets } = await search({ category: ['Touring', 'Road'], color: 'Red' });
    expect(items.map(({ id }) => id).sort()).toEqual([ids.roadmachine, ids.ogre].sort());
    expect(total).toEqual({ count: 2, atLeast: false });
    const of = (name: string) =>
      facets.find((one) => one.name === name)?.values.map(({ value, count }) => [value, count]);
    expect(of('category')).toEqual([
      ['Road', 1],
      ['Touring', 1],
    ]);
    expect(of('color')).toEqual([
      ['Black', 1],
      ['Red', 2],
    ]);
    expect(of('brand')).toEqual(
      expect.arrayContaining([
        ['bmc', 1],
        ['surly', 1],
      ]),
    );
    expect(
      facets
        .find(({ name }) => name === 'brand')
        ?.values.map(({ label }) => label)
        .sort(),
    ).toEqual(['BMC', 'Surly']);
  });

  test('filters by years, and reports ignored values', async () => {
    expect(await idsOf({ yearTo: '2000' })).toEqual([ids.ogre]);
    const { items, ignored, years } = await search({ yearFrom: '1999', yearTo: '1990', category: 'Boat' });
    expect(items.map(({ id }) => id)).toEqual([ids.ogre]);
    expect(ignored).toEqual([{ name: 'category', value: 'Boat' }]);
    expect(years).toEqual({ from: 1999, to: 2021 });
  });

  test('drops the least important word where too few match all, and says which', async () => {
    // More bikes are red than have the word in their name.
    const red = await search({ keywords: 'red koga' });
    expect([red.items.map(({ id }) => id), red.dropped]).toEqual([[ids.koga], 'red']);
    const { items, dropped } = await search({ keywords: 'touring rohloff' });
    expect(dropped).toBe('rohloff');
    expect(items.map(({ id }) => id).sort()).toEqual([ids.koga, ids.ogre].sort());
  });

  test('without results says how many there would be otherwise', async () => {
    const { items, total, waysOut } = await search({ keywords: 'ogre', category: 'Road', frameMaterial: 'Carbon' });
    expect(items).toEqual([]);
    expect(total).toEqual({ count: 0, atLeast: false });
    expect(waysOut).toEqual([{ name: 'keywords', value: 'ogre', count: 1, atLeast: false }]);
    const { waysOut: ways } = await search({ keywords: 'ogre', category: 'Road' });
    expect(ways).toContainEqual({ name: 'category', value: 'Road', count: 1, atLeast: false });
  });

  test('pages in each order without a repetition or a gap', async () => {
    for (const sort of searchSorts)
      for (const keywords of ['', 'bruno', 'touring', 'r']) {
        const all = await idsOf({ sort, keywords });
        const paged: string[] = [];
        let cursor = '';
        do {
          const page = await search({ sort, keywords, cursor, limit: '1' });
          paged.push(...page.items.map(({ id }) => id));
          cursor = page.next ?? '';
        } while (cursor);
        expect([sort, keywords, paged]).toEqual([sort, keywords, all]);
      }
  });

  test('sorts popular bikes by likes, and an undone like does not count', async () => {
    await bruno.call(likeBike, { params: { bikeId: ids.koga } });
    await app.idle();
    expect((await idsOf({ sort: 'Popular' }))[0]).toBe(ids.koga);
    expect((await idsOf({ sort: 'Newest' }))[0]).toBe(ids.fixed);
    expect((await idsOf({ sort: 'Oldest' }))[0]).toBe(ids.koga);
  });

  test('suggests existing makers, models and members', async () => {
    await app.runJob('words of bikes');
    expect(await suggest('kog')).toMatchObject({ brands: [{ id: 'koga', name: 'Koga' }] });
    expect((await suggest('roadm'))?.models).toEqual([{ id: 'bmc', brand: 'BMC', model: 'Roadmachine 01' }]);
    expect((await suggest('koga wor'))?.models).toEqual([{ id: 'koga', brand: 'Koga', model: 'World Traveller' }]);
    expect((await suggest('BRU'))?.members.map(({ username }) => username)).toEqual(['bruno']);
    expect(await suggest(' ')).toEqual({ brands: [], models: [], members: [] });
    expect(await suggest('trek')).toEqual({ brands: [], models: [], members: [] });
    expect(await suggest('.*+?^{}$()|[]\\ $gt')).toMatchObject({ brands: [], models: [] });
  });

  test("follows an owner's edits, and drops deleted bikes at once", async () => {
    const id = await publish(ana, { brandId: 'moots', model: 'Routt' });
    expect(await idsOf({ keywords: 'moots' })).toEqual([id]);
    await publish(ana, { brandId: 'moots', model: 'Vamoots' }, id);
    expect(await idsOf({ keywords: 'routt' })).toEqual([]);
    expect(await idsOf({ keywords: 'vamoots' })).toEqual([id]);
    expect(await idsOf({ keywords: 'vamo' })).toEqual([id]);
    await app.runJob('words of bikes');
    expect((await suggest('vam'))?.models).toHaveLength(1);
    await ana.call(deleteBike, { params: { bikeId: id } });
    expect(await idsOf({ keywords: 'vamoots' })).toEqual([]);
    expect((await suggest('vam'))?.models).toEqual([]);
    expect((await suggest('moots'))?.brands).toEqual([]);
  });

  test('suggests no name from the edit on that takes it away, and none of an unpublished bike', async () => {
    const bikeId = await publish(ana, { brandId: 'moots', model: 'Routt' });
    await app.runJob('words of bikes');
    const suggested = async (q: string) => (await suggest(q))?.models.map(({ model }) => model);
    expect(await suggested('moots')).toEqual(['Routt']);
    await publish(ana, { brandId: 'moots', model: 'Psychlo' }, bikeId);
    expect(await suggested('moots')).toEqual(['Psychlo']);
    await ana.call(changeBikeStatus, { params: { bikeId }, body: { from: 'Active', to: 'Draft' } });
    expect([await suggested('moots'), (await suggest('moots'))?.brands]).toEqual([[], []]);
    await ana.call(changeBikeStatus, { params: { bikeId }, body: { from: 'Draft', to: 'Active' } });
    expect(await suggested('moots')).toEqual(['Psychlo']);
    await ana.call(deleteBike, { params: { bikeId } });
  });

  test('suggests no words of a removed bike from its removal on, and suggests them again when it is restored', async () => {
    const judge = await app.join('judge');
    await giveRole(app.db, 'judge');
    const bikeId = await publish(ana, { brandId: 'moots', model: 'Vamoots' });
    await app.runJob('words of bikes');
    const suggested = async () => {
      const { brands = [], models = [] } = (await suggest('moots')) ?? {};
      return [...brands.map(({ name }) => name), ...models.map(({ model }) => model)];
    };
    for (const status of ['Removed', 'Active', 'Flagged', 'Active', 'Removed'] as const) {
      const judged = await judge.call(judgeBike, { params: { bikeId }, body: { status, reason: 'Looks stolen.' } });
      expect(judged.answer).toMatchObject({ successful: true });
      await app.idle();
      expect([status, await suggested()]).toEqual([status, status === 'Active' ? ['Moots', 'Vamoots'] : []]);
    }
  });

  test('lists active bikes, whoever republished them, and forgets words that no bike has', async () => {
    const bikes = app.db.collection<{ _id: string; terms: string[] }>('bikes');
    const tokens = app.db.collection<{ _id: string; n: number }>('words');
    await tokens.deleteMany({ _id: { $in: ['ogre', 'koga'] } });
    await bikes.updateOne({ _id: ids.ogre }, { $set: { unlisted: true } });
    await tokens.insertOne({ _id: 'ghost', n: 3 });
    await app.runJob('words of bikes');
    await app.runJob('numbers of words');
    expect(await tokens.findOne({ _id: 'ogre' })).toMatchObject({ n: 1 });
    expect(await tokens.findOne({ _id: 'ghost' })).toBe(null);
    expect(await bikes.countDocuments({ unlisted: true })).toBe(0);
  });
});

test('bikes that an older version stored are found by the current search words after startup', async () => {
  const database = await TestDatabase.open();
  const { id } = await strangeBike(database.db, '街乗り自転車 Łabędź');
  const bikes = database.db.collection<{ _id: string; modelKey: string }>('bikes');
  const old = {
    find: '\n 街乗り自転車 łabędź ',
    terms: ['街乗り自転車', 'łabędź'],
    keys: [],
    modelKey: 'surly 街乗り自転車łabędz',
  };
  await bikes.updateOne({ _id: id }, { $set: old });
  const siteMeta = database.db.collection<{ _id: string; value: string }>('notes');
  await siteMeta.insertOne({ _id: 'what bikes are found by', value: '1' });
  const started = await TestApp.open({}, { database, still: true });
  for (const keywords of ['自転車', 'labedz']) {
    const found = await started.request(pathOf(searchBikes, {}, { keywords }));
    const { data } = (await found.json()) as { data: { items: { id: string }[] } };
    expect([keywords, data.items.map((one) => one.id)]).toEqual([keywords, [id]]);
  }
  expect((await bikes.findOne({ _id: id }))?.modelKey).toBe('surly 街乗り自転車labedz');
  await started.close();
  await database.close();
});
