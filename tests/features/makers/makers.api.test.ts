import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { type Id, newId } from '#contract/ids.ts';
import { brandPage, modelPage, partPage } from '#contract/maker-pages.ts';
import { getMaker, listMakerBikes, type MakerPage } from '#contract/makers.ts';
import { makerFeed, sitemapPartPath } from '#contract/sharing.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

let app: TestApp;
let now = Date.now();
let visitor: TestBrowser;
type Member = { browser: TestBrowser; id: Id; name: string; photo: Id };
let ana: Member;
let ben: Member;

async function join(name: string): Promise<Member> {
  const { browser, user } = await app.member(name);
  const photo = newId();
  await browser.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  return { browser, id: user.id, name, photo };
}
beforeAll(async () => {
  app = await TestApp.open({}, { now: () => new Date(now), still: true });
  visitor = new TestBrowser(app);
  [ana, ben] = [await join('ana'), await join('ben')];
});
afterAll(() => app.close());

const part = (slot: string, text: string, more: object = {}) => ({ id: newId(), slot, text, ...more });
/** Publishes a bike, each a second later than the one before. */
async function publish(by: Member, more: Record<string, unknown>, bikeId = newId()): Promise<Id> {
  now += 1000;
  const { answer } = await by.browser.call(putBike, { params: { bikeId }, body: bikeWith([by.photo], more) });
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  return bikeId;
}
type Asked = { model?: string; part?: string };
const page = async (brand: string, query: Asked = {}) => {
  const { status, answer } = await visitor.call(getMaker, { params: { brand }, query });
  return { status, ...(answer.data as MakerPage) };
};
const bikesOf = async (brand: string, query: Asked & { cursor?: string; limit?: number } = {}) =>
  (await visitor.call(listMakerBikes, { params: { brand }, query })).answer.data;
const idsOf = async (brand: string, query: Asked = {}) => (await bikesOf(brand, query))?.items.map(({ id }) => id);

test('a model tells what its bikes have in common, whose they are, and what was changed first', async () => {
  const entry = (date: string, ...changes: [slot: string, before: string, after: string][]) => ({
    id: newId(),
    date,
    title: 'Changed',
    componentChanges: changes.map(([slot, before, after]) => ({ slot, before, after })),
  });
  const first = await publish(ana, {
    model: 'Straggler',
    year: 2016,
    frameMaterial: 'Steel',
    colors: ['Blue'],
    weightG: 11_200,
    history: [
      entry('2019-05-01', ['Wheelset', 'stock', 'Velocity Dyad'], ['Saddle', 'Volt', 'Brooks B17']),
      entry('2018-05-01', ['Saddle', 'stock', 'WTB Volt']),
    ],
  });
  const second = await publish(ben, {
    model: 'surly straggler',
    year: 2021,
    category: 'Commuter',
    frameMaterial: 'Steel',
    colors: ['Black', 'Blue'],
    weightG: 12_400,
    history: [entry('2022-01-01', ['Saddle', '', 'Brooks B-17'], ['Pedals', '', 'MKS Sylvan'])],
  });
  await publish(ben, { model: 'Straggler 650b', year: 2020 });
  const { status, ...model } = await page('surly', { model: 'STRAGGLER' });
  expect(status).toBe(200);
  expect(model).toMatchObject({
    ...{ kind: 'model', key: 'surly straggler', brand: 'Surly', name: 'Straggler', counted: 2, isOfParts: false },
    bikes: 2,
    years: { from: 2016, to: 2021 },
    weight: { min: 11_200, max: 12_400, count: 2 },
    colors: [
      { value: 'Black', count: 1 },
      { value: 'Blue', count: 2 },
    ].reverse(),
    ...{ models: [], parts: [], slots: [], liked: [] },
  });
  expect(model.fields.find(({ field }) => field === 'frameMaterial')?.values).toEqual([{ value: 'Steel', count: 2 }]);
  expect(model.fields.find(({ field }) => field === 'category')?.values).toEqual([
    { value: 'Commuter', count: 1 },
    { value: 'Gravel', count: 1 },
  ]);
  // Nobody said what the brakes are.
  expect(model.fields.map(({ field }) => field)).not.toContain('brakeType');
  expect(model.changed).toEqual([
    {
      slot: 'Saddle',
      count: 2,
      parts: [
        { brand: 'Brooks', name: 'B-17', count: 1 },
        { brand: 'WTB', name: 'Volt', count: 1 },
      ],
    },
    { slot: 'Pedals', count: 1, parts: [{ brand: 'MKS', name: 'Sylvan', count: 1 }] },
  ]);
  expect(model.owners.map(({ username }) => username)).toEqual(['ben', 'ana']);
  expect(await idsOf('Surly', { model: 'straggler' })).toEqual([second, first]);
});

test('a maker has its models with their bikes, and the parts of it that any bike has', async () => {
  await publish(ana, {
    model: 'Ogre',
    components: [part('Rear rack', 'Surly 24-pack rack'), part('Saddle', 'Brooks B17')],
  });
  const surly = await page('SURLY');
  expect(surly).toMatchObject({ status: 200, kind: 'brand', key: 'surly', brand: 'Surly', name: '', isOfParts: false });
  expect(surly.models.map(({ name, count }) => [name, count])).toEqual([
    ['Straggler', 2],
    ['Ogre', 1],
    ['Straggler 650b', 1],
  ]);
  expect(surly.parts).toEqual([{ brand: 'Surly', name: '24-pack', count: 1 }]);
  const brooks = await page('brooks england');
  expect(brooks).toMatchObject({ brand: 'Brooks', isOfParts: true, bikes: 1, years: null });
  expect(brooks.models).toEqual([{ brand: 'Surly', name: 'Ogre', count: 1 }]);
  expect(brooks.parts).toEqual([{ brand: 'Brooks', name: 'B17', count: 1 }]);
  expect(await idsOf('Brooks')).toHaveLength(1);
});

test('a part has the bikes that name it in any way, what they are, where it sits, and since when', async () => {
  const begun = new Date(now + 1000).toISOString();
  const first = await publish(ana, { model: 'Pugsley', components: [part('Grips / Tape', 'Ergon GA3')] });
  const second = await publish(ben, {
    brandId: 'trek',
    model: 'Checkpoint SL 5',
    components: [part('Grips / Tape', 'GA-3, black', { brand: 'Ergon' }), part('Saddle', 'Ergon SM Pro')],
  });
  const found = await page('ergon', { part: 'ga3' });
  expect(found).toMatchObject({
    ...{ status: 200, kind: 'part', key: 'ergon ga3', brand: 'Ergon', bikes: 2 },
    since: begun,
    slots: [{ slot: 'Grips / Tape', count: 2 }],
    ...{ owners: [], changed: [], weight: null, colors: [] },
  });
  expect(found.models.map(({ brand, name }) => `${brand} ${name}`)).toEqual(['Trek Checkpoint SL 5', 'Surly Pugsley']);
  expect(await idsOf('ergon', { part: 'GA 3' })).toEqual([second, first]);
  const { answer } = await visitor.call(getBike, { params: { bikeId: second } });
  expect(answer.data?.parts).toEqual([
    { id: expect.any(String), brand: 'Ergon', name: 'GA-3', at: [0, 5, 6, 10] },
    { id: expect.any(String), brand: 'Ergon', name: 'SM Pro', at: [0, 5, 6, 12] },
  ]);
});

test('what no visible bike has is not found, and a bike that is hidden is in no page', async () => {
  for (const [brand, query] of [
    ['nobody', {}],
    ['surly', { model: 'nothing' }],
    ['brooks', { part: 'nothing' }],
    ['…', {}],
    ['surly', { model: '…' }],
  ] as const)
    expect([brand, query, (await page(brand, query)).status]).toEqual([brand, query, 404]);
  const bikeId = await publish(ana, { model: 'Krampus', components: [part('Stem', 'Paul Boxcar')] });
  const statuses = async () => [
    (await page('surly', { model: 'Krampus' })).status,
    (await page('paul', { part: 'boxcar' })).status,
    (await page('paul component')).status,
    (await idsOf('surly'))?.includes(bikeId),
  ];
  expect(await statuses()).toEqual([200, 200, 200, true]);
  for (const status of ['Draft', 'Flagged', 'Removed']) {
    await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: bikeId }, { $set: { status } });
    expect([status, await statuses()]).toEqual([status, [404, 404, 404, false]]);
  }
  await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: bikeId }, { $set: { status: 'Active' } });
  await ana.browser.call(deleteBike, { params: { bikeId } });
  expect(await statuses()).toEqual([404, 404, 404, false]);
});

test('an edit moves a bike to the pages of what it is now', async () => {
  const bikeId = newId();
  await publish(ana, { model: 'Wednesday', components: [part('Stem', 'Thomson Elite')] }, bikeId);
  expect((await page('thomson', { part: 'elite' })).status).toBe(200);
  await publish(ana, { model: 'Moonlander', components: [part('Stem', 'Salsa Guide, 90mm')] }, bikeId);
  expect((await page('thomson')).status).toBe(404);
  expect((await page('surly', { model: 'wednesday' })).status).toBe(404);
  expect((await page('salsa', { part: 'guide' })).bikes).toBe(1);
  expect((await page('surly', { model: 'moonlander' })).status).toBe(200);
});

test('a long list continues, with its most liked bikes beside it', async () => {
  for (let n = 0; n < 26; n += 1) await publish(n % 2 ? ana : ben, { brandId: 'kona', model: 'Sutra' });
  const all = await bikesOf('kona', { model: 'sutra' });
  expect(all?.items).toHaveLength(24);
  const rest = await bikesOf('kona', { model: 'sutra', cursor: all?.next ?? '' });
  expect(rest).toMatchObject({ items: [{}, {}], next: null });
  const oldest = rest?.items.at(-1)?.id ?? '';
  await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: oldest }, { $set: { 'counts.likes': 9 } });
  const { liked, bikes } = await page('kona', { model: 'Sutra' });
  expect(bikes).toBe(26);
  expect([liked.length, liked[0]?.id]).toEqual([6, oldest]);
});

test('the pages are in the sitemap and have feeds', async () => {
  await publish(ana, { brandId: 'kona', model: 'Kona Sutra 2016' });
  const xml = async (path: string) => (await app.request(path)).text();
  const models = await xml(sitemapPartPath(1, 'models'));
  expect(models).toContain(`${modelPage('Surly', 'Straggler 650b')}<`);
  expect(models).toContain(`${modelPage('Kona', 'Sutra')}<`);
  // An address that leads to another one is none.
  expect(models).not.toContain('2016');
  expect(models).not.toContain('Krampus');
  expect(await xml(sitemapPartPath(1, 'brands'))).toContain(`${brandPage('Trek')}<`);
  // One bike alone makes no entry.
  const parts = await xml(sitemapPartPath(1, 'parts'));
  expect(parts).toContain(`${partPage('Ergon', 'GA-3')}<`);
  expect(parts).not.toContain(partPage('Ergon', 'SM Pro'));
  const feed = await xml(makerFeed({ brand: 'Kona', model: 'Sutra' }));
  expect(feed).toContain('<title>Kona Sutra · Headbadge</title>');
  expect(feed.match(/<item>/g)).toHaveLength(24);
  expect((await app.request(makerFeed({ brand: 'nobody' }))).status).toBe(404);
});
