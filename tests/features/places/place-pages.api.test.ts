import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { listFeed } from '#contract/feed.ts';
import { followThing } from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { listMakerBikes } from '#contract/makers.ts';
import { getPlace, listPlaceBikes } from '#contract/place-page.ts';
import { updateLocation } from '#contract/profile.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { searchFeed, sitemapPartPath } from '#contract/sharing.ts';
import { putUpdate } from '#contract/updates.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

let app: TestApp;
let ana: TestBrowser;
let bruno: TestBrowser;
let visitor: TestBrowser;
const photos = new Map<TestBrowser, Id>();
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  ana = await app.join('ana');
  bruno = await app.join('bruno');
  visitor = new TestBrowser(app);
  const bytes = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  for (const owner of [ana, bruno]) {
    photos.set(owner, newId());
    await owner.sendPhoto(bytes, { id: photos.get(owner) ?? newId() });
  }
  await app.runJob('bikes in memory');
});
afterAll(() => app.close());

const publish = async (owner: TestBrowser, model: string, more = {}): Promise<Id> => {
  const bikeId = newId();
  const { status } = await owner.call(putBike, {
    params: { bikeId },
    body: bikeWith([photos.get(owner) ?? ''], { model, ...more }),
  });
  expect(status).toBe(200);
  return bikeId;
};
const versions = new Map<TestBrowser, number>();
const device = newId();
const ride = async (owner: TestBrowser, country: string, region: string, hidesBikes?: boolean) => {
  const version = versions.get(owner) ?? 0;
  const { status, answer } = await owner.call(updateLocation, {
    body: { country, region, ...(hidesBikes !== undefined && { hidesBikes }), seen: { version, device } },
  });
  expect(status).toBe(200);
  versions.set(owner, answer.data?.versions.location ?? 0);
  return answer.data?.location;
};
const placeAt = async (place: string) => (await visitor.call(getPlace, { params: { place } })).answer.data;
const bikesAt = async (place: string, query = {}) =>
  (await visitor.call(listPlaceBikes, { params: { place }, query })).answer.data;
const modelsAt = async (place: string) => ((await bikesAt(place))?.items ?? []).map(({ model }) => model);
const found = async (query: Record<string, string | string[]>) =>
  ((await visitor.call(searchBikes, { query })).answer.data?.items ?? []).map(({ model }) => model).sort();

describe('the bikes of a place', () => {
  test('stay there when an update changes their parts, which lead to them', async () => {
    await ride(ana, 'DE', 'DE-BW');
    const bikeId = await publish(ana, 'Troll');
    const change = { slot: 'Saddle' as const, before: '', after: 'Brooks B17', partId: newId() };
    const body = { date: '2026-05-01', title: 'A saddle', text: '', componentChanges: [change] };
    expect((await ana.call(putUpdate, { params: { bikeId, updateId: newId() }, body })).status).toBe(200);
    expect(await modelsAt('de-bw')).toEqual(['Troll']);
    const query = { part: 'b17' };
    const { answer } = await visitor.call(listMakerBikes, { params: { brand: 'brooks' }, query });
    expect(answer.data?.items.map(({ model }) => model)).toEqual(['Troll']);
    expect(await found({ country: 'DE', keywords: 'brooks b17' })).toEqual(['Troll']);
    expect((await ana.call(deleteBike, { params: { bikeId } })).status).toBe(200);
  });

  test('are those of members who ride there, also in its parts, and move with their owner', async () => {
    await publish(ana, 'Ogre');
    await ride(ana, 'DE', 'DE-BW');
    await publish(ana, 'Straggler');
    await ride(bruno, 'FR', 'FR-75C');
    await publish(bruno, 'Pugsley');
    expect(await modelsAt('de-bw')).toEqual(['Straggler', 'Ogre']);
    expect(await modelsAt('de')).toEqual(['Straggler', 'Ogre']);
    // Paris is in a larger region.
    expect([await modelsAt('fr'), await modelsAt('fr-idf'), await modelsAt('fr-75c')]).toEqual([
      ...[['Pugsley'], ['Pugsley'], ['Pugsley']],
    ]);
    expect(await placeAt('fr-75c')).toEqual({
      code: 'FR-75C',
      name: 'Paris',
      within: [
        { code: 'FR', name: 'France' },
        { code: 'FR-IDF', name: 'Île-de-France' },
      ],
      total: 1,
      parts: [],
    });
    expect((await placeAt('fr'))?.parts).toEqual([{ code: 'FR-IDF', name: 'Île-de-France', count: 1 }]);
    expect((await placeAt('fr-idf'))?.parts).toEqual([{ code: 'FR-75C', name: 'Paris', count: 1 }]);
    await ride(bruno, 'CH', '');
    expect([await modelsAt('fr'), await modelsAt('fr-75c'), await modelsAt('ch')]).toEqual([[], [], ['Pugsley']]);
    await ride(bruno, '', '');
    expect(await modelsAt('ch')).toEqual([]);
    await ride(bruno, 'FR', 'FR-75C');
  });

  test('come in pages, newest first', async () => {
    const first = await bikesAt('de', { limit: 1 });
    expect(first?.items.map(({ model }) => model)).toEqual(['Straggler']);
    const second = await bikesAt('de', { limit: 1, cursor: first?.next ?? '' });
    expect([second?.items.map(({ model }) => model), second?.next]).toEqual([['Ogre'], null]);
  });

  test('are never finer than the member chose', async () => {
    await ride(ana, 'DE', '');
    expect([await modelsAt('de'), await modelsAt('de-bw')]).toEqual([['Straggler', 'Ogre'], []]);
    await ride(ana, 'DE', 'DE-BW');
  });

  test('leave out the bikes of a member who hides them, who keeps the place on the profile', async () => {
    const [id = ''] = ((await bikesAt('de-bw'))?.items ?? []).map((bike) => bike.id);
    const placesOf = async () => (await visitor.call(getBike, { params: { bikeId: id } })).answer.data?.owner;
    expect(await placesOf()).toMatchObject({
      place: 'Baden-Württemberg, Germany',
      places: [
        { code: 'DE', name: 'Germany' },
        { code: 'DE-BW', name: 'Baden-Württemberg' },
      ],
    });
    expect(await ride(ana, 'DE', 'DE-BW', true)).toMatchObject({ regionName: 'Baden-Württemberg', hidesBikes: true });
    expect([await modelsAt('de'), await modelsAt('de-bw'), await found({ country: 'DE' })]).toEqual([[], [], []]);
    expect((await placesOf())?.place).toBe('Baden-Württemberg, Germany');
    expect(await placesOf()).not.toHaveProperty('places');
    await publish(ana, 'Karate Monkey');
    // An older page says nothing of the choice, so it stays.
    expect(await ride(ana, 'DE', 'DE-BY')).toMatchObject({ hidesBikes: true });
    expect(await modelsAt('de')).toEqual([]);
    expect(await ride(ana, 'DE', 'DE-BW', false)).not.toHaveProperty('hidesBikes');
    expect(await modelsAt('de-bw')).toEqual(['Karate Monkey', 'Straggler', 'Ogre']);
  });

  test('follow their owner in bounded steps if the site ends before', async () => {
    const users = app.db.collection<{ _id: string; copies?: unknown }>('users');
    // The profile was written by a process that ended before it moved the bikes.
    const { _id: anaId = '' } = (await users.findOne({ username: 'ana' } as never)) ?? {};
    await app.db
      .collection<{ _id: string }>('profiles')
      .updateOne({ _id: anaId }, { $set: { location: { country: 'AT', region: '' } } });
    await users.updateOne({ _id: anaId }, { $set: { copies: { since: new Date(), at: new Date(0) } } });
    expect(await modelsAt('at')).toEqual([]);
    await app.runJob('copies of members');
    expect(await modelsAt('at')).toEqual(['Karate Monkey', 'Straggler', 'Ogre']);
    await ride(ana, 'DE', 'DE-BW');
  });

  test('are filtered in search, with names and counts, and unknown places are ignored', async () => {
    expect(await found({ region: 'DE-BW' })).toEqual(['Karate Monkey', 'Ogre', 'Straggler']);
    expect(await found({ country: ['DE', 'FR'], keywords: 'pugsley' })).toEqual(['Pugsley']);
    const { answer } = await visitor.call(searchBikes, { query: { country: ['DE', 'XX'], region: ['DE-QQ'] } });
    const valuesOf = (name: string) => answer.data?.facets.find((facet) => facet.name === name)?.values;
    expect(valuesOf('country')).toEqual([
      { value: 'DE', label: 'Germany', count: 3 },
      { value: 'FR', label: 'France', count: 1 },
    ]);
    expect(valuesOf('region')).toEqual([{ value: 'DE-BW', label: 'Baden-Württemberg', count: 3 }]);
    expect(answer.data?.ignored).toEqual([
      { name: 'country', value: 'XX' },
      { name: 'region', value: 'DE-QQ' },
    ]);
  });

  test('are a feed with the name of the place', async () => {
    const feed = await (await app.request(searchFeed({ region: 'DE-BW' }))).text();
    expect(feed).toContain('Baden-Württemberg');
    expect(feed).toContain('Straggler');
  });

  test('are in the feed of who follows the place, after a move and without the hidden ones', async () => {
    const fan = await app.join('fan');
    const key = 'region=CH-ZH';
    await fan.call(followThing, { params: { kind: 'search', key }, body: { name: 'Zürich' } });
    const models = async () =>
      ((await fan.call(listFeed, { query: {} })).answer.data?.items ?? []).map(({ bike }) => bike.model);
    expect(await models()).toEqual([]);
    await ride(bruno, 'CH', 'CH-ZH');
    await publish(bruno, 'Moonlander');
    expect(await models()).toContain('Moonlander');
    await ride(bruno, 'CH', 'CH-ZH', true);
    expect(await models()).toEqual([]);
    await ride(bruno, 'FR', 'FR-75C', false);
  });

  test('are in the sitemap while there is one', async () => {
    await app.runJob('words of bikes');
    const listed = async () => {
      await app.db.collection('sitemaps').deleteMany({});
      const text = await (await app.request(sitemapPartPath(1, 'places'))).text();
      return [...text.matchAll(/<loc>http:\/\/localhost(\/place[^<]*)</g)].map(([, path]) => path);
    };
    expect(await listed()).toEqual([
      ...['/place/de/germany', '/place/de-bw/baden-wurttemberg', '/place/fr/france', '/place/fr-75c/paris'],
      '/place/fr-idf/ile-de-france',
    ]);
    for (const { id } of (await bikesAt('fr'))?.items ?? []) await bruno.call(deleteBike, { params: { bikeId: id } });
    expect(await listed()).toEqual(['/place/de/germany', '/place/de-bw/baden-wurttemberg']);
  });

  test.each(['xx', 'DE', 'de-qq', 'germany', 'de-'])('are nowhere at %s', async (place) => {
    expect((await visitor.call(getPlace, { params: { place } })).status).toBe(404);
    expect((await visitor.call(listPlaceBikes, { params: { place } })).status).toBe(404);
  });
});
