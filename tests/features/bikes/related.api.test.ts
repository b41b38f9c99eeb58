import { afterAll, beforeAll, expect, test } from 'vitest';
import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { MakerFold } from '#api/features/makers/makers.fold.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { type Id, newId } from '#contract/ids.ts';
import { getRelatedBikes, relatedOfEach } from '#contract/related.ts';
import { foundBy } from '#contract/search/found.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

let app: TestApp;
let watched: WatchedDatabase;
let visitor: TestBrowser;
beforeAll(async () => {
  const through = (database: TestApp['database']) => {
    watched = new WatchedDatabase(database);
    return watched.db;
  };
  app = await TestApp.open({}, { still: true, through });
  visitor = new TestBrowser(app);
});
afterAll(async () => {
  await app.close();
  await watched.close();
});

type RelatedFields = {
  owner?: string;
  brand?: string;
  model?: string;
  category?: 'Gravel' | 'Track';
  drivetrain?: '1x' | '2x';
};
const owners = new Map<string, Id>();
let minute = 0;

/** Inserts a bike, each a minute newer than the one before. */
async function add({ owner = 'ana', brand = 'Surly', model = 'Ogre', ...rest }: RelatedFields = {}): Promise<Id> {
  const id = newId();
  const ownerId = owners.get(owner) ?? newId();
  owners.set(owner, ownerId);
  const fields = { category: 'Gravel', drivetrain: '1x', rearGear: '11-Speed', brandId: 'surly', ...rest } as const;
  const person = { id: ownerId, username: owner, avatar: '' };
  const whole = withEveryField({ ...fields, brand, model, year: 2019, photos: [], slug: 'x' });
  const row = { ...whole, ...foundBy({ ...whole, owner: person }), ...new MakerFold().keysOf(whole) };
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute++));
  await new BikeStore(watched.db).insert(id, person, row, at);
  return id;
}
const related = async (id: Id) => {
  const { answer, status } = await visitor.call(getRelatedBikes, { params: { bikeId: id } });
  const ids = (cards?: BikeCard[]) => cards?.map((card) => card.id) ?? [];
  const { owner, model, similar } = answer.data ?? {};
  return { status, owner: ids(owner), model: ids(model), similar: ids(similar) };
};

test("a bike lists its owner's other bikes, those of its model and of its category, newest first", async () => {
  const [old, young] = [await add({ model: 'Pugsley' }), await add({ model: 'Karate Monkey' })];
  const [accents, dashes] = [
    await add({ owner: 'ben', brand: 'Cervélo', model: 'Áspero-5' }),
    await add({ owner: 'cem', brand: 'CERVELO', model: 'aspero 5', category: 'Track' }),
  ];
  const own = await add({ owner: 'dea', brand: 'Cervélo', model: 'Aspero 5', category: 'Track', drivetrain: '2x' });
  const likeIt = await add({ owner: 'eva', category: 'Track', drivetrain: '2x' });
  await add({ owner: 'eva', category: 'Track' });
  expect(await related(own)).toEqual({ status: 200, owner: [], model: [dashes, accents], similar: [likeIt] });
  expect((await related(old)).owner).toEqual([young]);
});

test('each list is short, and no bike is in two, nor the bike itself in any', async () => {
  const mine: Id[] = [];
  for (let i = 0; i < 7; i++) mine.push(await add({ owner: 'fil', model: 'Straggler' }));
  const others: Id[] = [];
  for (let i = 0; i < 6; i++) others.push(await add({ owner: `friend ${i}`, model: 'Straggler' }));
  const { owner, model, similar } = await related(mine[6] as Id);
  expect(owner).toEqual([5, 4, 3, 2].map((at) => mine[at]));
  expect(model).toEqual([5, 4, 3, 2].map((at) => others[at]));
  expect(similar).toHaveLength(relatedOfEach);
  const all = [...owner, ...model, ...similar];
  expect(new Set([...all, mine[6]]).size).toBe(all.length + 1);
});

test('an inactive bike is in no related list, and a hidden bike has no related lists', async () => {
  const [seen, hidden] = [await add({ owner: 'gil' }), await add({ owner: 'gil' })];
  expect((await related(seen)).owner).toEqual([hidden]);
  await watched.db.collection('bikes').updateOne({ _id: hidden as never }, { $set: { status: 'Flagged' } });
  await add({ owner: 'gil' });
  expect((await related(seen)).owner).not.toContain(hidden);
  for (const [status, code] of [
    ['Removed', 410],
    ['Deleted', 404],
  ] as const) {
    await watched.db.collection('bikes').updateOne({ _id: hidden as never }, { $set: { status } });
    expect((await related(hidden)).status).toBe(code);
  }
  expect((await related(newId())).status).toBe(404);
});

test('the related lists cost one read of the bike and one query each, and none when cached', async () => {
  const id = await add({ owner: 'hal' });
  await add({ owner: 'ida' });
  const ask = () => watched.during(() => related(id));
  expect((await ask()).commands).toEqual(['find bikes', 'find bikes', 'find bikes', 'find bikes']);
  expect((await ask()).commands).toEqual([]);
});

test('a bike stored by an older version is found by its model', async () => {
  const [old, now] = [
    await add({ owner: 'jan', brand: 'Soma', model: 'Wolverine' }),
    await add({ owner: 'kim', brand: 'Soma', model: 'wolverine' }),
  ];
  await app.db.collection('bikes').updateOne({ _id: old as never }, { $unset: { modelKey: '' } });
  await app.db.collection('notes').deleteMany({});
  const next = await TestApp.open({}, { still: true, database: app.database });
  const { answer } = await new TestBrowser(next).call(getRelatedBikes, { params: { bikeId: now } });
  expect(answer.data?.model.map(({ id }) => id)).toEqual([old]);
  await next.close();
});
