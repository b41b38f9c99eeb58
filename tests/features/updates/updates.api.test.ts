import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bike, getBike, getOwnBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import type { Body } from '#contract/endpoint.ts';
import { listFeed } from '#contract/feed.ts';
import { followThing } from '#contract/follows.ts';
import { newestFirst } from '#contract/history.ts';
import { type Id, newId } from '#contract/ids.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { partsThen } from '#contract/update-parts.ts';
import { compareBike, deleteUpdate, putUpdate } from '#contract/updates.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

const day = 86_400_000;
let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
let anaId: Id;
let picture: Buffer;
let clock = Date.now();
beforeAll(async () => {
  app = await TestApp.open({}, { now: () => new Date(clock), still: true });
  const member = await app.member('ana');
  [ana, anaId] = [member.browser, member.user.id];
  ben = await app.join('ben');
  picture = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
});
beforeEach(async () => {
  await app.db.collection('limits').deleteMany({});
});
afterAll(() => app.close());

type Sent = Body<typeof putUpdate>;
const [saddleId, forkId] = [newId(), newId()];
const parts = [
  { id: saddleId, slot: 'Saddle' as const, text: 'Brooks B17', note: 'Broken in', weightG: 520 },
  { id: forkId, slot: 'Fork' as const, text: 'Surly' },
];
const publish = (more: Record<string, unknown> = {}) => publishBike(ana, { components: parts, ...more });
const photo = async (by = ana): Promise<Id> => {
  const id = newId();
  await by.sendPhoto(picture, { id });
  return id;
};
const wheels = (more: Partial<Sent> = {}): Sent => ({ date: '2026-05-01', title: 'New wheels', text: '', ...more });
const put = (bikeId: Id, updateId: Id, body: Sent) => ana.call(putUpdate, { params: { bikeId, updateId }, body });
async function post(bikeId: Id, body: Sent, updateId = newId()): Promise<Id> {
  const { answer } = await put(bikeId, updateId, body);
  expect(answer.error, JSON.stringify(answer.error)).toBeFalsy();
  return updateId;
}
const remove = (bikeId: Id, updateId: Id, query = {}) =>
  ana.call(deleteUpdate, { params: { bikeId, updateId }, query });
const bikeOf = async (bikeId: Id): Promise<Bike> =>
  (await ben.call(getBike, { params: { bikeId } })).answer.data ?? expect.fail();
const partsOf = async (bikeId: Id) => (await bikeOf(bikeId)).components.map(({ slot, text }) => `${slot}: ${text}`);
const titlesOf = async (bikeId: Id) => (await bikeOf(bikeId)).history.map(({ title }) => title);
const saddle = (before: string, after: string, partId = saddleId) => ({
  componentChanges: [{ slot: 'Saddle' as const, before, after, partId }],
});
/** What a device with an older build knows of a bike: it lacks the fields of updates. */
async function formOf(bikeId: Id): Promise<Bike> {
  const bike = (await ana.call(getOwnBike, { params: { bikeId } })).answer.data ?? expect.fail();
  const history = bike.history.map(({ photos: _, postedAt: __, ...entry }) => ({
    ...entry,
    componentChanges: entry.componentChanges.map(({ partId: ___, ...change }) => change),
  }));
  return { ...bike, history };
}
const save = async (bike: Bike, more: Partial<Bike> = {}) =>
  (await ana.call(putBike, { params: { bikeId: bike.id }, body: { ...bike, ...more, status: 'Active' } as never }))
    .answer;

describe('an update', () => {
  test('shows on the page of its bike with its own photos, and changes the parts list in the same write', async () => {
    const bikeId = await publish();
    const [first, second] = [await photo(), await photo()];
    const { version } = await bikeOf(bikeId);
    const updateId = await post(bikeId, {
      ...wheels({ text: 'Softer.', photos: [{ id: first, alt: 'The saddle' }, { id: second }] }),
      ...saddle('Brooks B17', 'Brooks C17'),
    });
    const bike = await bikeOf(bikeId);
    expect(bike.history).toMatchObject([
      { id: updateId, title: 'New wheels', text: 'Softer.', postedAt: new Date(clock).toISOString() },
    ]);
    expect(bike.history[0]?.photos).toMatchObject([
      { id: first, alt: 'The saddle', width: 640, height: 480 },
      { id: second, kind: 'Other' },
    ]);
    expect(bike.photos).toHaveLength(1);
    // The details of the part that is gone are not those of the new one.
    expect(bike.components).toMatchObject([
      { id: saddleId, text: 'Brooks C17', note: '', weightG: null },
      { id: forkId, text: 'Surly' },
    ]);
    expect(bike).toMatchObject({ version: version + 1, editVersion: version });
    const found = (await ben.call(searchBikes, { query: { keywords: 'c17' } })).answer.data?.items;
    expect(found?.map(({ id }) => id)).toContain(bikeId);
  });

  test('adds a part and removes one, and a part of a list that was written anew is found by its text', async () => {
    const bikeId = await publish();
    const [rackId, otherId] = [newId(), newId()];
    await post(bikeId, {
      ...wheels(),
      componentChanges: [
        { slot: 'Front rack', before: '', after: 'Pass & Stow', partId: rackId },
        { slot: 'Fork', before: 'Surly', after: '', partId: forkId },
        { slot: 'Saddle', before: 'Brooks B17', after: 'Berthoud', partId: otherId },
      ],
    });
    expect(await partsOf(bikeId)).toEqual(['Saddle: Berthoud', 'Front rack: Pass & Stow']);
    // A change without a part is only told.
    await post(bikeId, { ...wheels(), componentChanges: [{ slot: 'Stem', before: 'A', after: 'B' }] });
    expect(await partsOf(bikeId)).toEqual(['Saddle: Berthoud', 'Front rack: Pass & Stow']);
  });

  test('is posted once when it arrives twice, also under a new key, and is edited in its place', async () => {
    const bikeId = await publish();
    const first = await post(bikeId, { ...wheels(), ...saddle('Brooks B17', 'Brooks C71') });
    await post(bikeId, wheels({ title: 'Tires' }));
    const { version } = await bikeOf(bikeId);
    clock += day;
    await post(bikeId, { ...wheels(), ...saddle('Brooks B17', 'Brooks C71') }, first);
    expect((await bikeOf(bikeId)).version).toBe(version);
    await post(bikeId, { ...wheels({ title: 'New saddle' }), ...saddle('Brooks B17', 'Brooks C17') }, first);
    expect(await titlesOf(bikeId)).toEqual(['New saddle', 'Tires']);
    expect(await partsOf(bikeId)).toEqual(['Saddle: Brooks C17', 'Fork: Surly']);
    expect((await bikeOf(bikeId)).history[0]?.postedAt).toBe(new Date(clock - day).toISOString());
    // Taken out of the update, the change is taken back.
    await post(bikeId, wheels({ title: 'New saddle' }), first);
    expect(await partsOf(bikeId)).toEqual(['Saddle: Brooks B17', 'Fork: Surly']);
  });

  test('keeps the fields that an edit did not change as another device has changed them', async () => {
    const bikeId = await publish();
    const [own, other] = [await photo(), await photo()];
    const update = await post(bikeId, { ...wheels({ photos: [{ id: own }] }), ...saddle('Brooks B17', 'Brooks C17') });
    await post(
      bikeId,
      { ...wheels({ text: 'They roll.', photos: [{ id: other }] }), ...saddle('Brooks B17', 'C19') },
      update,
    );
    const stale = {
      ...wheels({ title: 'Newer wheels', photos: [{ id: own }] }),
      ...saddle('Brooks B17', 'Brooks C17'),
    };
    await post(bikeId, { ...stale, changes: ['title'] }, update);
    const [stored] = (await bikeOf(bikeId)).history;
    expect(stored).toMatchObject({ title: 'Newer wheels', text: 'They roll.', photos: [{ id: other }] });
    expect(stored).not.toHaveProperty('changes');
    expect(await partsOf(bikeId)).toEqual(['Saddle: C19', 'Fork: Surly']);
    expect((await put(bikeId, update, { ...stale, changes: ['owner'] } as never)).status).toBe(422);
  });

  test('the latest of a day comes first; entries of the form keep their order', async () => {
    const entries = ['One', 'Two'].map((title) => ({ id: newId(), ...wheels({ title }) }));
    const bikeId = await publish({ history: entries });
    await post(bikeId, wheels({ title: 'Morning' }));
    await post(bikeId, wheels({ title: 'Evening' }));
    const shown = newestFirst((await bikeOf(bikeId)).history);
    expect(shown.map(({ title }) => title)).toEqual(['Evening', 'Morning', 'One', 'Two']);
  });

  test('says which parts the bike had then', async () => {
    const bikeId = await publish();
    await post(bikeId, { ...wheels({ date: '2026-04-01' }), ...saddle('Brooks B17', 'Brooks C17') });
    await post(bikeId, { ...wheels({ date: '2026-05-01' }), ...saddle('Brooks C17', 'Fizik') });
    const rack = { slot: 'Front rack' as const, before: '', after: 'Pass & Stow', partId: newId() };
    await post(bikeId, { ...wheels({ date: '2026-06-01' }), componentChanges: [rack] });
    const bike = await bikeOf(bikeId);
    expect(bike.history.map((update) => partsThen(bike, update).map(({ text }) => text))).toEqual([
      ['Brooks C17', 'Surly'],
      ['Fizik', 'Surly'],
      ['Fizik', 'Surly', 'Pass & Stow'],
    ]);
  });

  test('of an earlier day that arrives late leaves a part as a later one has made it', async () => {
    const bikeId = await publish();
    await post(bikeId, { ...wheels({ date: '2026-06-01', title: 'Fizik' }), ...saddle('Brooks C17', 'Fizik') });
    await post(bikeId, { ...wheels({ date: '2026-05-01', title: 'C17' }), ...saddle('Brooks B17', 'Brooks C17') });
    expect(await partsOf(bikeId)).toEqual(['Saddle: Fizik', 'Fork: Surly']);
    expect(await titlesOf(bikeId)).toEqual(['Fizik', 'C17']);
  });

  test('is deleted for good; the parts list stays, or is taken back where it is as the update left it', async () => {
    const bikeId = await publish();
    const first = await post(bikeId, { ...wheels(), ...saddle('Brooks B17', 'Brooks C17') });
    expect((await remove(bikeId, first)).status).toBe(200);
    expect((await remove(bikeId, first)).status).toBe(200);
    expect(await partsOf(bikeId)).toEqual(['Saddle: Brooks C17', 'Fork: Surly']);
    expect((await put(bikeId, first, wheels())).answer.error?.code).toBe('gone');
    const second = await post(bikeId, { ...wheels(), ...saddle('Brooks C17', 'Fizik') });
    await remove(bikeId, second, { parts: 'back' });
    expect(await partsOf(bikeId)).toEqual(['Saddle: Brooks C17', 'Fork: Surly']);
    const third = await post(bikeId, { ...wheels(), ...saddle('Brooks C17', 'Fizik') });
    const bike = await formOf(bikeId);
    await save(bike, { components: bike.components.map((part) => ({ ...part, text: `${part.text} 2` })) });
    await remove(bikeId, third, { parts: 'back' });
    expect(await partsOf(bikeId)).toEqual(['Saddle: Fizik 2', 'Fork: Surly 2']);
  });

  test('is refused without its photos, beyond six photos or a hundred updates, and with a part that the bike cannot have', async () => {
    const bikeId = await publish();
    const late = newId();
    expect((await put(bikeId, newId(), wheels({ photos: [{ id: late }] }))).answer.error).toMatchObject({
      code: 'bike.photos_missing',
      details: { photoIds: [late] },
    });
    const bens = await photo(ben);
    expect((await put(bikeId, newId(), wheels({ photos: [{ id: bens }] }))).answer.error?.code).toBe(
      'bike.photos_missing',
    );
    const seven = Array.from({ length: 7 }, () => ({ id: newId() }));
    expect((await put(bikeId, newId(), wheels({ photos: seven }))).answer.validation).toHaveProperty('photos');
    const motor = [{ slot: 'Motor' as const, before: '', after: 'Bosch', partId: newId() }];
    expect((await put(bikeId, newId(), wheels({ componentChanges: motor }))).answer.validation).toHaveProperty([
      'componentChanges.0.slot',
    ]);
    const history = Array.from({ length: 100 }, () => ({
      ...wheels(),
      id: newId(),
      photoIds: [],
      componentChanges: [],
    }));
    await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { history } });
    expect((await put(bikeId, newId(), wheels())).answer.error?.code).toBe('update.full');
    expect((await put(bikeId, history[0]?.id ?? '', wheels({ title: 'Changed' }))).status).toBe(200);
  });
});

describe('an edit of the whole bike', () => {
  test('from a device that does not know an update keeps the update and its parts', async () => {
    const bikeId = await publish();
    const before = await formOf(bikeId);
    const own = await photo();
    await post(bikeId, { ...wheels({ photos: [{ id: own }] }), ...saddle('Brooks B17', 'Brooks C17') });
    const answer = await save(before, { nickname: 'Mud Lark' });
    expect(answer.data).toMatchObject({
      nickname: 'Mud Lark',
      history: [{ title: 'New wheels', photos: [{ id: own }] }],
    });
    expect(answer.data?.editVersion).toBeUndefined();
    expect(await partsOf(bikeId)).toEqual(['Saddle: Brooks C17', 'Fork: Surly']);
    // A device that was away for an edit, too, is told.
    expect((await save(before, { nickname: 'Late' })).error?.code).toBe('bike.changed');
  });

  test('from an older build that knows the update neither changes it nor brings back the part before', async () => {
    const bikeId = await publish();
    const own = await photo();
    await post(bikeId, { ...wheels({ photos: [{ id: own }] }), ...saddle('Brooks B17', 'Brooks C17') });
    const known = await formOf(bikeId);
    const history = known.history.map((entry) => ({ ...entry, title: 'Other words' }));
    await save(known, { history, components: known.components.filter(({ id }) => id !== saddleId) });
    expect((await bikeOf(bikeId)).history).toMatchObject([{ title: 'New wheels', photos: [{ id: own }] }]);
    expect(await partsOf(bikeId)).toEqual(['Fork: Surly']);
    await save({ ...(await formOf(bikeId)), history: [] });
    expect(await titlesOf(bikeId)).toEqual(['New wheels']);
  });

  test('changes and deletes what was written in the form, and does not bring back an update that was deleted', async () => {
    const entry = { id: newId(), ...wheels({ title: 'Out of the barn' }), photoIds: [], componentChanges: [] };
    const bikeId = await publish({ history: [entry] });
    const updateId = await post(bikeId, wheels());
    const known = await formOf(bikeId);
    await remove(bikeId, updateId);
    const history = known.history.map((one) => (one.id === entry.id ? { ...one, title: 'From the barn' } : one));
    expect((await save(known, { history })).error).toBeFalsy();
    expect(await titlesOf(bikeId)).toEqual(['From the barn']);
    await save({ ...(await formOf(bikeId)), history: [] });
    expect(await titlesOf(bikeId)).toEqual([]);
  });
});

test('an update leads from the feed of who follows to the page of its bike, with its photos', async () => {
  const bikeId = await publish();
  await ben.call(followThing, { params: { kind: 'member', key: anaId }, body: { name: '' } });
  clock += day;
  const own = await photo();
  const updateId = await post(bikeId, wheels({ photos: [{ id: own }] }));
  const news = async () => (await ben.call(listFeed)).answer.data?.items.filter(({ bike }) => bike.id === bikeId);
  expect(await news()).toMatchObject([
    { kind: 'update', title: 'New wheels', updateId, photos: [{ id: own }] },
    { kind: 'bike' },
  ]);
  await remove(bikeId, updateId);
  expect(await news()).toMatchObject([{ kind: 'bike' }]);
});

test('the photos of an update are seen while a visible bike shows it, and end with it', async () => {
  const bikeId = await publish();
  const own = await photo();
  const see = async () => (await app.request(photoPath(own, 640))).status;
  expect(await see()).toBe(404);
  await post(bikeId, wheels({ photos: [{ id: own }] }));
  expect(await see()).toBe(200);
  await ana.call(deleteBike, { params: { bikeId } });
  expect(await see()).toBe(410);
});

test('a bike that was flagged is shown again when its owner deletes an update', async () => {
  const bikeId = await publish();
  const updateId = await post(bikeId, wheels());
  const flag = { reason: 'A face in an update.', at: new Date(clock), open: true, fixed: false };
  const flagged = { $set: { status: 'Flagged', flag } };
  await app.db.collection('bikes').updateOne({ _id: bikeId as never }, flagged);
  expect((await ben.call(getBike, { params: { bikeId } })).answer.error?.code).toBe('bike.flagged');
  expect((await remove(bikeId, updateId)).answer.data).toMatchObject({ status: 'Active', history: [] });
  expect(await titlesOf(bikeId)).toEqual([]);
  // There is one such change for each flag.
  const second = await post(bikeId, wheels());
  await app.db
    .collection('bikes')
    .updateOne({ _id: bikeId as never }, { $set: { status: 'Flagged', 'flag.open': true } });
  expect((await remove(bikeId, second)).answer.data?.status).toBe('Flagged');
});

test('two photos of a bike and its updates are compared as its before and after', async () => {
  const bikeId = await publish();
  const own = await photo();
  await post(bikeId, wheels({ photos: [{ id: own }] }));
  const before = (await bikeOf(bikeId)).photos[0]?.id ?? '';
  const compare = (beforeAfter: Body<typeof compareBike>['beforeAfter']) =>
    ana.call(compareBike, { params: { bikeId }, body: { beforeAfter } });
  expect((await compare({ before, after: own })).status).toBe(200);
  expect((await bikeOf(bikeId)).beforeAfter).toEqual({ before, after: own });
  await save(await formOf(bikeId), { nickname: 'Same' });
  expect((await bikeOf(bikeId)).beforeAfter).toEqual({ before, after: own });
  expect((await compare({ before, after: await photo() })).answer.validation).toHaveProperty('beforeAfter');
  expect((await compare({ before, after: before })).status).toBe(422);
  await compare(null);
  expect((await bikeOf(bikeId)).beforeAfter).toBeUndefined();
});

test('the photos of an update stay as long as its bike, and are erased with it', async () => {
  const [kept, gone] = [await publish(), await publish()];
  const [keptPhoto, gonePhoto, dropped] = [await photo(), await photo(), await photo()];
  await post(kept, wheels({ photos: [{ id: keptPhoto }] }));
  await post(gone, wheels({ photos: [{ id: gonePhoto }] }));
  const updateId = await post(kept, wheels({ title: 'Tires', photos: [{ id: dropped }] }));
  await remove(kept, updateId);
  await ana.call(deleteBike, { params: { bikeId: gone } });
  const stored = async () => {
    const ids = [keptPhoto, gonePhoto, dropped];
    const rows = await app.db
      .collection<{ _id: string }>('photos')
      .find({ _id: { $in: ids } })
      .toArray();
    return rows.map(({ _id }) => ids.indexOf(_id)).sort();
  };
  expect(await stored()).toEqual([0, 1, 2]);
  clock += 31 * day;
  for (const job of ['deleted bikes', 'orphaned photos']) await app.runJob(job);
  clock += 31 * day;
  await app.runJob('orphaned photos');
  expect(await stored()).toEqual([0]);
});
