import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BikeAuthors } from '#api/features/bikes/bikes.authors.store.ts';
import { BikeStatusStore } from '#api/features/bikes/bikes.status-transitions.store.ts';
import { BikeStatusService } from '#api/features/bikes/bikes.status-transitions.ts';
import { changeBikeStatus, getBikeNotice } from '#contract/bike-status.ts';
import { getBike, getOwnBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike, listOwnBikes, listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { type FieldValue, getDraft, listDrafts, putDraft } from '#contract/drafts.ts';
import { getSiteFigures } from '#contract/figures.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

const day = 86_400_000;
let app: TestApp;
let picture: Buffer;
let ana: TestBrowser;
let ben: TestBrowser;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open({ KEYS: testKey });
  picture = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  for (const name of ['ana', 'ben']) await app.join(name);
});
// Access tokens last ten minutes, and new bikes have a daily limit.
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 2 * day);
  [ana, ben] = (await Promise.all(['ana', 'ben'].map((name) => enter(app, name)))) as [TestBrowser, TestBrowser];
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const codeOf = ({ answer, status }: Answered<unknown>) => answer.error?.code ?? status;
const [phone, laptop] = [newId(), newId()];

type Save = {
  fields?: Record<string, FieldValue>;
  photos?: Id[];
  version?: number;
  device?: Id;
  turn?: Id;
  by?: TestBrowser;
};
const save = (bikeId: Id, { fields = {}, photos = [], version = 0, device = phone, turn, by = ana }: Save) =>
  by.call(putDraft, {
    params: { bikeId },
    body: { fields, photos: photos.map((id) => ({ id, kind: 'Drive side' })), seen: { version, device, turn } },
  });
const read = (bikeId: Id, by = ana) => by.call(getDraft, { params: { bikeId } });
const listed = async (bikeId: Id, by = ana) =>
  ((await by.call(listDrafts, { query: {} })).answer.data?.items ?? []).filter(({ id }) => id === bikeId);
const versionOf = async (answer: Promise<Answered<{ version: number }>>) => (await answer).answer.data?.version;
const sent = async (by = ana) => {
  const id = newId();
  await by.sendPhoto(picture, { id });
  return id;
};
const publish = (bikeId: Id, photo: Id, seen: { version: number; device: Id } | undefined) =>
  ana.call(putBike, { params: { bikeId }, body: bikeWith([photo], { ...(seen && { seen }) }) });

describe('a draft', () => {
  test('is stored as typed, with the photos that have arrived, and is private to its owner', async () => {
    const [bikeId, photo] = [newId(), await sent()];
    const fields = {
      model: 'Ogr',
      year: '20',
      'frameSize.kind': 'cm',
      tags: ['a', ''],
      components: [{ slot: 'Fork' }],
    };
    const coming = newId();
    const saved = (await save(bikeId, { fields, photos: [photo, coming] })).answer.data;
    expect(saved).toMatchObject({ version: 1, missing: [coming] });
    const { data } = (await read(bikeId)).answer;
    expect(data).toMatchObject({ fields, version: 1, photos: [{ id: photo, kind: 'Drive side', width: 640 }] });
    expect(await listed(bikeId)).toMatchObject([
      { id: bikeId, named: { model: 'Ogr', year: '20' }, cover: { id: photo } },
    ]);
    expect([
      codeOf(await read(bikeId, ben)),
      codeOf(await save(bikeId, { by: ben })),
      await listed(bikeId, ben),
    ]).toEqual([...['not_found', 'not_found', []]]);
    const params = { bikeId };
    for (const one of [ben, new TestBrowser(app)])
      expect(codeOf(await one.call(getBike, { params }))).toBe('not_found');
    expect((await app.request(photoPath(photo, 320))).status).toBe(404);
    const Cookie = [...ana.cookies].map((pair) => pair.join('=')).join('; ');
    expect((await app.request(photoPath(photo, 320), { headers: { Cookie } })).status).toBe(200);
    const lists = await Promise.all([listRecentBikes, listPopularBikes].map((call) => ben.call(call, { query: {} })));
    expect(lists.flatMap(({ answer }) => answer.data?.items ?? []).filter(({ id }) => id === bikeId)).toEqual([]);
    expect((await ben.call(getSiteFigures, {})).answer.data?.bikes).toBe(0);
    // It has a form and no page yet, and no card among the bikes.
    expect(codeOf(await ana.call(getOwnBike, { params }))).toBe('not_found');
    expect(codeOf(await ana.call(getBikeNotice, { params }))).toBe('not_found');
    expect((await ana.call(listOwnBikes, { query: {} })).answer.data?.items).toEqual([]);
  });

  test('changed on another device is not overwritten, by saving nor publishing, until that version was seen', async () => {
    const [bikeId, photo] = [newId(), await sent()];
    await save(bikeId, { fields: { model: 'Ogre' } });
    expect(await versionOf(save(bikeId, { fields: { model: 'Krampus' }, version: 1, device: laptop }))).toBe(2);
    const late = await save(bikeId, { fields: { model: 'Ogre II' }, version: 1 });
    expect(late.answer.error).toMatchObject({ code: 'bike.changed', details: { version: 2 } });
    expect((await publish(bikeId, photo, { version: 1, device: phone })).answer.error).toMatchObject({
      ...{ code: 'bike.changed', details: { version: 2 } },
    });
    expect(codeOf(await publish(bikeId, photo, undefined))).toBe('bike.changed');
    expect((await read(bikeId)).answer.data?.fields).toEqual({ model: 'Krampus' });
    expect(await versionOf(save(bikeId, { fields: { model: 'Ogre II' }, version: 2 }))).toBe(3);
  });

  test('in a restored backup is not overwritten by a device that saw another draft of the same version', async () => {
    const bikeId = newId();
    await save(bikeId, { fields: { model: 'Ogre' } });
    const bikes = app.db.collection<{ _id: string }>('bikes');
    const backup = await bikes.findOne({ _id: bikeId });
    const seen = (await save(bikeId, { fields: { model: 'Krampus' }, version: 1, device: laptop })).answer.data;
    await bikes.replaceOne({ _id: bikeId }, backup ?? {});
    const other = (await save(bikeId, { fields: { model: 'Troll' }, version: 1, device: newId() })).answer.data;
    expect([seen?.version, other?.version]).toEqual([2, 2]);
    const late = await save(bikeId, { version: 2, device: laptop, turn: seen?.turns.at(-1)?.id ?? '' });
    expect(late.answer.error).toMatchObject({ code: 'bike.changed', details: { version: 2, turns: other?.turns } });
    expect((await read(bikeId)).answer.data?.fields).toEqual({ model: 'Troll' });
  });

  test('is saved again by a device whose replies were lost, and a repeated save creates no new version', async () => {
    const bikeId = newId();
    for (const _ of ['sent', 'sent again']) expect(await versionOf(save(bikeId, { fields: { model: 'O' } }))).toBe(1);
    expect(await versionOf(save(bikeId, { fields: { model: 'Og' } }))).toBe(2);
    expect(await versionOf(save(bikeId, { fields: { model: 'Ogr' } }))).toBe(3);
    await save(bikeId, { fields: { model: 'K' }, version: 3, device: laptop });
    // The laptop's lost reply is about its own version; the phone's version was not seen.
    expect(await versionOf(save(bikeId, { fields: { model: 'Kr' }, version: 3, device: laptop }))).toBe(5);
    expect(codeOf(await save(bikeId, { fields: { model: 'Ogre' }, version: 3 }))).toBe('bike.changed');
  });

  test("becomes the same bike when it is published, with that day's date, and is a draft no more", async () => {
    const [bikeId, photo] = [newId(), await sent()];
    await save(bikeId, { fields: { model: 'Ogre' }, photos: [photo] });
    vi.setSystemTime(Date.now() + 60_000);
    const seen = { version: 1, device: phone };
    const { data } = (await publish(bikeId, photo, seen)).answer;
    expect(data).toMatchObject({ id: bikeId, status: 'Active', publishedAt: new Date().toISOString() });
    expect((await publish(bikeId, photo, seen)).answer.data).toMatchObject({ status: 'Active' });
    expect([codeOf(await read(bikeId)), codeOf(await save(bikeId, { version: 1 })), await listed(bikeId)]).toEqual([
      ...['bike.status', 'bike.status', []],
    ]);
    const recent = (await ben.call(listRecentBikes, { query: {} })).answer.data?.items;
    expect(recent?.find(({ id }) => id === bikeId)).toMatchObject({ model: 'Midnight Special' });
    expect((await app.request(photoPath(photo, 320))).status).toBe(200);
  });

  test('published on another device is not published over or a second time', async () => {
    const [bikeId, photo] = [newId(), await sent()];
    await save(bikeId, { fields: { model: 'Ogre' }, photos: [photo] });
    await publish(bikeId, photo, { version: 1, device: phone });
    const late = (seen: number) =>
      ana.call(putBike, {
        params: { bikeId },
        body: bikeWith([photo], { model: 'Grump', seen: { version: seen, device: laptop } }),
      });
    for (const seen of [0, 1, 2])
      expect((await late(seen)).answer.error).toMatchObject({ code: 'bike.changed', details: { version: 2 } });
    expect((await ana.call(getOwnBike, { params: { bikeId } })).answer.data).toMatchObject({
      model: 'Midnight Special',
    });
  });

  test('deleted on another device says so, and can be restored unchanged', async () => {
    const bikeId = newId();
    await save(bikeId, { fields: { model: 'Ogre' } });
    expect((await ana.call(deleteBike, { params: { bikeId } })).status).toBe(200);
    expect([codeOf(await save(bikeId, { version: 1 })), codeOf(await read(bikeId))]).toEqual(['gone', 'gone']);
    const until = new Date(Date.now() + 30 * day).toISOString();
    expect(await listed(bikeId)).toMatchObject([{ id: bikeId, named: { model: 'Ogre' }, restorableUntil: until }]);
    const body = { from: 'Deleted', to: 'Draft' };
    expect((await ana.call(changeBikeStatus, { params: { bikeId }, body })).status).toBe(200);
    expect((await read(bikeId)).answer.data?.fields).toEqual({ model: 'Ogre' });
    expect(await listed(bikeId)).toMatchObject([{ restorableUntil: null }]);
    expect(
      codeOf(await ana.call(changeBikeStatus, { params: { bikeId }, body: { from: 'Draft', to: 'Active' } })),
    ).toBe(422);
  });

  test('that was deleted is in no list once it cannot be restored', async () => {
    const bikeId = newId();
    await save(bikeId, { fields: { model: 'Ogre' } });
    await ana.call(deleteBike, { params: { bikeId } });
    vi.setSystemTime(Date.now() + 31 * day);
    ana = await enter(app, 'ana');
    expect(await listed(bikeId)).toEqual([]);
  });

  test("shows its owner's new name, and cannot be found before it is published", async () => {
    const [bikeId, photo] = [newId(), await sent()];
    await save(bikeId, { fields: { model: 'Krampus', nickname: 'Krampus' } });
    const bikes = app.db.collection<{ _id: string; owner: Person }>('bikes');
    const { owner } = (await bikes.findOne({ _id: bikeId })) ?? {};
    if (!owner) throw new Error('It was not kept.');
    const people = new BikeAuthors(app.db, { placesOf: async () => new Map() });
    await people.update({ ...owner, username: 'anabel' });
    expect((await bikes.findOne({ _id: bikeId }))?.owner.username).toBe('anabel');
    expect((await people.update({ ...owner, username: 'anabel' })).old).toBe(0);
    await people.update(owner);
    const found = async (keywords: string) =>
      (await ben.call(searchBikes, { query: { keywords } })).answer.data?.items ?? [];
    expect([...(await found('krampus')), ...(await found('anabel'))]).toEqual([]);
    await publish(bikeId, photo, { version: 1, device: phone });
    expect((await found('midnight')).map(({ id }) => id)).toContain(bikeId);
  });

  test('is not shown to moderators', async () => {
    const bikeId = newId();
    await save(bikeId, { fields: { model: 'Ogre' } });
    const statuses = new BikeStatusService({
      bikes: new BikeStatusStore(app.db),
      now: () => new Date(),
      isGone: async () => false,
      emit: async () => undefined,
    });
    expect(await statuses.forModerator(bikeId)).toBeNull();
    await expect(statuses.moderate(bikeId, { to: 'Removed', reason: 'Spam.' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await read(bikeId)).status).toBe(200);
  });

  test('counts toward the daily quota of bikes', async () => {
    for (let n = 0; n < 50; n++) expect((await save(newId(), { by: ben })).status).toBe(200);
    expect(codeOf(await save(newId(), { by: ben }))).toBe('bike.quota');
    expect(codeOf(await ben.call(putBike, { params: { bikeId: newId() }, body: bikeWith([await sent(ben)]) }))).toBe(
      'bike.quota',
    );
  });

  test('accepts nothing that a form cannot contain', async () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as FieldValue;
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, '']));
    for (const fields of [{ deep }, many, { ['x'.repeat(61)]: '' }])
      expect((await save(newId(), { fields })).status).toBe(422);
    const body = { fields: {}, photos: [], seen: { version: -1, device: 'me' } };
    const { answer } = await ana.call(putDraft, { params: { bikeId: newId() }, body });
    expect(Object.keys(answer.validation ?? {})).toEqual(['seen.version', 'seen.device']);
  });
});

test('saved many times at once stays one draft, and the same device is not refused for long', async () => {
  const bikeId = newId();
  const models = Array.from({ length: 8 }, (_, n) => `Ogre ${n}`);
  const all = await Promise.all(models.map((model) => save(bikeId, { fields: { model } })));
  expect(all.map(codeOf).filter((code) => code !== 200 && code !== 'unavailable')).toEqual([]);
  expect(models).toContain((await read(bikeId)).answer.data?.fields.model);
  expect(await listed(bikeId)).toHaveLength(1);
});
